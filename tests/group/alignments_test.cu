// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the sweep for a few sizes: elements aligned to less than their size allows or to more than a word, large
// elements, and groups of every size. sweep.in.cu runs all sizes.
#include "group/sweep.cuh"

namespace heddle_test::alignments_test {

using alignments_test = gpu_test;
using sweep_test = gpu_test;

TEST_F(sweep_test, a_few_sizes)
{
    sweep s("elements of a few sizes");
    s.through_pointer<bytes<28>>();
    s.through_pointer<bytes<50>>();
    s.by_tile<32, bytes<13>>();
    EXPECT_EQ(s.cases(), 2u * 18u + 10u);
}

FULL_TEST_F(alignments_test, less_aligned_than_possible)
{
    sweep_pointers(
        "elements less aligned than possible",
        elements<bytes<16, 1>, bytes<16, 2>, bytes<16, 4>, bytes<16, 8>, bytes<32, 2>, bytes<32, 4>, bytes<48, 1>,
                 bytes<48, 8>, bytes<64, 4>, bytes<64, 8>, bytes<96, 4>, bytes<128, 4>, bytes<256, 4>>{});
}

TEST_F(alignments_test, more_aligned_than_a_word)
{
    sweep_pointers("elements aligned to more than a word", elements<bytes<32, 32>, bytes<64, 64>, bytes<128, 128>>{});
}

FULL_TEST_F(alignments_test, large)
{
    sweep s("large elements");
    s.through_pointer<bytes<300, 4>>();
    s.through_pointer<bytes<511, 1>>();
    s.through_pointer<bytes<1024, 16>>();
    s.by_tile<32, bytes<1000, 8>>();
    EXPECT_EQ(s.cases(), 3u * 18u + 10u);
}

template <unsigned LaneCount>
void sweep_tiles(sweep& s)
{
    s.by_tile<LaneCount, bytes<3>>();
    s.by_tile<LaneCount, bytes<13>>();
    s.by_tile<LaneCount, bytes<24, 4>>();
    s.by_tile<LaneCount, bytes<28>>();
    s.by_tile<LaneCount, bytes<96>>();
}

FULL_TEST_F(alignments_test, tiles_of_every_size)
{
    sweep s("tiles of every size");
    sweep_tiles<1>(s);
    sweep_tiles<2>(s);
    sweep_tiles<4>(s);
    sweep_tiles<8>(s);
    sweep_tiles<16>(s);
    EXPECT_EQ(s.cases(), 5u * 5u * 10u);
}

}  // namespace heddle_test::alignments_test
