// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A group whose size only the run tells is no tile.
// expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; make one with cooperative_groups::tiled_partition<32>(block)

#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

__global__ void copy(vec const* from, vec* to)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    heddle::store_contiguous(tile, to, heddle::load_contiguous(tile, from));
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    auto const group = cg::coalesced_threads();
    heddle::store_contiguous(group, to, heddle::load_contiguous(group, from));
#endif
}
