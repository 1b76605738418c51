// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests arrays in remote memory, through coalesced_ptr and in explicit groups, with every pattern of moves, through
// registers and scratch. Tests warps whose elements lie in several memories.
#include "remote_memory.cuh"
#include "sweep.cuh"

namespace heddle_test::remote_test {

template <class Memory, class... Element>
void expect_moved_by_pointers(elements<Element...>)
{
    sweep_in<Memory> s("remote arrays, by pointers");
    (s.template through_pointer<Element>(), ...);
    (s.template through_pointer<Element, heddle::in_block<256>>(256), ...);
    EXPECT_EQ(s.cases(), 2 * sizeof...(Element) * 18u);
}

TEST_F(host_test, by_pointers) { expect_moved_by_pointers<host_memory>(remote_elements{}); }
FULL_TEST_F(peer_test, by_pointers) { expect_moved_by_pointers<peer_memory>(remote_elements{}); }

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

//! Moves each element to the next array. Neighboring lanes move elements of different arrays.
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

//! Arrays in one kind of memory, and their images on the host.
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

}  // namespace heddle_test::remote_test
