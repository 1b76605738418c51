// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores by a whole warp, for every element size up to 256 bytes with its widest alignment.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(tile_access_sweep, sizes_1_to_80) { check_all(collectives_of_sizes(sizes<1, 80>()), "sizes from 1 to 80 bytes"); }
TEST(tile_access_sweep, sizes_81_to_144)
{
    check_all(collectives_of_sizes(sizes<81, 144>()), "sizes from 81 to 144 bytes");
}
TEST(tile_access_sweep, sizes_145_to_256)
{
    check_all(collectives_of_sizes(sizes<145, 256>()), "sizes from 145 to 256 bytes");
}

}  // namespace
