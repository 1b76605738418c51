// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses tiles of blocks, their stages and their pipelines. This file contains only device code. (The type of counts is
// size_t, because NVRTC does not define std::size_t.)
#include "elements.cuh"

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

__global__ void __launch_bounds__(64) advance_tiles(particle* array, size_t count, float dt)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 64>();
    __shared__ heddle::tile_stages<particle, capacity> stage;
    heddle::this_block<64> const block;
    size_t const start = size_t{blockIdx.x} * capacity;
    auto const tile = heddle::load_tile(block, stage, array + start, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) {
        particle q = tile.load(k);
        q.x += q.vx * dt;
        tile.store(k, q);
    });
    heddle::store_tile(block, stage, tile);
}

__global__ void __launch_bounds__(64) reverse_tiles(letters* array, size_t count)
{
    constexpr unsigned capacity = heddle::tile_capacity<letters, 64>();
    __shared__ heddle::tile_stages<letters, capacity> stage;
    heddle::this_block<64> const block;
    size_t const start = size_t{blockIdx.x} * capacity;
    auto const tile = heddle::load_tile(block, stage, array + start, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile[k].text[0] = tile[k].text[32]; });
    heddle::store_tile(block, stage, tile);
}

__global__ void __launch_bounds__(64) weigh(particle const* array, float* masses, size_t count, float* sum)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 64>();
    __shared__ heddle::tile_stages<particle, capacity, 2> in_stages;
    __shared__ heddle::tile_stages<float, capacity, 2> out_stages;
    heddle::this_block<64> const block;
    float own = 0;
    auto in = heddle::read_tiles(block, in_stages, array, count);
    auto out = heddle::write_tiles(block, out_stages, masses, count);
    while (in.next() && out.next()) {
        heddle::for_each_element(block, in.tile(), [&](unsigned k) {
            float const mass = in.tile().load(k).mass;
            out.tile().store(k, mass);
            own += mass;
        });
    }
    atomicAdd(sum, own);
}

__global__ void __launch_bounds__(64) push_tiles(particle* array, size_t count)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 64>();
    __shared__ heddle::tile_stages<particle, capacity, 2> stages;
    heddle::this_block<64> const block;
    auto tiles = heddle::update_tiles(block, stages, array, count);
    while (tiles.next()) {
        heddle::for_each_element(block, tiles.tile(), [&](unsigned k) {
            particle q = tiles.tile().load(k);
            q.mass += 1;
            tiles.tile().store(k, q);
        });
    }
}
