// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that an active_group of any lanes has the interface and the semantics of a tile of cooperative groups.

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/lane_masks.hpp>
#include <common/random.hpp>
#include <common/warp/accesses.hpp>
#include <common/warp/active_groups.hpp>
#include <common/warp/moves.hpp>
#include <common/warp/reductions.hpp>
#include <common/warp/shuffles.hpp>
#include <common/warp/sorts.hpp>

#include <heddle/active_group.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using heddle::emulate_group;
using heddle::emulated_group;

//! Checks all functions of the groups that random lanes form. Returns the number of full groups.
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

//! Checks a program that the lanes on each side of a branch run in their own groups.
template <class Program, class Value, unsigned LaneCount>
std::size_t check_program(heddle_test::random_source& random)
{
    return heddle_test::check_active_groups<LaneCount, Program, Value>(
        12, random, [](auto& whole, std::vector<heddle_test::branch_sets> const& warps) {
            for (heddle_test::branch_sets const& sets : warps) {
                emulate_group<32>([&](emulated_group<32> const& warp) {
                    unsigned const lane = warp.thread_rank();
                    auto const io = whole.tile(0);
                    auto const run = heddle_test::run_in_group<LaneCount, Program, Value>;
                    if ((sets.lanes[0] >> lane & 1u) != 0) {
                        run(sets.lanes[0], sets.first_group[0], lane, io);
                    } else if ((sets.lanes[1] >> lane & 1u) != 0) {
                        run(sets.lanes[1], sets.first_group[1], lane, io);
                    }
                });
            }
        });
}

template <class Program, class Value>
void check_program_in_all_groups(heddle_test::random_source& random)
{
    check_program<Program, Value, 2>(random);
    check_program<Program, Value, 4>(random);
    check_program<Program, Value, 8>(random);
    check_program<Program, Value, 16>(random);
    check_program<Program, Value, 32>(random);
}

//! Checks a program in groups of LaneCount lanes, or in groups of every size if every size is compiled.
template <class Program, class Value, unsigned LaneCount>
void check_program_in(heddle_test::random_source& random)
{
    if constexpr (heddle_test::full) {
        check_program_in_all_groups<Program, Value>(random);
    } else {
        check_program<Program, Value, LaneCount>(random);
    }
}

TEST(active_group, loads_and_stores_on_both_sides_of_a_branch)
{
    heddle_test::random_source random("loads and stores by groups in branches");
    using heddle_test::accesses;
    check_program_in_all_groups<accesses, heddle_test::bytes<28, 4>>(random);
    check_program_in<accesses, heddle_test::bytes<8, 4>, 16>(random);
    check_program_in<accesses, heddle_test::bytes<16, 4>, 8>(random);
    check_program_in<accesses, heddle_test::bytes<13, 1>, 32>(random);
    check_program_in<accesses, heddle_test::bytes<35, 1>, 8>(random);
    check_program_in<accesses, heddle_test::bytes<50, 2>, 4>(random);
    check_program_in<accesses, heddle_test::bytes<53, 1>, 2>(random);
    check_program_in<accesses, heddle_test::bytes<64, 16>, 16>(random);
    check_program_in<accesses, heddle_test::bytes<192, 16>, 32>(random);
}

TEST(active_group, runs_the_warp_toolbox_on_both_sides_of_a_branch)
{
    heddle_test::random_source random("warp toolbox of groups in branches");
    using namespace heddle_test;
    check_program_in_all_groups<shuffles, bytes<13>>(random);
    check_program_in<shuffles, double, 8>(random);
    check_program_in_all_groups<moves, bytes<6>>(random);
    check_program_in_all_groups<transposes<5>, bytes<20>>(random);
    check_program_in<transposes<12>, int, 16>(random);
    check_program_in_all_groups<reductions<compose>, bytes<28>>(random);
    check_program_in<reductions<known<heddle::plus>>, unsigned, 32>(random);
    check_program_in<reductions<known<heddle::plus>>, unsigned, 8>(random);
    check_program_in<reductions<known<heddle::maximum>>, double, 4>(random);
    check_program_in_all_groups<scans<compose>, bytes<3>>(random);
    check_program_in<scans<known<heddle::plus>>, unsigned, 16>(random);
    check_program_in<scans<known<heddle::plus>>, std::uint64_t, 32>(random);
    check_program_in_all_groups<sorts, bytes<12>>(random);
    check_program_in<sorts_of_many<3>, unsigned, 8>(random);
}

}  // namespace
