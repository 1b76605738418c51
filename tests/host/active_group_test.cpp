// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Active groups of any set of lanes have the interface and the meaning of a tile of cooperative groups.

#include <common/bytes.hpp>
#include <common/random.hpp>
#include <common/warp/accesses.hpp>
#include <common/warp/active_groups.hpp>
#include <common/warp/moves.hpp>
#include <common/warp/reductions.hpp>
#include <common/warp/shuffles.hpp>
#include <common/warp/sorts.hpp>

#include <heddle/active_group.cuh>
#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace {

using heddle::active_group;
using heddle::emulate_group;
using heddle::emulated_group;

//! Returns masks with every number of lanes, at the beginning, at the end and scattered; every second lane; random
//! ones.
std::vector<std::uint32_t> masks()
{
    heddle_test::random_source random("masks of rank groups");
    std::vector<std::uint32_t> result{0x55555555u, 0xaaaaaaaau, 0x33333333u, 0x80000001u, 0xff00ff00u};
    for (unsigned count = 1; count <= 32; ++count) {
        std::uint32_t const prefix = 0xffffffffu >> (32 - count);
        result.push_back(prefix);
        result.push_back(prefix << (32 - count));
        std::uint32_t scattered = 0;
        while (std::bitset<32>(scattered).count() < count) {
            scattered |= 1u << random.below(32);
        }
        result.push_back(scattered);
    }
    return result;
}

std::vector<unsigned> lanes_of(std::uint32_t mask)
{
    std::vector<unsigned> lanes;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1u) != 0) lanes.push_back(lane);
    }
    return lanes;
}

//! Calls check(group, lanes of the group, expect) in each lane of a full group. Returns the number of full groups.
template <unsigned LaneCount, class Check>
unsigned in_groups(std::uint32_t mask, Check const& check)
{
    std::vector<unsigned> const lanes = lanes_of(mask);
    unsigned full_lanes = 0, wrong = 0;
    emulate_group<32>([&](emulated_group<32> const& warp) {
        unsigned const own = warp.thread_rank();
        if ((mask >> own & 1u) == 0) return;
        active_group<LaneCount> const group(mask);
        unsigned rank = 0;
        while (lanes[rank] != own) ++rank;
        unsigned const first = rank - rank % LaneCount;
        auto const expect = [&](bool condition) { wrong += condition ? 0 : 1; };
        expect(group.thread_rank() == rank % LaneCount);
        expect(group.is_full() == (first + LaneCount <= lanes.size()));
        if (!group.is_full()) return;
        full_lanes += 1;
        check(group, lanes.data() + first, expect);
    });
    EXPECT_EQ(0u, wrong) << "mask " << mask << ", groups of " << LaneCount;
    EXPECT_EQ(lanes.size() / LaneCount * LaneCount, full_lanes) << mask;
    return full_lanes / LaneCount;
}

