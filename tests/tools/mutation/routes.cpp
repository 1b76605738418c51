// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the scenarios of the host tests for a few types of whole words, which together take every route through
// registers, and for one type that takes the plain route. There are only a few types, because each mutant compiles this
// file.

#include "group/access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(routes, plain) { check_all(collectives_aligned_to<32, 4, 4>(), "routes, plain"); }

TEST(routes, of_whole_words) { check_all(collectives_aligned_to<32, 4, 8, 12, 28, 64>(), "routes, whole words"); }

TEST(routes, in_pieces) { check_all(collectives_aligned_to<32, 4, 300>(), "routes, pieces of whole words"); }

TEST(routes, of_small_tiles) { check_all(collectives_of_tile<8, 28>(), "routes, tiles of 8"); }

}  // namespace
