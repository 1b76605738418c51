// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses tiles of blocks, their stages and their pipelines. This file contains only device code. (The type of counts is
// size_t, because NVRTC does not define std::size_t.)
#include "elements.cuh"

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>
#include <heddle/coalesced_ptr.cuh>

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

template <heddle::copy_engine Engine, class T>
__device__ void use_tiles(T* array, size_t count)
{
    constexpr unsigned capacity = heddle::tile_capacity<T, 64>(4096);
    __shared__ heddle::tile_stages<T, capacity, 2> stages;
    heddle::this_block<64> const block;
    auto const tile = heddle::load_tile<Engine>(block, stages, array, count);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, tile.load(k)); });
    heddle::store_tile<Engine>(block, stages, tile);
    heddle::store_tile(block, stages, heddle::load_tile(block, stages, array, count));
    heddle::make_tile(block, stages, array, count);
    {
        auto tiles = heddle::update_tiles<Engine>(block, stages, array, count);
        while (tiles.next()) heddle::for_each_element(block, tiles.tile(), [&](unsigned k) { tiles.tile()[k] = T{}; });
    }
    {
        auto tiles = heddle::read_tiles<Engine>(block, stages, heddle::make_coalesced(array), count);
        while (tiles.next()) (void)tiles.tile().load(0);
    }
    auto tiles = heddle::write_tiles<Engine>(block, stages, array, count);
    while (tiles.next()) tiles.tile().store(0, T{});
}

__global__ void use_blocks([[maybe_unused]] particle* particles, letters* texts, size_t count)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    use_tiles<heddle::copy_engine::bulk>(particles, count);
#endif
    use_tiles<heddle::copy_engine::async_words>(texts, count);
    use_tiles<heddle::copy_engine::words>(texts, count);
}
