// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that all policies of a coalesced_ptr give the same results. Checks the expected traffic of each policy.

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

std::uint64_t address_of(void const* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Returns the transactions of the lanes in `mask` that access first[lane] per-thread.
transaction_count alone(heddle::plan const& p, std::uint64_t first, std::uint32_t mask, access_kind kind)
{
    group_elements elements = elements_from(p, first);
    elements.wanted = mask;
    elements.converged = false;
    return expected_transactions(p, elements, kind);
}

template <class Element>
void check_traffic_of(random_source& random)
{
    constexpr heddle::plan p = heddle::plan_of<Element>();
    std::vector<Element> memory(64);
    random.fill(memory.data(), memory.size() * sizeof(Element));
    std::vector<Element> const before = memory;
    coalesced_ptr<Element> const a(memory.data());
    auto const copy = [&](std::size_t i) { a[32 + i] = a[i]; };

    auto const whole = emulate_grid(32, copy);
    EXPECT_EQ(expected_transactions(p, address_of(&memory[0])), whole.loads) << sizeof(Element);
    EXPECT_EQ(expected_transactions(p, address_of(&memory[32]), access_kind::store), whole.stores) << sizeof(Element);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(before[i % 32], memory[i]);

    std::uint32_t const mask = random.next_word() & ~0x100u;
    auto const some = emulate_grid(32, [&](std::size_t i) {
        if ((mask >> i & 1u) != 0) copy(i);
    });
    EXPECT_EQ(alone(p, address_of(&memory[0]), mask, access_kind::load), some.loads) << sizeof(Element);
    EXPECT_EQ(alone(p, address_of(&memory[32]), mask, access_kind::store), some.stores) << sizeof(Element);

    auto const last = emulate_grid(31, copy);
    EXPECT_EQ(alone(p, address_of(&memory[0]), 0x7fffffffu, access_kind::load), last.loads) << sizeof(Element);
    EXPECT_EQ(alone(p, address_of(&memory[32]), 0x7fffffffu, access_kind::store), last.stores) << sizeof(Element);
}

template <class... Element>
void check_traffic(random_source& random)
{
    (check_traffic_of<Element>(random), ...);
}

TEST(policy, by_plan_asks_for_what_is_planned)
{
    random_source random("traffic of the pointer");
    check_traffic<bytes<1>, bytes<4>, bytes<12>, bytes<13>, bytes<16>, bytes<16, 4>, bytes<28>, bytes<50>, bytes<64>,
                  bytes<64, 8>, bytes<96>, bytes<248>, bytes<300>>(random);
}

TEST(policy, lane_by_lane_asks_for_what_plain_code_does)
{
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::lane_by_lane>();
    EXPECT_EQ(expected_plain_transactions(p, found.from), found.traffic.loads);
    EXPECT_EQ(expected_plain_transactions(p, found.to), found.traffic.stores);
}

// If all lanes of a warp are active, they cooperate as with by_plan. Otherwise each lane accesses its own element.
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
    constexpr auto p = heddle::plan_of<seven>();
    copied const found = copy_by<heddle::in_block<256>>();
    heddle::detail::stage_layout const s = make_stage_layout(p, 32);
    EXPECT_EQ(expected_transactions(s.elements, elements_from(p, found.from), access_kind::load, false, &s),
              found.traffic.loads);
    EXPECT_EQ(expected_transactions(s.elements, elements_from(p, found.to), access_kind::store, false, &s),
              found.traffic.stores);
    // 896 bytes are 56 chunks of 16.
    EXPECT_EQ((heddle::transaction_count{2, 28, 896}), found.traffic.stores);
    static_assert(sizeof(ptr<heddle::in_block<256>>) == sizeof(void*));
}

}  // namespace
