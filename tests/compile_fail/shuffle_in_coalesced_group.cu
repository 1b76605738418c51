// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A shuffle wraps within a tile; a group whose size only the run tells cannot promise that.
// expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; make one with cooperative_groups::tiled_partition<32>(block)

#include <heddle/shuffle.cuh>

#include <cooperative_groups.h>

__global__ void pass_on(float* value)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    value[threadIdx.x] = heddle::shuffle(tile, value[threadIdx.x], 0);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    value[threadIdx.x] = heddle::shuffle(cg::coalesced_threads(), value[threadIdx.x], 0);
#endif
}
