// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests record_ptr in kernels: records at every distance and address, whose gaps other warps write at the same time.
#include "record_arrays.hpp"

#include "common/gpu.cuh"

#include <heddle/records/record_ptr.cuh>

#include <utility>

namespace heddle_test::record_ptr_test {

using record_ptr_test = gpu_test;

constexpr unsigned record_count = 1003;

enum class access { store, store_in_branch, store_if, update_if, edit };

//! Records that the accesses to some lanes' records change.
HEDDLE_HOST_DEVICE constexpr bool changes(access what, std::size_t i)
{
    if (what == access::store || what == access::edit) return true;
    return what == access::update_if ? i % 3 != 0 : (i * 2654435761u >> 7) % 4 != 1;
}

template <class Element>
__device__ void flip(Element& element)
{
    for (unsigned char& byte : element.value) byte ^= 0xa5u;
}

//! Changes the records. Each thread also writes the gap behind a record that another warp changes at the same time.
template <class Element, class Pointer>
__global__ void change_records(Pointer p, unsigned char* first, record_shape shape, access what, Element const* values,
                               unsigned const* places)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned const other = (i + 517) % record_count;
    if (i < record_count) {
        for (std::size_t at = other * shape.distance + shape.bytes;
             at < (other + 1) * shape.distance && at < shape.size(); ++at) {
            first[at] = gap_byte(at);
        }
    }
    if (what == access::store) {
        if (i < record_count) p[places[i]] = values[places[i]];
    } else if (what == access::store_in_branch) {
        if (i < record_count && changes(what, i)) p[i] = values[i];
    } else if (what == access::store_if) {
        bool const is_valid = i < record_count && changes(what, i);
        heddle::store_if(is_valid, p + i, values[is_valid ? i : 0]);
    } else if (what == access::update_if) {
        heddle::update_if(i < record_count, p + i, [&](Element& element) {
            flip(element);
            return changes(what, i);
        });
    } else if (i < record_count) {
        auto element = p[i].edit();
        flip(*element);
    }
}

//! Loads each record by p[i], by p[index], and by load_if, and counts the wrong ones.
template <class Element, class Pointer>
__global__ void compare_records(Pointer p, Element const* values, unsigned const* places, unsigned* wrong)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    bool const is_valid = i < record_count && i % 8 != 3;
    Element const some = heddle::load_if(is_valid, p + i);
    if (is_valid && some != values[i]) atomicAdd(wrong, 1u);
    if (i >= record_count) return;
    Element const own = p[i];
    Element const any = p[places[i]];
    if (own != values[i] || any != values[places[i]]) atomicAdd(wrong, 1u);
}

//! Checks that `array` is changed as expected, whatever the alignment and the addresses.
template <class Element, std::size_t Alignment>
void check_distance(std::size_t distance, std::size_t skew, random_source& random)
{
    constexpr unsigned threads = 192, blocks = record_count / threads + 2;
    record_shape const shape{sizeof(Element), distance, record_count};
    std::vector<unsigned char> expected(shape.size());
    random.fill(expected.data(), expected.size());
    std::vector<unsigned> places(record_count);
    // Of every 64 records, 32 are accessed in order.
    auto const permutation = random.permutation(record_count);
    for (unsigned i = 0; i < record_count; ++i) places[i] = i;
    for (unsigned i = 0; i < record_count; ++i) {
        if (permutation[i] / 64 % 2 == 0 && i / 64 % 2 == 0) std::swap(places[i], places[permutation[i]]);
    }
    guarded_array<bytes<1>> before(expected.size(), random, skew);
    std::memcpy(before.data(), expected.data(), expected.size());
    device_copy<bytes<1>> const array(before);
    device_vector<unsigned> const device_places(places);
    auto* const first = reinterpret_cast<unsigned char*>(array.data());
    heddle::record_ptr<Element, Alignment> const p(first, distance);
    auto const values_of = [&](std::vector<unsigned char> const& records) {
        std::vector<Element> values(record_count);
        for (unsigned i = 0; i < record_count; ++i) std::memcpy(&values[i], &records[i * distance], sizeof(Element));
        return values;
    };
    device_vector<Element> const loaded(values_of(expected));
    device_vector<unsigned> const wrong(std::vector<unsigned>{0});
    compare_records<Element, heddle::record_ptr<Element const, Alignment>>
        <<<blocks, threads>>>(p, loaded.data(), device_places.data(), wrong.data());
    finish_kernel();
    EXPECT_EQ(0u, wrong.to_host(1)[0]) << sizeof(Element) << " bytes at distance " << distance << ", skew " << skew;

    fill_gaps(expected, shape);
    for (access const what :
         {access::store, access::store_in_branch, access::store_if, access::update_if, access::edit}) {
        flip_records(expected, shape, [&](std::size_t i) { return changes(what, i); });
        device_vector<Element> const values(values_of(expected));
        change_records<Element><<<blocks, threads>>>(p, first, shape, what, values.data(), device_places.data());
        finish_kernel();
        array.copy_to(before);
        ASSERT_TRUE(before.guards_intact()) << static_cast<int>(what);
        ASSERT_EQ(0, std::memcmp(before.data(), expected.data(), expected.size()))
            << sizeof(Element) << " bytes, aligned to " << Alignment << ", at distance " << distance << ", skew "
            << skew << ", access " << static_cast<int>(what);
    }
}

struct check_distances {
    random_source& random;

    template <class Element, std::size_t Alignment>
    void operator()() const
    {
        for (std::size_t distance = sizeof(Element); distance <= sizeof(Element) + 40; distance += Alignment) {
            if (testing::Test::HasFailure()) return;
            check_distance<Element, Alignment>(distance, distance / Alignment % 5 * Alignment, random);
        }
        check_distance<Element, Alignment>(10 * sizeof(Element), Alignment, random);
    }
};

TEST_F(record_ptr_test, accesses_the_records_and_nothing_between_them_at_every_distance)
{
    random_source random("records");
    for_record_types(check_distances{random});
}

}  // namespace heddle_test::record_ptr_test
