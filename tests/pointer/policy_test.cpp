// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that coalesced_ptr gives the same results with all policies. Checks the traffic of each policy.

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using heddle::transaction_count;
using namespace heddle_test;

using seven = bytes<28>;

template <class Policy>
using ptr = coalesced_ptr<seven, Policy>;

static_assert(std::is_same_v<coalesced_ptr<seven>, ptr<heddle::by_plan>>);

// Copies 32 elements through pointers with a policy. Expects equal copies, and the numbers of requests and of sectors:
// 28 bytes in each of 32 lanes are 28 sectors. (active_store_test.cpp tests other sizes, and warps in which some lanes
// are inactive.)
template <class Policy>
void expect_copy(transaction_count const& loads, transaction_count const& stores)
{
    random_source random("policies");
    alignas(128) seven memory[64];
    random.fill(memory, sizeof memory);
    coalesced_ptr<seven const, Policy> const from = memory;
    coalesced_ptr<seven, Policy> const to = memory + 32;
    auto const traffic = emulate_grid(32, [&](std::size_t i) { to[i] = from[i]; });
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(memory[i], memory[32 + i]);
    EXPECT_EQ(loads, traffic.loads);
    EXPECT_EQ(stores, traffic.stores);
    static_assert(sizeof(ptr<Policy>) == sizeof(void*));
}

TEST(policy, selects_the_route_of_a_whole_warp)
{
    // Plain code loads a word of each element in each of 7 requests. A cooperative store moves 7 rows of 4 sectors. In
    // shared memory, 896 bytes are 56 chunks of 16 bytes. (Loads of 28 bytes go through the L1 cache.)
    constexpr transaction_count plain{7, 196, 896}, rows{7, 28, 896}, chunks{2, 28, 896};
    expect_copy<heddle::by_plan>(plain, rows);
    expect_copy<heddle::whole_warps>(plain, rows);
    expect_copy<heddle::lane_by_lane>(plain, plain);
    expect_copy<heddle::in_block<256>>(plain, chunks);
}

// If all lanes of a warp are active, they cooperate as with by_plan. Otherwise each lane accesses its own element.
TEST(policy, whole_warps_cooperate_as_a_whole_alone)
{
    random_source random("lanes of a diverged warp");
    alignas(128) seven memory[64];
    random.fill(memory, sizeof memory);
    auto const stores = [&](auto const& to) {
        coalesced_ptr<seven const> const from(memory);
        auto const traffic = emulate_grid(32, [&](std::size_t i) {
            seven const value = from[i];
            if (i % 3 != 0) to[i] = value;
        });
        return traffic.stores;
    };
    auto const alone = stores(ptr<heddle::whole_warps>(memory + 32));
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(i % 3 != 0, memory[i] == memory[32 + i]) << i;
    EXPECT_EQ(stores(ptr<heddle::lane_by_lane>(memory + 32)), alone);
    EXPECT_NE(stores(ptr<heddle::by_plan>(memory + 32)), alone);
}

}  // namespace
