// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that copy a tile of a block. fences.cu and async_words.cu check the order of their instructions.
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

namespace {

struct seven_floats {
    float value[7];
};

extern "C" __global__ void load_tile(seven_floats const* from, float* to)
{
    __shared__ heddle::tile_stages<seven_floats, 128> stages;
    heddle::this_block<128> const block;
    heddle::make_tile(block, stages, const_cast<seven_floats*>(from), 128).store(threadIdx.x, {});
    block.sync();
    auto const tile = heddle::load_tile(block, stages, from, 128);
    to[threadIdx.x] = tile.load(threadIdx.x).value[0];
}

extern "C" __global__ void store_tile(seven_floats* to)
{
    __shared__ heddle::tile_stages<seven_floats, 128> stages;
    heddle::this_block<128> const block;
    auto const tile = heddle::make_tile(block, stages, to, 128);
    tile.store(threadIdx.x, {});
    heddle::store_tile(block, stages, tile);
}

}  // namespace
