// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// All collectives through a stage in shared memory, with room for a whole warp or for some lanes at a time.

#include "access_scenarios.hpp"

#include <common/full_test.hpp>

#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(staged_access, of_multiples_of_4_bytes)
{
    check_all(collectives_through_stage<32, 4, 12, 28, 64, 132>(), 4, "stage, alignment 4");
    if constexpr (full) {
        check_all(collectives_through_stage<32, 4, 16, 20, 32, 48, 56, 96, 256>(), 7, "stage, alignment 4");
    }
}

TEST(staged_access, of_wide_alignments)
{
    check_all(collectives_through_stage<32, 16, 48, 64>(), 2, "stage, alignment 16");
    if constexpr (full) {
        check_all(collectives_through_stage<32, 16, 32, 96, 112, 256>(), 4, "stage, alignment 16");
    }
}

TEST(staged_access, of_halves)
{
    check_all(collectives_through_stage<32, 2, 14, 50>(), 2, "stage, alignment 2");
    if constexpr (full) {
        check_all(collectives_through_stage<32, 2, 18, 28, 34, 62, 126>(), 5, "stage, alignment 2");
    }
}

TEST(staged_access, of_bytes)
{
    check_all(collectives_through_stage<32, 1, 3, 17, 28, 33, 255>(), 5, "stage, alignment 1");
    if constexpr (full) {
        check_all(collectives_through_stage<32, 1, 13, 15, 27, 35, 64, 127>(), 6, "stage, alignment 1");
    }
}

// Elements with so many words that quotients by the words of an element need more than 20 bits.
TEST(staged_access, of_large_elements)
{
    check_all(collectives_through_stage<32, 4, 756>(), 1, "stage, large elements");
    if constexpr (full) {
        check_all(collectives_through_stage<32, 4, 772, 1020>(), 2, "stage, large elements");
    }
}

TEST(staged_access, in_rounds)
{
    check_all(collectives_through_stage<16, 4, 28, 100>(), 2, "stage of 16, alignment 4");
    if constexpr (full) {
        check_all(collectives_through_stage<16, 4, 64, 256>(), 2, "stage of 16, alignment 4");
    }
    check_all(collectives_through_stage<8, 1, 35, 129>(), 2, "stage of 8, alignment 1");
    if constexpr (full) {
        check_all(collectives_through_stage<8, 1, 13, 50>(), 2, "stage of 8, alignment 1");
    }
    check_all(collectives_through_stage<2, 2, 50>(), 1, "stage of 2, alignment 2");
    if constexpr (full) {
        check_all(collectives_through_stage<2, 2, 30, 250>(), 2, "stage of 2, alignment 2");
    }
    check_all(collectives_through_stage<1, 8, 24>(), 1, "stage of 1, alignment 8");
    if constexpr (full) {
        check_all(collectives_through_stage<1, 8, 48, 1024>(), 2, "stage of 1, alignment 8");
    }
}

}  // namespace
