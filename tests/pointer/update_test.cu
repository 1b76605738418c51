// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests updates in kernels: lanes that exit the body early, updates in loops, nested updates, and warps and blocks of
// any shape. Checks that each element changes as on the host, and that no memory around the elements changes.
#include "common/moves.cuh"
#include "common/updates.hpp"
#include "pointer/update_bodies.hpp"

#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <vector>

namespace heddle_test::update_test {

using update_test = gpu_test;

constexpr std::size_t element_count = 1003;
template <class Action, class Pointer>
__global__ void apply_to(Action action, Pointer p, std::size_t n, bool consecutive)
{
    std::size_t const i = thread_in_grid();
    action(p, i, consecutive ? i : i * 601 % element_count, n);
}

template <class Policy, class Element, class Action>
void check_policy(char const* policy, guarded_array<Element> const& before, std::vector<Element> const& expected,
                  Action action)
{
    guarded_array<Element> after(before);
    for (unsigned const threads : {1u, 31u, 32u, 50u, 96u, 129u, 256u}) {
        // Neighboring threads change consecutive or scattered elements.
        for (bool const consecutive : {true, false}) {
            device_copy<Element> const elements(before);
            // At least one whole block has no elements.
            auto const blocks = static_cast<unsigned>(element_count / threads + 2);
            heddle::coalesced_ptr<Element, Policy> const p(elements.data());
            apply_to<<<blocks, threads>>>(action, p, element_count, consecutive);
            finish_kernel();
            elements.copy_to(after);
            EXPECT_TRUE(after.guards_intact());
            for (std::size_t k = 0; k < element_count; ++k) {
                ASSERT_EQ(expected[k], after[k]) << sizeof(Element) << " bytes, " << policy << ", blocks of " << threads
                                                 << (consecutive ? ", consecutive" : ", anywhere") << ", element " << k;
            }
        }
    }
}

template <class Element, class Action>
void check_action(Action action)
{
    random_source random("updated elements");
    guarded_array<Element> const before(element_count, random);
    std::vector<Element> expected(before.data(), before.data() + element_count);
    action.expect(expected.data(), element_count);
    check_policy<heddle::by_plan>("by plan", before, expected, action);
    check_policy<heddle::lane_by_lane>("lane by lane", before, expected, action);
    check_policy<heddle::whole_warps>("whole warps", before, expected, action);
    check_policy<heddle::in_block<256>>("in block", before, expected, action);
}

template <class... Action>
void check_sizes()
{
    (check_action<bytes<28>>(Action()), ...);
    if constexpr (full) {
        (check_action<bytes<12>>(Action()), ...);
        (check_action<bytes<50>>(Action()), ...);
        (check_action<bytes<92>>(Action()), ...);
    }
}

TEST_F(update_test, stores_what_the_body_leaves_wherever_it_returns) { check_sizes<by_lambda>(); }
FULL_TEST_F(update_test, stores_nothing_where_the_body_returns_false) { check_sizes<of_those_changed>(); }
FULL_TEST_F(update_test, of_some_lanes_touches_no_other_elements)
{
    check_sizes<of_some_lanes, of_some_lanes_that_change>();
}
FULL_TEST_F(update_test, may_be_called_in_loops_and_within_itself) { check_sizes<in_loops, within_each_other>(); }
FULL_TEST_F(update_test, single_lanes_load_and_store_what_they_want) { check_sizes<by_single_lanes>(); }
FULL_TEST_F(update_test, scopes_store_by_every_exit) { check_sizes<in_a_scope>(); }

FULL_TEST_F(update_test, of_192_bytes)
{
    check_action<bytes<192>>(by_lambda{});
    check_action<bytes<192>>(of_some_lanes{});
}

//! Updates elements in both branches of a warp. The second half waits until the first half has stored its elements.
__global__ void update_in_halves(heddle::coalesced_ptr<bytes<28>> p)
{
    __shared__ unsigned done;
    if (threadIdx.x == 0) done = 0;
    __syncwarp();
    if (threadIdx.x < 16) {
        heddle::update(p + threadIdx.x, [](bytes<28>& e) {
            if (threadIdx.x % 3 == 0) return;
            e.value[5] = 7;
        });
        if (threadIdx.x == 0) atomicExch(&done, 1u);
    } else {
        while (atomicAdd(&done, 0u) == 0) {
        }
        heddle::update(p + threadIdx.x, [](bytes<28>& e) { e.value[6] = 7; });
    }
}

FULL_TEST_F(update_test, in_a_branch_does_not_wait_for_the_other)
{
    random_source random("halves");
    guarded_array<bytes<28>> array(32, random);
    std::vector<bytes<28>> expected(array.data(), array.data() + 32);
    for (std::size_t i = 0; i < 32; ++i) {
        if (i >= 16 || i % 3 != 0) expected[i].value[i >= 16 ? 6 : 5] = 7;
    }
    on_device([](bytes<28>* p) { update_in_halves<<<1, 32>>>(p); }, array);
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(expected[i], array[i]) << i;
}

}  // namespace heddle_test::update_test
