// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of a whole warp, for sizes from 1 to 80 bytes, each with its widest alignment.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <gtest/gtest.h>

namespace {

TEST(tile_access_sweep, sizes_1_to_80)
{
    using sizes = heddle_test::sizes<1, 80>;
    heddle_test::check_all(heddle_test::collectives_of_sizes(sizes()), sizes::size(), "sizes from 1 to 80 bytes");
}

}  // namespace
