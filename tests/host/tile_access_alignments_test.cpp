// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for some sizes with every alignment, also above 16 bytes.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using namespace heddle_test;

// The sweep over sizes has the widest alignments.

TEST(tile_access_sweep, alignment_1)
{
    check_all(collectives_aligned_to<32, 1, 4, 14, 16, 48, 50>(), 5, "alignment 1");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 1, 2, 8, 12, 20, 32, 64, 96>(), 7, "alignment 1");
    }
}

TEST(tile_access_sweep, alignment_2)
{
    check_all(collectives_aligned_to<32, 2, 4, 12, 28, 64, 100>(), 5, "alignment 2");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 2, 16, 24, 32, 128, 192>(), 5, "alignment 2");
    }
}

TEST(tile_access_sweep, alignment_4)
{
    check_all(collectives_aligned_to<32, 4, 8, 16, 24, 40, 96, 256>(), 6, "alignment 4");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 4, 32, 48, 64, 128, 160, 192>(), 6, "alignment 4");
    }
}

TEST(tile_access_sweep, alignment_8)
{
    check_all(collectives_aligned_to<32, 8, 16, 48, 64, 240>(), 4, "alignment 8");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 8, 32, 96, 128, 192, 256>(), 5, "alignment 8");
    }
}

TEST(tile_access_sweep, alignment_above_16)
{
    check_all(collectives_aligned_to<32, 32, 64, 96>(), 2, "alignment 32");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 32, 32, 256>(), 2, "alignment 32");
    }
    check_all(collectives_aligned_to<32, 64, 192>(), 1, "alignment 64");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 64, 64>(), 1, "alignment 64");
    }
    check_all(collectives_aligned_to<32, 128, 384>(), 1, "alignment 128");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 128, 128>(), 1, "alignment 128");
    }
}

TEST(tile_access_sweep, large_sizes)
{
    check_all(collectives_aligned_to<32, 4, 300, 1024>(), 2, "large, alignment 4");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 4, 512>(), 1, "large, alignment 4");
    }
    check_all(collectives_aligned_to<32, 16, 512>(), 1, "large, alignment 16");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 16, 1024>(), 1, "large, alignment 16");
    }
    check_all(collectives_aligned_to<32, 1, 257>(), 1, "large, alignment 1");
    if constexpr (full) {
        check_all(collectives_aligned_to<32, 1, 300>(), 1, "large, alignment 1");
    }
}

}  // namespace
