// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for every size from 81 to 144 bytes at its widest alignment.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

TEST(tile_access_sweep, sizes_81_to_144)
{
    using sizes = std::make_index_sequence<64>;
    heddle_test::check_all(heddle_test::collectives_of_sizes<81>(sizes()), sizes::size(),
                           "every size from 81 to 144 bytes");
}

}  // namespace
