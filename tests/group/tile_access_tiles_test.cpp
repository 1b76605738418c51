// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of groups smaller than a warp: one group, and all groups of a warp.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

template <unsigned LaneCount>
void check_tiles()
{
    check_all(collectives_of_tile<LaneCount, 4, 12, 13, 28, 50, 64, 248>(), 7, "sizes on small tiles");
    // The plans of these sizes depend on the number of lanes (lane_counts_test.cpp).
    check_all(collectives_aligned_to<LaneCount, 1, 47, 53, 79>(), 3, "sizes planned by lanes");
    if constexpr (full) {
        check_all(collectives_of_tile<LaneCount, 1, 14, 16, 20, 36, 48, 124>(), 7, "more sizes on small tiles");
    }
}

TEST(tile_access_sweep, tiles_of_1) { check_tiles<1>(); }
TEST(tile_access_sweep, tiles_of_2) { check_tiles<2>(); }
TEST(tile_access_sweep, tiles_of_4) { check_tiles<4>(); }
TEST(tile_access_sweep, tiles_of_8) { check_tiles<8>(); }
TEST(tile_access_sweep, tiles_of_16) { check_tiles<16>(); }

}  // namespace
