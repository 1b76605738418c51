// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests all collectives through a stage in shared memory, which holds the elements of a warp or of some of its lanes.

#include "access_scenarios.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle_test;

TEST(staged_access, of_multiples_of_4_bytes)
{
    check<32, 4, seq<12, 16, 20, 28, 32, 48, 56, 64, 96, 132, 256>, seq<12, 28, 132>>("stage, alignment 4");
}

TEST(staged_access, of_wide_alignments)
{
    check<32, 16, seq<32, 48, 64, 96, 112, 256>, seq<48>>("stage, alignment 16");
}

TEST(staged_access, of_halves) { check<32, 2, seq<14, 18, 28, 34, 50, 62, 126>, seq<14, 50>>("stage, alignment 2"); }

TEST(staged_access, of_bytes)
{
    check<32, 1, seq<3, 13, 15, 17, 27, 28, 33, 35, 64, 127, 255>, seq<3, 17, 33, 255>>("stage, alignment 1");
}

// For these sizes, a division by the number of words per element needs a reciprocal of more than 20 bits.
TEST(staged_access, of_large_elements) { check<32, 4, seq<756, 772, 1020>, seq<756>>("stage, large elements"); }

TEST(staged_access, in_rounds)
{
    check<16, 4, seq<28, 64, 100, 256>, seq<100>>("stage of 16, alignment 4");
    check<8, 1, seq<13, 35, 50, 129>, seq<35>>("stage of 8, alignment 1");
    check<2, 2, seq<30, 50, 250>, seq<50>>("stage of 2, alignment 2");
    check<1, 8, seq<24, 48, 1024>, seq<24>>("stage of 1, alignment 8");
}

}  // namespace
