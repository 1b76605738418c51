// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the scenarios of the host tests for a few types, which together take every route through shared memory. There
// are only a few types, because each mutant compiles this file.

#include "group/access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

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
