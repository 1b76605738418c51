// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of more lanes than a warp has is no tile.
// expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time

#include <heddle/warp/reduce.cuh>

#include <cooperative_groups.h>

__global__ void sum(float* values)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    values[threadIdx.x] = heddle::reduce(tile, values[threadIdx.x]);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    __shared__ cg::block_tile_memory<1024> memory;
    auto const large = cg::tiled_partition<64>(cg::this_thread_block(memory));
    values[threadIdx.x] = heddle::reduce(large, values[threadIdx.x]);
#endif
}
