// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are groups. Checks that emulated_group has the interface and the semantics of a tile of cooperative
// groups.

#include <common/warp/active_groups.hpp>

#include <heddle/detail/group.cuh>
#include <heddle/emulation.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace {

using heddle::emulate_group;
using heddle::emulated_group;
using heddle::detail::emulated_lane;

static_assert(emulated_group<8>::num_threads() == 8);
static_assert(emulated_group<32>::size() == 32);

struct four_lanes {
    static constexpr int num_threads() { return 4; }
};
struct lanes_known_at_run_time {
    unsigned num_threads() const { return 4; }
};
struct no_tile {};

using heddle::detail::observes_accesses;
using heddle::detail::static_lane_count;

static_assert(heddle::detail::lane_count_v<four_lanes> == 4);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<1>> == 1);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<32>> == 32);
static_assert(static_lane_count<lanes_known_at_run_time> == 0);
static_assert(static_lane_count<no_tile> == 0);

static_assert(observes_accesses<heddle::emulated_group<8>>::value);
static_assert(!observes_accesses<four_lanes>::value);

TEST(group, knows_the_highest_lane_of_a_mask)
{
    for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(lane, heddle::detail::highest_lane(1u << lane));
        EXPECT_EQ(lane, heddle::detail::highest_lane(0xffffffffu >> (31 - lane)));
    }
}

static_assert(!heddle::detail::has_consecutive_lanes<four_lanes>::value);
static_assert(heddle::detail::has_consecutive_lanes<heddle::emulated_group<8>>::value);

template <unsigned LaneCount>
void check_part_of_warp()
{
    emulate_group<32>([&](emulated_group<32> const& warp) {
        emulated_group<LaneCount> const tile(*emulated_lane::current());
        unsigned const lane = warp.thread_rank(), first = lane / LaneCount * LaneCount;
        EXPECT_EQ(lane % LaneCount, tile.thread_rank());
        EXPECT_EQ(lane / LaneCount, tile.meta_group_rank());
        EXPECT_EQ(32 / LaneCount, tile.meta_group_size());
        EXPECT_EQ(0u, heddle_test::wrong_collectives<LaneCount>(tile, lane, [&](unsigned r) { return first + r; }));
    });
}

TEST(emulated_group, is_one_of_several_in_a_warp)
{
    check_part_of_warp<1>();
    check_part_of_warp<2>();
    check_part_of_warp<4>();
    check_part_of_warp<8>();
    check_part_of_warp<16>();
    check_part_of_warp<32>();
}

TEST(emulated_group, tiles_of_a_warp_need_not_keep_step)
{
    std::array<unsigned, 4> rounds{};
    emulate_group<32>([&](emulated_group<32> const& warp) {
        emulated_group<8> const tile(*emulated_lane::current());
        for (unsigned i = 0; i <= tile.meta_group_rank(); ++i) {
            if (tile.shfl(i, 7) == i && tile.thread_rank() == 0) ++rounds[tile.meta_group_rank()];
        }
        warp.sync();
    });
    EXPECT_EQ((std::array<unsigned, 4>{1, 2, 3, 4}), rounds);
}

TEST(emulated_group, shuffles_words_of_up_to_8_bytes)
{
    emulate_group<4>([&](emulated_group<4> const& tile) {
        unsigned const l = tile.thread_rank();
        unsigned const next = (l + 1) % 4;
        EXPECT_EQ((next + 250) % 256, tile.shfl(static_cast<std::uint8_t>(l + 250), next));
        EXPECT_EQ(-int(next), tile.shfl(static_cast<std::int16_t>(-int(l)), next));
        EXPECT_EQ(0.25 + next, tile.shfl(0.25 + l, next));
        EXPECT_EQ(next == 2, tile.shfl(l == 2, next));
    });
}

TEST(emulated_group, counts_the_accesses_that_it_observes)
{
    char const* const base = reinterpret_cast<char const*>(std::uintptr_t{1} << 30);
    auto const traffic = emulate_group<32>([&](emulated_group<32> const& tile) {
        unsigned const l = tile.thread_rank();
        tile.observe_access(false, base + 4 * l, 4);                      // 4 sectors
        tile.observe_access(false, base + 32 * l, 8);                     // 32 sectors
        tile.observe_access(false, l < 3 ? base + 32 * l : nullptr, 16);  // 3 sectors
        tile.observe_access(false, nullptr, 4);                           // no lane accesses memory
        tile.observe_access(true, base, 2);                               // 1 sector
    });
    EXPECT_EQ((heddle::transaction_count{3, 39, 128 + 256 + 48}), traffic.loads);
    EXPECT_EQ((heddle::transaction_count{1, 1, 64}), traffic.stores);
}

}  // namespace
