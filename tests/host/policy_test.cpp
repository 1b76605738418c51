// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The policies of a coalesced_ptr give the same results, with the expected traffic of each.

#include "expected_traffic/expected_traffic.hpp"

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::memory_traffic;
using heddle::detail::access_kind;
using namespace heddle_test;

using seven = bytes<28>;

template <class Policy>
using ptr = coalesced_ptr<seven, Policy>;

struct copied {
    memory_traffic traffic;
    std::uint64_t from, to;
};

// Copies 32 elements through pointers with a policy, and checks them.
template <class Policy>
copied copy_by()
{
    static random_source random("policies");
    alignas(128) static seven memory[64];
    random.fill(memory, sizeof memory);
    coalesced_ptr<seven const, Policy> const from = memory;
    coalesced_ptr<seven, Policy> const to = memory + 32;
    auto const traffic = heddle::emulate_grid(32, [&](std::size_t i) { to[i] = from[i]; });
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(memory[i], memory[32 + i]);
    return {traffic, reinterpret_cast<std::uintptr_t>(memory), reinterpret_cast<std::uintptr_t>(memory + 32)};
}

TEST(policy, by_plan_asks_for_rows)
{
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::by_plan>();
    EXPECT_EQ(expected_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_transactions(p, found.to, access_kind::store), found.traffic.stores);
    static_assert(std::is_same_v<coalesced_ptr<seven>, ptr<heddle::by_plan>>);
    static_assert(sizeof(coalesced_ptr<seven>) == sizeof(void*));
}

TEST(policy, lane_by_lane_asks_for_what_plain_code_does)
{
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::lane_by_lane>();
    EXPECT_EQ(expected_plain_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_plain_transactions(p, found.to), found.traffic.stores);
}

// All lanes cooperate as with by_plan; some lanes access their own element.
TEST(policy, whole_warps_cooperate_as_a_whole_alone)
{
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::whole_warps>();
    EXPECT_EQ(expected_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_transactions(p, found.to, access_kind::store), found.traffic.stores);
    static_assert(sizeof(ptr<heddle::whole_warps>) == sizeof(void*));

    random_source random("lanes of a diverged warp");
    alignas(128) seven memory[64];
    random.fill(memory, sizeof memory);
    auto const stores = [&](auto const& to) {
        coalesced_ptr<seven const> const from(memory);
        return heddle::emulate_grid(32,
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
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::in_block<256>>();
    heddle::detail::stage_layout const s = make_stage_layout(p, 32);
    EXPECT_EQ(expected_staged_transactions(s, elements_from(p, found.from), access_kind::load), found.traffic.loads);
    EXPECT_EQ(expected_staged_transactions(s, elements_from(p, found.to), access_kind::store), found.traffic.stores);
    // 896 bytes are 56 chunks of 16.
    EXPECT_EQ((heddle::transaction_count{2, 28, 896}), found.traffic.stores);
    static_assert(sizeof(ptr<heddle::in_block<256>>) == sizeof(void*));
}

// The functions of a group with scratch take the same route.
TEST(policy, in_block_asks_for_what_a_group_with_scratch_does)
{
    copied const expected = copy_by<heddle::in_block<32>>();
    random_source random("a group with scratch");
    alignas(128) static seven memory[64];
    random.fill(memory, sizeof memory);
    static heddle::block_scratch<seven, 32> of_block;
    static heddle::warp_scratch<seven> of_warp;
    auto const check = [&](auto& scratch) {
        memory_traffic const found = heddle::emulate_group<32>([&](auto tile) {
            seven* const p = memory + tile.thread_rank();
            heddle::store(tile, p + 32, heddle::load(tile, p, scratch), scratch);
        });
        EXPECT_EQ(expected.traffic.loads, found.loads);
        EXPECT_EQ(expected.traffic.stores, found.stores);
        EXPECT_EQ((heddle::transaction_count{2, 28, 896}), found.stores);
        for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(memory[i], memory[32 + i]);
    };
    check(of_block);
    check(of_warp);
}

TEST(policy, is_kept_and_may_be_changed)
{
    using in_block = heddle::in_block<64>;
    seven memory[3] = {};
    ptr<in_block> const p(memory);
    auto const next = p + 1;
    static_assert(std::is_same_v<decltype(next), ptr<in_block> const>);
    coalesced_ptr<seven const, in_block> const reads = next;
    EXPECT_EQ(memory + 1, reads.get());
    EXPECT_EQ(1, reads - p);
    EXPECT_TRUE(p < reads);

    // Conversion to another policy, and assignment between elements of different policies.
    coalesced_ptr<seven> const plain(p);
    EXPECT_EQ(memory, plain.get());
    memory[2].value[5] = 7;
    p[0] = plain[2];
    plain[1] = p[2];
    EXPECT_EQ(7, memory[0].value[5]);
    EXPECT_EQ(7, memory[1].value[5]);
    static_assert(!std::is_convertible_v<coalesced_ptr<seven const, in_block>, ptr<in_block>>);
}

}  // namespace
