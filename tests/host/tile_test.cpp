// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are groups, and their number of lanes.

#include <heddle/detail/group.cuh>
#include <heddle/emulation/emulated_group.hpp>

#include <gtest/gtest.h>

namespace {

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

TEST(tile, is_known_at_compile_time)
{
    EXPECT_EQ(4u, heddle::detail::lane_count_v<four_lanes>);
    EXPECT_EQ(16u, heddle::detail::lane_count_v<heddle::emulated_group<16>>);
}

TEST(tile, knows_the_highest_lane_of_a_mask)
{
    for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(lane, heddle::detail::highest_lane(1u << lane));
        EXPECT_EQ(lane, heddle::detail::highest_lane(0xffffffffu >> (31 - lane)));
    }
}

static_assert(!heddle::detail::has_consecutive_lanes<four_lanes>::value);
static_assert(heddle::detail::has_consecutive_lanes<heddle::emulated_group<8>>::value);

}  // namespace
