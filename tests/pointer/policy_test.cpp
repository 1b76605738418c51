// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that coalesced_ptr gives the same results with all policies. Checks the traffic of each policy.

#include "common/expected_traffic/expected_traffic.hpp"

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using heddle::memory_traffic;
using heddle::transaction_count;
using namespace heddle_test;

using seven = bytes<28>;

template <class Policy>
using ptr = coalesced_ptr<seven, Policy>;

static_assert(std::is_same_v<coalesced_ptr<seven>, ptr<heddle::by_plan>>);

struct copied {
    memory_traffic traffic;
    std::uint64_t from, to;
};

// Copies 32 elements through pointers with a policy, and checks the copies.
template <class Policy>
copied copy_by()
{
    static random_source random("policies");
    alignas(128) static seven memory[64];
    random.fill(memory, sizeof memory);
    coalesced_ptr<seven const, Policy> const from = memory;
    coalesced_ptr<seven, Policy> const to = memory + 32;
    auto const traffic = emulate_grid(32, [&](std::size_t i) { to[i] = from[i]; });
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(memory[i], memory[32 + i]);
    return {traffic, reinterpret_cast<std::uintptr_t>(memory), reinterpret_cast<std::uintptr_t>(memory + 32)};
}

// (active_store_test.cpp tests other sizes, and warps in which some lanes are inactive.)
TEST(policy, by_plan_asks_for_what_is_planned)
{
    constexpr auto p = heddle::detail::plan_of<seven>();
    copied const found = copy_by<heddle::by_plan>();
    EXPECT_EQ(expected_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_transactions(p, found.to, access_kind::store), found.traffic.stores);
}

TEST(policy, lane_by_lane_asks_for_what_plain_code_does)
{
    constexpr auto p = heddle::detail::plan_of<seven>();
    copied const found = copy_by<heddle::lane_by_lane>();
    EXPECT_EQ(expected_plain_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_plain_transactions(p, found.to), found.traffic.stores);
}

// If all lanes of a warp are active, they cooperate as with by_plan. Otherwise each lane accesses its own element.
TEST(policy, whole_warps_cooperate_as_a_whole_alone)
{
    constexpr auto p = heddle::detail::plan_of<seven>();
    copied const found = copy_by<heddle::whole_warps>();
    EXPECT_EQ(expected_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_transactions(p, found.to, access_kind::store), found.traffic.stores);
    static_assert(sizeof(ptr<heddle::whole_warps>) == sizeof(void*));

    random_source random("lanes of a diverged warp");
    alignas(128) seven memory[64];
    random.fill(memory, sizeof memory);
    auto const stores = [&](auto const& to) {
        coalesced_ptr<seven const> const from(memory);
        return emulate_grid(32,
                            [&](std::size_t i) {
                                seven const value = from[i];
                                if (i % 3 != 0) to[i] = value;
                            })
            .stores;
    };
    auto const alone = stores(ptr<heddle::whole_warps>(memory + 32));
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(i % 3 != 0, memory[i] == memory[32 + i]) << i;
    EXPECT_EQ(stores(ptr<heddle::lane_by_lane>(memory + 32)), alone);
    EXPECT_NE(stores(ptr<heddle::by_plan>(memory + 32)), alone);
}

TEST(policy, in_block_asks_for_chunks)
{
    constexpr auto p = heddle::detail::plan_of<seven>();
    copied const found = copy_by<heddle::in_block<256>>();
    heddle::detail::stage_layout const s = heddle::detail::make_stage_layout(p, 32);
    EXPECT_EQ(expected_transactions(s.elements, elements_from(p, found.from), access_kind::load, false, &s),
              found.traffic.loads);
    EXPECT_EQ(expected_transactions(s.elements, elements_from(p, found.to), access_kind::store, false, &s),
              found.traffic.stores);
    // 896 bytes are 56 chunks of 16 bytes.
    EXPECT_EQ((heddle::transaction_count{2, 28, 896}), found.traffic.stores);
    static_assert(sizeof(ptr<heddle::in_block<256>>) == sizeof(void*));
}

}  // namespace
