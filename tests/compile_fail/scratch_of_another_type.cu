// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Scratch for one type, an element of another.
// expect: heddle: the scratch must be for elements of the type that the pointer names

#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

struct vec {
    float x, y, z, w, t;
};

struct mat {
    float value[9];
};

__global__ void copy(vec const* from, vec* to)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    __shared__ heddle::warp_scratch<vec> scratch;
#else
    __shared__ heddle::warp_scratch<mat> scratch;
#endif
    heddle::store_contiguous(tile, to, heddle::load_contiguous(tile, from, scratch), scratch);
}
