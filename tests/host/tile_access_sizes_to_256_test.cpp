// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of a whole warp, for every size from 145 to 256 bytes at its widest alignment.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

TEST(tile_access_sweep, sizes_145_to_256)
{
    using sizes = std::make_index_sequence<112>;
    heddle_test::check_all(heddle_test::collectives_of_sizes<145>(sizes()), sizes::size(),
                           "every size from 145 to 256 bytes");
}

}  // namespace
