// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses collectives of groups, blocks and grids. This file contains only device code.
#include "elements.cuh"

#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct heavier {
    __device__ particle operator()(particle const& a, particle const& b) const { return a.mass < b.mass ? b : a; }
};

__global__ void collect(particle* array, float* sums)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned const lane = tile.thread_rank();
    particle q = array[lane];
    q = heddle::broadcast(tile, q, 3u);
    q = heddle::rotate(tile, q, 1);
    heddle::exchange(tile, q.x, q.y, 4u);
    heddle::transpose(tile, reinterpret_cast<float(&)[7]>(q));
    q = heddle::reduce(tile, q, heavier{});
    q = heddle::inclusive_scan(tile, q, heavier{});
    q = heddle::segmented_inclusive_scan(tile, q, lane % 5 == 0, heavier{});
    heddle::bitonic_sort(tile, q, lighter{});
    float key = q.mass;
    heddle::stable_bitonic_sort_pairs(tile, key, q);
    sums[lane] = heddle::exclusive_scan(tile, key, heddle::plus{}, 0.0f);
    sums[lane] += heddle::segmented_reduce(tile, key, lane % 3 == 0);
    sums[lane] += heddle::reduce_to_all(tile, key, heddle::maximum{});
    array[lane] = q;
}

__global__ void __launch_bounds__(256, 1)
    sum(float const* array, size_t count, heddle::grid_reduce_memory<float> memory, float* result)
{
    __shared__ heddle::grid_reduce_scratch<float, 8> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    heddle::grid_reduce_range(cg::this_grid(), block, tile, scratch, memory, array, count, result);
}

__global__ void __launch_bounds__(256) heaviest(particle const* array, particle* result)
{
    __shared__ heddle::block_reduce_scratch<particle, 8> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    particle const most = heddle::block_reduce(block, tile, scratch, array[threadIdx.x], heavier{});
    if (threadIdx.x == 0) *result = most;
}
