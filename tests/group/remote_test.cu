// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests arrays in remote memory: in pinned and mapped memory of the host, and in memory of another GPU. Runs the
// patterns of the sweep with coalesced_ptr and in explicit groups, with and without scratch. Tests warps whose elements
// lie in several memories. Tests particles that cross between the halves of a box, on one GPU and on two GPUs.
#include "common/bytes.hpp"
#include "exchange.cuh"
#include "remote_memory.cuh"
#include "sweep.cuh"

namespace heddle_test::remote_test {

//! Elements of each route. Their words are whole, misaligned, or shared by neighboring elements.
using remote_elements = full_or<
    elements<bytes<1>, bytes<3>, bytes<8>, bytes<8, 4>, bytes<12>, bytes<13>, bytes<16>, bytes<16, 4>, bytes<20>,
             bytes<28>, bytes<33>, bytes<50>, bytes<64>, bytes<64, 4>, bytes<96, 4>, bytes<132>, bytes<248>>,
    elements<bytes<8>, bytes<50>>>;

template <class Memory>
void expect_moved_by_pointers()
{
    sweep_pointers<heddle::by_plan, Memory>("remote arrays, by pointers", remote_elements{});
    sweep_pointers<heddle::in_block<256>, Memory>("remote arrays, by pointers in blocks", remote_elements{}, 256);
}

TEST_F(host_test, by_pointers) { expect_moved_by_pointers<host_memory>(); }
FULL_TEST_F(peer_test, by_pointers) { expect_moved_by_pointers<peer_memory>(); }

template <class Memory, class... Element>
void expect_moved_by_tiles(elements<Element...>)
{
    sweep_in<Memory> s("remote arrays, by tiles");
    (s.template by_tile<32, Element>(), ...);
    (s.template by_tile<32, Element, stages_of<Element, 32>>(), ...);
    s.template by_tile<8, bytes<28>>();
    EXPECT_EQ(s.cases(), (2 * sizeof...(Element) + 1) * 10u);
}

TEST_F(host_test, by_tiles) { expect_moved_by_tiles<host_memory>(remote_elements{}); }
FULL_TEST_F(peer_test, by_tiles) { expect_moved_by_tiles<peer_memory>(remote_elements{}); }

constexpr unsigned array_count = 3;

template <class Element>
struct arrays_apart {
    Element const* in[array_count];
    Element* out[array_count];
};

//! Moves elements of each array to the next array. Neighboring lanes move elements of different arrays.
template <class Element, class Policy>
__global__ void move_across(arrays_apart<Element> arrays)
{
    unsigned const i = threadIdx.x;
    heddle::coalesced_ptr<Element const, Policy> const in(arrays.in[i % array_count]);
    heddle::coalesced_ptr<Element, Policy> const out(arrays.out[(i + 1) % array_count]);
    out[i] = in[i];
}

constexpr std::size_t element_count = 256;

template <class Element>
struct images {
    guarded_array<Element> in, before, after;

    explicit images(random_source& random)
        : in(element_count, random), before(element_count, random), after(element_count, random)
    {
    }
};

//! Two arrays in one kind of memory, and copies of their contents on the host.
template <class Element, class Memory>
struct arrays_in : images<Element> {
    device_copy<Element, Memory> from, to;

    explicit arrays_in(random_source& random) : images<Element>(random), from(this->in), to(this->before) {}
};

//! Checks moves of elements between device memory, host memory and a third memory.
template <class Element, class Policy, class Third>
void expect_moved_across(random_source& random)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes");
    arrays_in<Element, device_memory> near(random);
    arrays_in<Element, host_memory> host(random);
    arrays_in<Element, Third> third(random);
    move_across<Element, Policy><<<1, element_count>>>(arrays_apart<Element>{
        {near.from.data(), host.from.data(), third.from.data()}, {near.to.data(), host.to.data(), third.to.data()}});
    finish_kernel();
    near.to.copy_to(near.after);
    host.to.copy_to(host.after);
    third.to.copy_to(third.after);
    images<Element> const* const arrays[array_count] = {&near, &host, &third};
    for (unsigned k = 0; k < array_count; ++k) {
        EXPECT_TRUE(arrays[k]->after.guards_intact()) << "a canary is dead";
        std::size_t wrong = 0;
        for (unsigned i = 0; i < element_count; ++i) {
            bool const is_target = (i + 1) % array_count == k;
            Element const& right = is_target ? arrays[i % array_count]->in[i] : arrays[k]->before[i];
            wrong += arrays[k]->after[i] != right ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0u) << "elements differ in array " << k;
    }
}

template <class Third, class... Element>
void expect_all_moved_across(elements<Element...>)
{
    random_source random("arrays in several memories");
    (expect_moved_across<Element, heddle::by_plan, Third>(random), ...);
    (expect_moved_across<Element, heddle::in_block<256>, Third>(random), ...);
}

FULL_TEST_F(host_test, in_one_warp_with_others) { expect_all_moved_across<device_memory>(remote_elements{}); }
FULL_TEST_F(peer_test, in_one_warp_with_others) { expect_all_moved_across<peer_memory>(remote_elements{}); }

using heddle_bench::coalesced_ptr;
using heddle_bench::plain_ptr;
using heddle_bench::scratch_ptr;

template <template <class> class Pointer>
void expect_exchanged(std::size_t count, int second_device)
{
    SCOPED_TRACE(testing::Message() << count << " particles");
    heddle_bench::halves_of_box halves(count, 0, second_device);
    EXPECT_EQ(halves.count_wrong(), 0u);
    for (unsigned step = 0; step < 5; ++step) {
        halves.step<Pointer>();
        EXPECT_EQ(halves.count_wrong(), 0u) << "after step " << step;
    }
    for (unsigned step = 0; step < 20; ++step) halves.step<Pointer>();  // without waits of the host
    EXPECT_EQ(halves.count_wrong(), 0u) << "after 25 steps";
}

void expect_exchanged_by_all(int second_device)
{
    // One particle, fewer particles than threads per block, and more particles than the GPU has resident threads.
    for (std::size_t const count : {1u, 100u, 1'000'003u}) {
        expect_exchanged<plain_ptr>(count, second_device);
        expect_exchanged<coalesced_ptr>(count, second_device);
        expect_exchanged<scratch_ptr>(count, second_device);
    }
}

using exchange_test = gpu_test;
class peer_exchange_test : public peer_test {};

TEST_F(exchange_test, within_one_gpu) { expect_exchanged_by_all(0); }
FULL_TEST_F(peer_exchange_test, between_two_gpus) { expect_exchanged_by_all(heddle_bench::peer_of(0)); }

}  // namespace heddle_test::remote_test
