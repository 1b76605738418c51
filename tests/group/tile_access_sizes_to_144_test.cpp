// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of a whole warp, for sizes from 81 to 144 bytes, each with its widest alignment.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <gtest/gtest.h>

namespace {

TEST(tile_access_sweep, sizes_81_to_144)
{
    using sizes = heddle_test::sizes<81, 144>;
    heddle_test::check_all(heddle_test::collectives_of_sizes(sizes()), sizes::size(), "sizes from 81 to 144 bytes");
}

}  // namespace
