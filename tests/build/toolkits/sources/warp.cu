// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses collectives of groups, blocks and grids. This file contains only device code.
#include "elements.cuh"

#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void use_collectives(particle* array, float* sums, particle* result,
                                heddle::grid_reduce_memory<particle> memory)
{
    auto const block = cg::this_thread_block();
    auto const warp = cg::tiled_partition<32>(block);
    particle q = array[threadIdx.x];
    q = heddle::reduce(warp, q, joined{});
    q = heddle::reduce(warp, q, joined{}, 7);
    q = heddle::reduce_to_all(warp, q, joined{});
    q = heddle::inclusive_scan(warp, q, joined{});
    q = heddle::exclusive_scan(warp, q, joined{}, particle{});
    q = heddle::segmented_reduce(warp, q, threadIdx.x % 3 == 0, joined{});
    q = heddle::segmented_inclusive_scan(warp, q, threadIdx.x % 3 == 0, joined{});
    q = heddle::segmented_exclusive_scan(warp, q, threadIdx.x % 3 == 0, joined{}, particle{});
    float const key = q.mass;
    sums[threadIdx.x] = heddle::exclusive_scan(warp, key, heddle::plus{}, 0.0f);
    sums[threadIdx.x] += heddle::segmented_reduce(warp, key, threadIdx.x % 3 == 0);
    sums[threadIdx.x] += heddle::reduce_to_all(warp, key, heddle::maximum{});
    particle keys[2] = {q, q};
    letters values[2];
    heddle::bitonic_sort(warp, q, lighter{});
    heddle::bitonic_sort(warp, keys, lighter{});
    heddle::stable_bitonic_sort(warp, q, lighter{});
    heddle::bitonic_sort_pairs(warp, keys, values, lighter{});
    heddle::stable_bitonic_sort_pairs(warp, q, values[0], lighter{});
    heddle::stable_bitonic_sort_pairs(warp, q.mass, values[1]);
    __shared__ heddle::block_reduce_scratch<particle, 4> scratch;
    __shared__ heddle::grid_reduce_scratch<particle, 4> of_grid;
    q = heddle::block_reduce(block, warp, scratch, q, joined{});
    q = heddle::block_reduce(block, warp, scratch, q, joined{}, 9);
    q = heddle::block_reduce_to_all(block, warp, scratch, q, joined{});
    heddle::grid_reduce(cg::this_grid(), block, warp, of_grid, memory, q, result, joined{});
    heddle::grid_reduce_range(cg::this_grid(), block, warp, of_grid, memory, array, size_t{9}, result, joined{});
    array[threadIdx.x] = q;
}

__global__ void __launch_bounds__(256, 1)
    sum(float const* array, size_t count, heddle::grid_reduce_memory<float> memory, float* result)
{
    __shared__ heddle::grid_reduce_scratch<float, 8> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    heddle::grid_reduce_range(cg::this_grid(), block, tile, scratch, memory, array, count, result);
}
