// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for every size from 1 to 40 bytes at its widest alignment.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

TEST(tile_access_sweep, sizes_1_to_40)
{
    using sizes = std::make_index_sequence<40>;
    heddle_test::check_all(heddle_test::collectives_of_sizes<1>(sizes()), sizes::size(),
                           "every size from 1 to 40 bytes");
}

}  // namespace
