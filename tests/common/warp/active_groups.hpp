// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the warp toolbox in active groups. Compares each function of an active group with plain
// arithmetic. Each warp has two sets of lanes, one for each side of a branch. Some lanes belong to neither set.
#pragma once

#include "common/lane_masks.hpp"
#include "common/warp/programs.hpp"

#include <heddle/active_group.cuh>

#include <cstdint>
#include <vector>

namespace heddle_test {

struct branch_sets {
    std::uint32_t lanes[2];
    unsigned first_group[2];  //!< index of the set's first full group among the groups of all warps
};

//! Returns two sets for each of warp_count warps. The sets contain few, many, all or no lanes, and some lanes belong to
//! neither set. Sets `group_count` to the number of full groups of n lanes.
inline std::vector<branch_sets> make_branch_sets(random_source& random, unsigned warp_count, unsigned n,
                                                 unsigned& group_count)
{
    std::vector<branch_sets> warps;
    group_count = 0;
    for (unsigned w = 0; w < warp_count; ++w) {
        std::uint32_t first = random.next_word(), without = 0;
        if (w % 4 == 1) first &= random.next_word();
        if (w % 4 == 2) without = random.next_word() & random.next_word();
        if (w % 4 == 3) first = 0x00ffff00u << random.below(9);
        if (w == 0) first = 0xffffffffu;
        if (w == 1) first = 0x55555555u;
        branch_sets sets{{first & ~without, ~first & ~without}, {}};
        for (unsigned side = 0; side < 2; ++side) {
            sets.first_group[side] = group_count;
            group_count += count_of(sets.lanes[side]) / n;
        }
        warps.push_back(sets);
    }
    return warps;
}

//! Returns the number of lanes in the set `lanes` that precede `lane`.
HEDDLE_HOST_DEVICE inline unsigned lanes_before(std::uint32_t lanes, unsigned lane)
{
    unsigned count = 0;
    for (unsigned l = 0; l < lane; ++l) count += lanes >> l & 1u;
    return count;
}

//! Runs the program in the calling lane if the group of this lane is full.
//! lane: the number of the calling lane within the warp
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned LaneCount, class Program, class Value>
HEDDLE_HOST_DEVICE void run_in_group(std::uint32_t lanes, unsigned first_group, unsigned lane,
                                     lane_io<Value> const& all)
{
    heddle::active_group<LaneCount> const group(lanes);
    if (!group.is_full()) return;
    unsigned const t = first_group + lanes_before(lanes, lane) / LaneCount;
    Program::lane(group, tile_of<Program>(all, t));
}

//! Calls the shuffles and votes of the group. Returns how many results of the calling lane are wrong.
//! lane_of(rank): the lane that has this rank in the group, for ranks below LaneCount
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned LaneCount, class Group, class LaneOf>
HEDDLE_HOST_DEVICE unsigned wrong_collectives(Group const& group, unsigned lane, LaneOf const& lane_of)
{
    unsigned const rank = group.thread_rank();
    unsigned wrong = 0;
    auto const expect = [&](bool condition) { wrong += condition ? 0 : 1; };
    auto const at = [&](unsigned r) { return lane_of(r % LaneCount); };
    auto const value_of = [](unsigned l) { return 0x123456789abcdefull * (l + 1); };
    for (unsigned r = 0; r < 3 * LaneCount; ++r) {
        // Ranks outside the group wrap around, even negative ranks.
        unsigned const from = r - LaneCount;
        expect(group.shfl(lane, from) == at(from));
        expect(group.shfl(value_of(lane), rank + r) == value_of(at(rank + r)));
        expect(group.shfl(static_cast<float>(lane), at(r)) == static_cast<float>(at(at(r))));
    }
    unsigned const all_ranks = 0xffffffffu >> (32 - LaneCount);
    for (unsigned d = 0; d < LaneCount; ++d) {
        expect(group.shfl_up(lane, d) == at(d <= rank ? rank - d : rank));
        expect(group.shfl_down(lane, d) == at(rank + d < LaneCount ? rank + d : rank));
        expect(group.shfl_xor(lane, d) == at(rank ^ d));
        expect(group.ballot(rank >= d) == (all_ranks & ~((1u << d) - 1u)));
        expect(group.ballot(rank == d) == 1u << d);
        expect(group.any(rank == d) && group.all(rank == d) == (LaneCount == 1));
        expect(!group.all(rank != d) && group.any(rank != d) == (LaneCount > 1));
    }
    expect(group.ballot(true) == all_ranks && group.ballot(false) == 0);
    expect(group.all(true) && !group.any(false));
    group.sync();
    return wrong;
}

//! Calls every function of the group. Returns how many results of the calling lane are wrong.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned LaneCount>
HEDDLE_HOST_DEVICE unsigned wrong_functions(std::uint32_t lanes, unsigned lane)
{
    using group_type = heddle::active_group<LaneCount>;
    static_assert(group_type::num_threads() == LaneCount && group_type::size() == LaneCount);
    static_assert(heddle::detail::lane_count_v<group_type> == LaneCount);
    group_type const group(lanes);
    unsigned const set_rank = lanes_before(lanes, lane), first = set_rank / LaneCount * LaneCount;
    unsigned wrong = 0;
    auto const expect = [&](bool condition) { wrong += condition ? 0 : 1; };
    expect(group.thread_rank() == set_rank - first);
    expect(group.is_full() == (first + LaneCount <= lanes_before(lanes, 32)));
    if (!group.is_full()) return wrong;

    unsigned lane_of_rank[LaneCount];
    std::uint32_t members = 0;
    for (unsigned l = 0, r = 0; l < 32; ++l) {
        if ((lanes >> l & 1u) == 0) continue;
        if (r >= first && r < first + LaneCount) {
            lane_of_rank[r - first] = l;
            members |= 1u << l;
        }
        ++r;
    }
    auto const lane_of = [&](unsigned r) { return lane_of_rank[r]; };
    expect(group.mask() == members);
    for (unsigned r = 0; r < 3 * LaneCount; ++r) expect(group.lane_of(r - LaneCount) == lane_of(r % LaneCount));
    return wrong + wrong_collectives<LaneCount>(group, lane, lane_of);
}

//! Calls run(whole, sets), which runs a program for one type in groups of LaneCount lanes. Checks the results, and
//! returns how many results were compared.
template <unsigned LaneCount, class Program, class Value, class Run>
std::size_t check_active_groups(unsigned warp_count, random_source& random, Run const& run)
{
    unsigned group_count = 0;
    std::vector<branch_sets> const sets = make_branch_sets(random, warp_count, LaneCount, group_count);
    program_run<Program, Value> whole(LaneCount, group_count, random);
    run(whole, sets);
    std::size_t checked = 0;
    EXPECT_EQ(0u, whole.count_wrong(checked))
        << Program::name << ": " << sizeof(Value) << " bytes, groups of " << LaneCount;
    EXPECT_LT(0u, checked);
    return checked;
}

}  // namespace heddle_test
