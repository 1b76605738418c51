// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores by groups in random cases: every element size, every alignment, and groups of every size.

#include "random_accesses.hpp"

#include <type_traits>

namespace {

using namespace heddle_test;

TEST(random_accesses, of_1_to_80_bytes) { check_widely_aligned<32>(sizes<1, 80>()); }
TEST(random_accesses, of_81_to_144_bytes) { check_widely_aligned<32>(sizes<81, 144>()); }
TEST(random_accesses, of_145_to_256_bytes) { check_widely_aligned<32>(sizes<145, 256>()); }

TEST(random_accesses, of_every_alignment)
{
    check<1, 0, seq<2, 4, 8, 12, 14, 16, 20, 32, 48, 50, 64, 96>, seq<4, 14, 16, 48, 50>>();
    check<2, 0, seq<4, 12, 16, 24, 28, 32, 64, 100, 128, 192>, seq<4, 12, 28, 64, 100>>();
    check<4, 0, seq<8, 16, 24, 32, 40, 48, 64, 96, 128, 160, 192, 256>, seq<8, 16, 24, 40, 96, 256>>();
    check<8, 0, seq<16, 32, 48, 64, 96, 128, 192, 240, 256>, seq<16, 48, 64, 240>>();
    check<32, 0, seq<32, 64, 96, 256>, seq<64, 96>>();
    check<64, 0, seq<64, 192>, seq<192>>();
    check<128, 0, seq<128, 384>, seq<384>>();
}

TEST(random_accesses, of_large_elements)
{
    check<4, 0, seq<300, 512, 1024>, seq<300, 1024>>();
    check<16, 0, seq<512, 1024>, seq<512>>();
    check<1, 0, seq<257, 300>, seq<257>>();
}

template <unsigned LaneCount>
void check_groups()
{
    check_widely_aligned<LaneCount>(
        full_or<seq<1, 4, 12, 13, 14, 16, 20, 28, 36, 48, 50, 64, 124, 248>, seq<4, 12, 13, 28, 50, 64, 248>>());
    // The plans for these sizes depend on the number of lanes.
    using some = seq<1, 20, 30, 35, 46, 47, 51, 53, 58, 71, 74, 79, 133, 255>;
    constexpr bool every = full && (LaneCount == 2 || LaneCount == 8);
    check_sizes<1, LaneCount, 0>(std::conditional_t<every, sizes<1, 256>, some>());
    check_sizes<2, LaneCount, 0>(seq<22, 26, 34, 50, 78>());
}

TEST(random_accesses, in_groups_of_1) { check_groups<1>(); }
TEST(random_accesses, in_groups_of_2) { check_groups<2>(); }
TEST(random_accesses, in_groups_of_4) { check_groups<4>(); }
TEST(random_accesses, in_groups_of_8) { check_groups<8>(); }
TEST(random_accesses, in_groups_of_16) { check_groups<16>(); }

}  // namespace
