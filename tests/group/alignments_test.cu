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
    sweep_pointers("elements of a few sizes", elements<bytes<28>, bytes<50>>{});
    sweep_tiles<32>("elements of 13 bytes", elements<bytes<13>>{});
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
    sweep_pointers("large elements", elements<bytes<300, 4>, bytes<511, 1>, bytes<1024, 16>>{});
    sweep_tiles<32>("large elements", elements<bytes<1000, 8>>{});
}

template <unsigned... LaneCount>
void sweep_groups()
{
    using some = elements<bytes<3>, bytes<13>, bytes<24, 4>, bytes<28>, bytes<96>>;
    (sweep_tiles<LaneCount>("groups of every size", some{}), ...);
}

FULL_TEST_F(alignments_test, tiles_of_every_size) { sweep_groups<1, 2, 4, 8, 16>(); }

}  // namespace heddle_test::alignments_test
