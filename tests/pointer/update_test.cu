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
//! Returns the index of the element that thread i changes. Neighboring threads have consecutive or scattered indices.
HEDDLE_HOST_DEVICE inline std::size_t place_of_thread(std::size_t i, bool consecutive)
{
    return consecutive ? i : i * 601 % element_count;
}

constexpr unsigned block_sizes[] = {1, 31, 32, 50, 96, 129, 256};

template <class Action, class Pointer>
__global__ void apply_to(Action action, Pointer p, std::size_t n, bool consecutive)
{
    std::size_t const i = thread_in_grid();
    action(p, i, place_of_thread(i, consecutive), n);
}

template <class Element, class Action>
void check_action(Action action)
{
    random_source random("updated elements");
    guarded_array<Element> const before(element_count, random);
    std::vector<Element> expected(before.data(), before.data() + element_count);
    action.expect(expected.data(), element_count);
    guarded_array<Element> after(element_count, random);
    auto const check = [&](auto launch, char const* policy) {
        for (unsigned const threads : block_sizes) {
            for (bool const consecutive : {true, false}) {
                device_copy<Element> const elements(before);
                // At least one whole block has no elements.
                auto const blocks = static_cast<unsigned>(element_count / threads + 2);
                launch(elements.data(), blocks, threads, consecutive);
                finish_kernel();
                elements.copy_to(after);
                EXPECT_TRUE(after.guards_intact());
                for (std::size_t k = 0; k < element_count; ++k) {
                    ASSERT_EQ(expected[k], after[k])
                        << sizeof(Element) << " bytes, " << policy << ", blocks of " << threads
                        << (consecutive ? ", consecutive" : ", anywhere") << ", element " << k;
                }
            }
        }
    };
    auto const by = [&](auto policy) {
        using pointer = heddle::coalesced_ptr<Element, decltype(policy)>;
        return [=](Element* p, unsigned blocks, unsigned threads, bool consecutive) {
            apply_to<<<blocks, threads>>>(action, pointer(p), element_count, consecutive);
        };
    };
    check(by(heddle::by_plan{}), "by plan");
    check(by(heddle::lane_by_lane{}), "lane by lane");
    check(by(heddle::whole_warps{}), "whole warps");
    check(by(heddle::in_block<256>{}), "in block");
}

template <class Action>
void check_sizes(Action action)
{
    check_action<bytes<28>>(action);
    if constexpr (full) {
        check_action<bytes<12>>(action);
        check_action<bytes<50>>(action);
        check_action<bytes<92>>(action);
    }
}

TEST_F(update_test, stores_what_the_body_leaves_wherever_it_returns) { check_sizes(by_lambda{}); }
FULL_TEST_F(update_test, of_some_lanes_touches_no_other_elements) { check_sizes(of_some_lanes{}); }
FULL_TEST_F(update_test, stores_nothing_where_the_body_returns_false) { check_sizes(of_those_changed{}); }
FULL_TEST_F(update_test, of_some_lanes_stores_nothing_where_the_body_returns_false)
{
    check_sizes(of_some_lanes_that_change{});
}
FULL_TEST_F(update_test, may_be_called_in_loops) { check_sizes(in_loops{}); }
FULL_TEST_F(update_test, may_be_called_within_itself) { check_sizes(within_each_other{}); }
FULL_TEST_F(update_test, single_lanes_load_and_store_what_they_want) { check_sizes(by_single_lanes{}); }
FULL_TEST_F(update_test, scopes_store_by_every_exit) { check_sizes(in_a_scope{}); }

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
    device_copy<bytes<28>> const on_device(array);
    update_in_halves<<<1, 32>>>(on_device.data());
    finish_kernel();
    on_device.copy_to(array);
    for (std::size_t i = 0; i < 32; ++i) {
        if (i >= 16) {
            expected[i].value[6] = 7;
        } else if (i % 3 != 0) {
            expected[i].value[5] = 7;
        }
        EXPECT_EQ(expected[i], array[i]) << i;
    }
}

}  // namespace heddle_test::update_test
