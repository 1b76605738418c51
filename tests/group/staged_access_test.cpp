// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores through a stage in shared memory, which holds the elements of a warp or of some of its lanes.

#include "random_accesses.hpp"

namespace {

using namespace heddle_test;

TEST(staged_access, of_a_whole_warp)
{
    check<4, 32, seq<12, 16, 20, 28, 32, 48, 56, 64, 96, 132, 256>, seq<12, 28, 132>>();
    check<16, 32, seq<32, 48, 64, 96, 112, 256>, seq<48>>();
    check<2, 32, seq<14, 18, 28, 34, 50, 62, 126>, seq<14, 50>>();
    check<1, 32, seq<3, 13, 15, 17, 27, 28, 33, 35, 64, 127, 255>, seq<3, 17, 33, 255>>();
    // For these sizes, a division by the number of words per element needs a reciprocal of more than 20 bits.
    check<4, 32, seq<756, 772, 1020>, seq<756>>();
}

TEST(staged_access, in_rounds)
{
    check<4, 16, seq<28, 64, 100, 256>, seq<100>>();
    check<1, 8, seq<13, 35, 50, 129>, seq<35>>();
    check<2, 2, seq<30, 50, 250>, seq<50>>();
    check<8, 1, seq<24, 48, 1024>, seq<24>>();
}

}  // namespace
