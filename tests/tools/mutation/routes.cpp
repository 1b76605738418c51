// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the scenarios of the host tests for a few types, because this file is compiled for many mutants. Together, these
// types take every route, through registers and through shared memory.

#include "group/access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(routes, plain) { check_all(collectives_aligned_to<32, 4, 4>(), "routes, plain"); }

TEST(routes, of_whole_words) { check_all(collectives_aligned_to<32, 4, 8, 12, 28, 64>(), "routes, whole words"); }

TEST(routes, in_pieces) { check_all(collectives_aligned_to<32, 4, 300>(), "routes, pieces of whole words"); }

TEST(routes, of_small_tiles) { check_all(collectives_of_tile<8, 28>(), "routes, tiles of 8"); }

TEST(unaligned_routes, of_bytes) { check_all(collectives_aligned_to<32, 1, 14, 33, 99>(), "straddled routes, bytes"); }

TEST(unaligned_routes, of_halves) { check_all(collectives_aligned_to<32, 2, 50>(), "straddled routes, halves"); }

TEST(unaligned_routes, in_pieces) { check_all(collectives_aligned_to<32, 1, 300>(), "straddled routes, pieces"); }

TEST(staged_routes, of_a_whole_warp)
{
    check_all(collectives_through_stage<32, 4, 28, 64>(), "staged routes, alignment 4");
    check_all(collectives_through_stage<32, 16, 96>(), "staged routes, alignment 16");
    check_all(collectives_through_stage<32, 2, 50>(), "staged routes, alignment 2");
}

TEST(staged_routes, in_rounds)
{
    check_all(collectives_through_stage<8, 1, 35>(), "staged routes of 8");
    check_all(collectives_through_stage<16, 4, 100>(), "staged routes of 16");
}

}  // namespace
