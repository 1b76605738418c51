// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// All collectives through a stage in shared memory: with room for a whole warp, and in rounds.

#include "access_scenarios.hpp"

#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(staged_access, of_multiples_of_4_bytes)
{
    check_all(collectives_through_stage<32, 4, 12, 16, 20, 28, 32, 48, 56, 64, 96, 132, 256>(), 11,
              "stage, alignment 4");
}

TEST(staged_access, of_wide_alignments)
{
    check_all(collectives_through_stage<32, 16, 32, 48, 64, 96, 112, 256>(), 6,
              "stage, alignment 16");
}

TEST(staged_access, of_halves)
{
    check_all(collectives_through_stage<32, 2, 14, 18, 28, 34, 50, 62, 126>(), 7,
              "stage, alignment 2");
}

TEST(staged_access, of_bytes)
{
    check_all(collectives_through_stage<32, 1, 3, 13, 15, 17, 27, 28, 33, 35, 64, 127, 255>(), 11,
              "stage, alignment 1");
}

// Of as many words that their quotients by the words of an element need more than 20 bits.
TEST(staged_access, of_large_elements)
{
    check_all(collectives_through_stage<32, 4, 756, 772, 1020>(), 3, "stage, large elements");
}

TEST(staged_access, in_rounds)
{
    check_all(collectives_through_stage<16, 4, 28, 64, 100, 256>(), 4, "stage of 16, alignment 4");
    check_all(collectives_through_stage<8, 1, 13, 35, 50, 129>(), 4, "stage of 8, alignment 1");
    check_all(collectives_through_stage<2, 2, 30, 50, 250>(), 3, "stage of 2, alignment 2");
    check_all(collectives_through_stage<1, 8, 24, 48, 1024>(), 3, "stage of 1, alignment 8");
}

}  // namespace
