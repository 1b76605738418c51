// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are groups. Tests that emulated_group, and active_group with any set of lanes, have the interface
// and the semantics of a thread_block_tile of CUDA.

#include "active_programs.hpp"

#include <common/lane_masks.hpp>
#include <common/random.hpp>

#include <heddle/active_group.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/emulation.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

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

using heddle::detail::counts_accesses;
using heddle::detail::static_lane_count;

static_assert(heddle::detail::lane_count_v<four_lanes> == 4);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<1>> == 1);
static_assert(heddle::detail::lane_count_v<heddle::emulated_group<32>> == 32);
static_assert(static_lane_count<lanes_known_at_run_time> == 0);
static_assert(static_lane_count<no_tile> == 0);

static_assert(counts_accesses<heddle::emulated_group<8>>::value);
static_assert(!counts_accesses<four_lanes>::value);

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

template <unsigned... LaneCount>
void check_parts_of_warp()
{
    (check_part_of_warp<LaneCount>(), ...);
}

TEST(emulated_group, is_one_of_several_in_a_warp) { check_parts_of_warp<1, 2, 4, 8, 16, 32>(); }

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

TEST(emulated_group, puts_accesses_of_lanes_together_to_instructions)
{
    char const* const base = reinterpret_cast<char const*>(std::uintptr_t{1} << 30);
    auto const traffic = emulate_group<32>([&](emulated_group<32> const& tile) {
        unsigned const l = tile.thread_rank();
        auto const access = [&](bool stores, char const* address, unsigned bytes) {
            emulated_lane::current()->count_access(tile.accessing_lanes(), stores, address, bytes);
        };
        access(false, base + 4 * l, 4);               // 4 sectors
        if (l < 3) access(false, base + 32 * l, 16);  // 3 sectors
        access(false, base + 32 * l, 8);              // 32 sectors
        access(false, l < 3 ? nullptr : base, 4);     // 1 sector, the second load of 4 bytes in all lanes
        access(false, nullptr, 4);                    // no lane accesses memory
        tile.sync();                                  // ends the instructions
        access(true, base, 2);                        // 1 sector
    });
    EXPECT_EQ((heddle::transaction_count{4, 40, 128 + 48 + 256 + 29 * 4}), traffic.loads);
    EXPECT_EQ((heddle::transaction_count{1, 1, 64}), traffic.stores);
}

//! Checks all functions of the active groups of random lanes. Returns the number of full groups.
template <unsigned LaneCount>
unsigned check_interface()
{
    unsigned groups = 0;
    heddle_test::random_source random("masks of active groups");
    for (std::uint32_t const mask : heddle_test::make_masks(random, 20)) {
        unsigned wrong = 0;
        emulate_group<32>([&](emulated_group<32> const& warp) {
            unsigned const lane = warp.thread_rank();
            if ((mask >> lane & 1u) != 0) {
                wrong += heddle_test::wrong_functions<LaneCount>(mask, lane);
            }
        });
        EXPECT_EQ(0u, wrong) << "mask " << mask << ", groups of " << LaneCount;
        groups += heddle_test::count_of(mask) / LaneCount;
    }
    return groups;
}

TEST(active_group, of_any_lanes_is_a_tile)
{
    EXPECT_LT(0u, check_interface<2>());
    EXPECT_LT(0u, check_interface<4>());
    EXPECT_LT(0u, check_interface<8>());
    EXPECT_LT(0u, check_interface<16>());
    EXPECT_LT(0u, check_interface<32>());
}

//! Runs a program on both sides of a branch. The lanes on each side form their own groups.
struct emulated_branches {
    static constexpr unsigned warp_count = 12;

    template <unsigned LaneCount, class Program, class Run>
    static void run(Run& whole, std::vector<heddle_test::branch_sets> const& warps)
    {
        for (heddle_test::branch_sets const& sets : warps) {
            emulate_group<32>([&](emulated_group<32> const& warp) {
                unsigned const lane = warp.thread_rank();
                auto const io = whole.tile(0);
                if ((sets.lanes[0] >> lane & 1u) != 0) {
                    heddle_test::run_in_group<LaneCount, Program>(sets.lanes[0], sets.first_group[0], lane, io);
                } else if ((sets.lanes[1] >> lane & 1u) != 0) {
                    heddle_test::run_in_group<LaneCount, Program>(sets.lanes[1], sets.first_group[1], lane, io);
                }
            });
        }
    }
};

TEST(active_group, loads_and_stores_on_both_sides_of_a_branch)
{
    heddle_test::check_accesses_in_groups<emulated_branches>();
}

TEST(active_group, runs_the_warp_toolbox_on_both_sides_of_a_branch)
{
    heddle_test::check_moves_in_groups<emulated_branches>();
    heddle_test::check_sums_in_groups<emulated_branches>();
    heddle_test::check_sorts_in_groups<emulated_branches>();
}

TEST(lanes, permute_bytes_takes_each_byte_from_where_its_digit_says)
{
    using heddle::detail::permute_bytes;
    constexpr std::uint32_t low = 0x83726150u, high = 0xc7b6a594u;  // byte k has k in its lower half
    EXPECT_EQ(low, permute_bytes(low, high, 0x3210));
    EXPECT_EQ(high, permute_bytes(low, high, 0x7654));
    EXPECT_EQ(0x5061c783u, permute_bytes(low, high, 0x0173));
    EXPECT_EQ(0x94a5b672u, permute_bytes(low, high, 0x4562));
}

}  // namespace
