// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of some sizes with every alignment, also above 16 bytes, by a whole warp, by one smaller
// group, and by all smaller groups of a warp. (tile_access_sizes_test.cpp tests all sizes.)

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(tile_access_sweep, alignment_1)
{
    check<0, 1, seq<2, 4, 8, 12, 14, 16, 20, 32, 48, 50, 64, 96>, seq<4, 14, 16, 48, 50>>("alignment 1");
}

TEST(tile_access_sweep, alignment_2)
{
    check<0, 2, seq<4, 12, 16, 24, 28, 32, 64, 100, 128, 192>, seq<4, 12, 28, 64, 100>>("alignment 2");
}

TEST(tile_access_sweep, alignment_4)
{
    check<0, 4, seq<8, 16, 24, 32, 40, 48, 64, 96, 128, 160, 192, 256>, seq<8, 16, 24, 40, 96, 256>>("alignment 4");
}

TEST(tile_access_sweep, alignment_8)
{
    check<0, 8, seq<16, 32, 48, 64, 96, 128, 192, 240, 256>, seq<16, 48, 64, 240>>("alignment 8");
}

TEST(tile_access_sweep, alignment_above_16)
{
    check<0, 32, seq<32, 64, 96, 256>, seq<64, 96>>("alignment 32");
    check<0, 64, seq<64, 192>, seq<192>>("alignment 64");
    check<0, 128, seq<128, 384>, seq<384>>("alignment 128");
}

TEST(tile_access_sweep, large_sizes)
{
    check<0, 4, seq<300, 512, 1024>, seq<300, 1024>>("large, alignment 4");
    check<0, 16, seq<512, 1024>, seq<512>>("large, alignment 16");
    check<0, 1, seq<257, 300>, seq<257>>("large, alignment 1");
}

template <unsigned LaneCount>
void check_tiles()
{
    check_all(collectives_of_tile<LaneCount, 4, 12, 13, 28, 50, 64, 248>(), "sizes on small tiles");
    // The plans for these sizes depend on the number of lanes (lane_counts_test.cpp).
    check_all(collectives_aligned_to<LaneCount, 1, 47, 53, 79>(), "sizes planned by lanes");
    if constexpr (full) {
        check_all(collectives_of_tile<LaneCount, 1, 14, 16, 20, 36, 48, 124>(), "more sizes on small tiles");
    }
}

TEST(tile_access_sweep, tiles_of_1) { check_tiles<1>(); }
TEST(tile_access_sweep, tiles_of_2) { check_tiles<2>(); }
TEST(tile_access_sweep, tiles_of_4) { check_tiles<4>(); }
TEST(tile_access_sweep, tiles_of_8) { check_tiles<8>(); }
TEST(tile_access_sweep, tiles_of_16) { check_tiles<16>(); }

}  // namespace