//! Checks all functions of groups. Returns the number of full groups.
template <unsigned LaneCount>
unsigned check_interface()
{
    unsigned groups = 0;
    for (std::uint32_t const mask : masks()) {
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

template <unsigned LaneCount, class Element>
void check_collectives()
{
    heddle_test::random_source random("elements of rank groups");
    std::array<Element, 64> from;
    for (Element& element : from) {
        for (unsigned char& byte : element.value) byte = static_cast<unsigned char>(random.below(256));
    }
    for (std::uint32_t const mask : masks()) {
        std::array<Element, 64> to{}, expected{};
        std::vector<unsigned> const lanes = lanes_of(mask);
        for (unsigned rank = 0; rank < lanes.size() / LaneCount * LaneCount; ++rank) {
            expected[lanes[rank] * 29 % 64] = from[lanes[rank] * 11 % 64];
        }
        in_groups<LaneCount>(mask, [&](auto const& group, unsigned const* own, auto const& expect) {
            unsigned const lane = own[group.thread_rank()];
            Element const value = heddle::load(group, from.data() + lane * 11 % 64);
            expect(value == from[lane * 11 % 64]);
            heddle::store(group, to.data() + lane * 29 % 64, value);
            unsigned sum = 0;
            for (unsigned r = 0; r < LaneCount; ++r) sum += own[r];
            expect(heddle::reduce_to_all(group, lane, heddle::plus{}) == sum);
            expect(heddle::shuffle(group, value, group.thread_rank() + 1) ==
                   from[own[(group.thread_rank() + 1) % LaneCount] * 11 % 64]);
            bool const wanted = lane % 3 != 0;
            Element const some = heddle::load_if(group, wanted, from.data() + lane, Element{});
            expect(some == (wanted ? from[lane] : Element{}));
        });
        EXPECT_TRUE(expected == to) << mask;
    }
}

TEST(active_group, takes_part_in_collectives)
{
    check_collectives<2, heddle_test::bytes<28, 4>>();
    check_collectives<4, heddle_test::bytes<28, 4>>();
    check_collectives<8, heddle_test::bytes<28, 4>>();
    check_collectives<16, heddle_test::bytes<28, 4>>();
    check_collectives<32, heddle_test::bytes<28, 4>>();
    check_collectives<8, heddle_test::bytes<33, 1>>();
    check_collectives<8, heddle_test::bytes<192, 16>>();
    check_collectives<4, heddle_test::bytes<50, 2>>();
    check_collectives<16, heddle_test::bytes<64, 4>>();
}

TEST(active_group, of_lanes_in_different_branches)
{
    // Two sets of lanes in a warp, each in its own groups, interleaved in any order.
    std::uint32_t const sides[] = {0x0f3355ffu, ~0x0f3355ffu};
    std::array<unsigned, 32> sums{};
    emulate_group<32>([&](emulated_group<32> const& warp) {
        unsigned const lane = warp.thread_rank();
        if ((sides[0] >> lane & 1u) != 0) {
            active_group<8> const group(sides[0]);
            if (group.is_full()) sums[lane] = heddle::reduce_to_all(group, lane, heddle::plus{});
        } else {
            active_group<4> const group(sides[1]);
            if (group.is_full()) sums[lane] = heddle::reduce_to_all(group, lane, heddle::plus{});
        }
    });
    for (unsigned side = 0; side < 2; ++side) {
        std::vector<unsigned> const lanes = lanes_of(sides[side]);
        unsigned const count = side == 0 ? 8 : 4;
        for (unsigned rank = 0; rank < lanes.size(); ++rank) {
            unsigned sum = 0;
            unsigned const first = rank / count * count;
            bool const is_full = first + count <= lanes.size();
            for (unsigned r = first; is_full && r < first + count; ++r) sum += lanes[r];
            EXPECT_EQ(sum, sums[lanes[rank]]);
        }
    }
}

//! The lanes of each side of a branch run the program in their own groups.
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

TEST(active_group, loads_and_stores_on_both_sides_of_a_branch)
{
    heddle_test::random_source random("loads and stores by groups in branches");
    using heddle_test::accesses;
    check_program_in_all_groups<accesses, heddle_test::bytes<8, 4>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<16, 4>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<13, 1>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<28, 4>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<35, 1>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<50, 2>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<53, 1>>(random);
    check_program_in_all_groups<accesses, heddle_test::bytes<64, 16>>(random);
}

TEST(active_group, runs_the_warp_toolbox_on_both_sides_of_a_branch)
{
    heddle_test::random_source random("warp toolbox of groups in branches");
    using namespace heddle_test;
    check_program_in_all_groups<shuffles, bytes<13>>(random);
    check_program_in_all_groups<shuffles, double>(random);
    check_program_in_all_groups<moves, bytes<6>>(random);
    check_program_in_all_groups<transposes<5>, bytes<20>>(random);
    check_program_in_all_groups<transposes<12>, int>(random);
    check_program_in_all_groups<reductions<compose>, bytes<28>>(random);
    check_program_in_all_groups<reductions<known<heddle::plus>>, unsigned>(random);
    check_program_in_all_groups<reductions<known<heddle::maximum>>, double>(random);
    check_program_in_all_groups<scans<compose>, bytes<3>>(random);
    check_program_in_all_groups<scans<known<heddle::plus>>, unsigned>(random);
    check_program_in_all_groups<scans<known<heddle::plus>>, std::uint64_t>(random);
    check_program_in_all_groups<sorts, bytes<12>>(random);
    check_program_in_all_groups<sorts_of_many<3>, unsigned>(random);
}

}  // namespace
