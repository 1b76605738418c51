// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that algorithms on the GPU write only the bytes that they must write. At the same time, other threads write
// neighboring bytes: other calls of the same for_each, or a kernel in another stream.

#include "common/algorithms.cuh"
#include "common/gpu.cuh"

#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust.cuh>

#include <thrust/for_each.h>

#include <cstddef>
#include <vector>

namespace heddle_test::partial_writes_test {
namespace {

class partial_writes_test : public gpu_test {
protected:
    std::size_t const count = usual_or_small(1 << 20, 1 << 16);
    // A single round may not show a wrong write.
    std::size_t const rounds = usual_or_small(20, 3);
};

template <unsigned Others>
struct counted {
    unsigned own, by_others;
    unsigned others[Others];
};

//! Changes `own` of its element, and adds 1 to `by_others` of the next element.
template <class Struct>
struct count_in_both {
    Struct* first;
    unsigned count;
    __device__ void operator()(Struct& element) const
    {
        unsigned const next = (element.own + 1) % count;
        element.own += count;
        atomicAdd(&first[next].by_others, 1u);
    }
};

template <class Struct>
std::vector<Struct> numbered(std::size_t count)
{
    std::vector<Struct> structs(count);
    for (std::size_t k = 0; k < count; ++k) structs[k].own = static_cast<unsigned>(k);
    return structs;
}

//! Copies structs to the device, calls `change` with their address, and returns the changed structs.
template <class Struct, class Change>
std::vector<Struct> changed(std::vector<Struct> const& structs, Change const& change)
{
    device_vector<Struct> const on_device(structs);
    change(on_device.data());
    finish_kernel();
    return on_device.to_host(structs.size());
}

template <unsigned Others>
void check_neighbours(std::size_t count)
{
    using type = counted<Others>;
    auto const number = static_cast<unsigned>(count);
    auto const check = [&](char const* what, auto const& change) {
        SCOPED_TRACE(testing::Message() << what << " of " << sizeof(type) << " bytes");
        std::size_t lost = 0, wrong = 0;
        std::vector<type> const structs = changed(numbered<type>(count), change);
        for (std::size_t k = 0; k < count; ++k) {
            lost += structs[k].by_others != 1;
            wrong += structs[k].own != k + count;
        }
        EXPECT_EQ(0u, lost);
        EXPECT_EQ(0u, wrong);
    };
    check("heddle::for_each", [&](type* first) {
        count_in_both<type> const change{first, number};
        check_cuda(heddle::for_each(nullptr, first, first + count, change), "for_each");
    });
    check("thrust::for_each by heddle::par", [&](type* first) {
        thrust::for_each(heddle::par, first, first + count, count_in_both<type>{first, number});
    });
}

TEST_F(partial_writes_test, for_each_leaves_what_others_write)
{
    check_neighbours<1>(count);
    check_neighbours<5>(count);
    check_neighbours<14>(count);
    check_neighbours<30>(count);
    check_neighbours<140>(count);
}

//! A struct of 33 bytes. Bytes 8 to 10 contain its index.
struct odd {
    unsigned char bytes[33];
    __host__ __device__ static constexpr bool is_free(unsigned at) { return at < 8 || at >= 12; }
};
//! If the index k is odd, changes element k, and changes element k - 1 in global memory. If k is even, changes nothing.
struct change_neighbour {
    odd* first;
    __device__ void operator()(odd& element) const
    {
        unsigned number = 0;
        for (unsigned i = 0; i < 3; ++i) number |= unsigned{element.bytes[8 + i]} << 8 * i;
        if (number % 2 == 0) return;
        for (unsigned at = 0; at < 33; ++at) {
            if (!odd::is_free(at)) continue;
            element.bytes[at] = 201;
            first[number - 1].bytes[at] = 100;
        }
    }
};

FULL_TEST_F(partial_writes_test, for_each_writes_no_byte_of_another_element)
{
    std::vector<odd> structs(count);
    for (std::size_t k = 0; k < count; ++k) {
        for (unsigned i = 0; i < 3; ++i) {
            structs[k].bytes[8 + i] = static_cast<unsigned char>(k >> 8 * i);
        }
    }
    structs = changed(structs, [&](odd* first) {
        check_cuda(heddle::for_each(nullptr, first, first + count, change_neighbour{first}), "for_each");
    });
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < count; ++k) {
        for (unsigned at = 0; at < 33; ++at) {
            if (odd::is_free(at)) wrong += structs[k].bytes[at] != (k % 2 != 0 ? 201 : 100);
        }
    }
    EXPECT_EQ(0u, wrong);
}

struct member_pair {
    float x;
    short kind, flags;
    float y, z;
    double mass;
    int id;
};

FULL_TEST_F(partial_writes_test, soa_to_aos_in_two_streams_writes_disjoint_members)
{
    std::vector<float> xs(count), ys(count);
    std::vector<short> kinds(count), flags(count);
    for (std::size_t k = 0; k < count; ++k) {
        xs[k] = static_cast<float>(k);
        ys[k] = -static_cast<float>(k);
        kinds[k] = static_cast<short>(k % 1009);
        flags[k] = static_cast<short>(k % 997);
    }
    device_vector<float> const x(xs), y(ys);
    device_vector<short> const kind(kinds), flag(flags);
    own_stream const one, two;
    for (std::size_t round = 0; round < rounds; ++round) {
        auto const structs = changed(std::vector<member_pair>(count), [&](member_pair* first) {
            check_cuda(heddle::soa_to_aos<&member_pair::x, &member_pair::kind>(one, first, first + count, x.data(),
                                                                               kind.data()),
                       "soa_to_aos");
            check_cuda(heddle::soa_to_aos<&member_pair::flags, &member_pair::y>(two, first, first + count, flag.data(),
                                                                                y.data()),
                       "soa_to_aos");
        });
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            member_pair const& s = structs[k];
            bool const is_right = s.x == xs[k] && s.y == ys[k] && s.kind == kinds[k] && s.flags == flags[k] &&
                                  s.z == 0 && s.mass == 0 && s.id == 0;
            wrong += !is_right;
        }
        ASSERT_EQ(0u, wrong) << "round " << round;
    }
}

struct numbered_result {
    unsigned number;
    unsigned values[6];
};
struct make_result {
    unsigned by;
    __device__ numbered_result operator()(unsigned k) const { return {k, {k + by, k, k, k, k, k}}; }
};
struct has_parity {
    unsigned parity;
    __device__ bool operator()(unsigned k) const { return k % 2 == parity; }
};

FULL_TEST_F(partial_writes_test, transform_if_in_two_streams_writes_disjoint_elements)
{
    std::vector<unsigned> numbers(count);
    for (std::size_t k = 0; k < count; ++k) numbers[k] = static_cast<unsigned>(k);
    device_vector<unsigned> const in(numbers);
    own_stream const streams[2];
    for (std::size_t round = 0; round < rounds; ++round) {
        auto const structs = changed(std::vector<numbered_result>(count), [&](numbered_result* first) {
            for (unsigned parity = 0; parity < 2; ++parity) {
                check_cuda(heddle::transform_if(streams[parity], in.data(), in.data() + count, first,
                                                make_result{parity}, has_parity{parity}),
                           "transform_if");
            }
        });
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            wrong += structs[k].number != k || structs[k].values[0] != k + k % 2;
        }
        ASSERT_EQ(0u, wrong) << "round " << round;
    }
}

}  // namespace
}  // namespace heddle_test::partial_writes_test
