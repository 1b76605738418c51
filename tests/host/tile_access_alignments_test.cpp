// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for some sizes at every alignment, also above 16 bytes.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle_test::check_all;
using heddle_test::collectives_aligned_to;

// Those at their widest alignment are in the sweep over sizes.

TEST(tile_access_sweep, alignment_1)
{
    check_all(collectives_aligned_to<32, 1, 2, 4, 8, 12, 14, 16, 20, 32, 48, 50, 64, 96>(), 12,
              "alignment 1");
}

TEST(tile_access_sweep, alignment_2)
{
    check_all(collectives_aligned_to<32, 2, 4, 12, 16, 24, 28, 32, 64, 100, 128, 192>(), 10,
              "alignment 2");
}

TEST(tile_access_sweep, alignment_4)
{
    check_all(collectives_aligned_to<32, 4, 8, 16, 24, 32, 40, 48, 64, 96, 128, 160, 192, 256>(),
              12, "alignment 4");
}

TEST(tile_access_sweep, alignment_8)
{
    check_all(collectives_aligned_to<32, 8, 16, 32, 48, 64, 96, 128, 192, 240, 256>(), 9,
              "alignment 8");
}

TEST(tile_access_sweep, alignment_above_16)
{
    check_all(collectives_aligned_to<32, 32, 32, 64, 96, 256>(), 4, "alignment 32");
    check_all(collectives_aligned_to<32, 64, 64, 192>(), 2, "alignment 64");
    check_all(collectives_aligned_to<32, 128, 128, 384>(), 2, "alignment 128");
}

TEST(tile_access_sweep, large_sizes)
{
    check_all(collectives_aligned_to<32, 4, 300, 512, 1024>(), 3, "large, alignment 4");
    check_all(collectives_aligned_to<32, 16, 512, 1024>(), 2, "large, alignment 16");
    check_all(collectives_aligned_to<32, 1, 257, 300>(), 2, "large, alignment 1");
}

}  // namespace
