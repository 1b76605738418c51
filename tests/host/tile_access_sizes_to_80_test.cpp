// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for every size from 41 to 80 bytes at its widest alignment.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

TEST(tile_access_sweep, sizes_41_to_80)
{
    using sizes = std::make_index_sequence<40>;
    heddle_test::check_all(heddle_test::collectives_of_sizes<41>(sizes()), sizes::size(),
                           "every size from 41 to 80 bytes");
}

}  // namespace
