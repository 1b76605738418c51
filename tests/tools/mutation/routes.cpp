// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs random accesses of a few types, because this file is compiled for many mutants. Together, these types take every
// route, through registers and through shared memory.

#include "group/random_accesses.hpp"

namespace {

using namespace heddle_test;

TEST(routes, through_registers)
{
    check_sizes<4, 32, 0>(seq<4, 8, 12, 28, 64, 300>());
    check_sizes<4, 8, 0>(seq<28>());
    check_sizes<1, 32, 0>(seq<14, 33, 99, 300>());
    check_sizes<2, 32, 0>(seq<50>());
}

TEST(routes, through_a_stage)
{
    check_sizes<4, 32, 32>(seq<28, 64>());
    check_sizes<16, 32, 32>(seq<96>());
    check_sizes<2, 32, 32>(seq<50>());
    check_sizes<1, 32, 8>(seq<35>());
    check_sizes<4, 32, 16>(seq<100>());
}

}  // namespace
