// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that have every check in a checked build. Their release code must equal the code that headers without checks
// give.
#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

#include <cstddef>

struct triangle {
    float normal[3], corner[3][3];
};
struct pixel {
    unsigned char red, green, blue;
};
struct record {
    alignas(2) unsigned char bytes[50];
};

namespace cg = cooperative_groups;

// The kernels are extern "C", so that PTX has their names unmangled.
#define KERNELS(type)                                                                                                 \
    extern "C" __global__ void by_pointer_##type(heddle::coalesced_ptr<type> to,                                      \
                                                 heddle::coalesced_ptr<type const> from)                              \
    {                                                                                                                 \
        to[threadIdx.x] = from[blockIdx.x];                                                                           \
    }                                                                                                                 \
    extern "C" __global__ void by_block_scratch_##type(heddle::coalesced_ptr<type, heddle::in_block<128>> to,         \
                                                       heddle::coalesced_ptr<type const, heddle::in_block<128>> from) \
    {                                                                                                                 \
        to[threadIdx.x] = from[threadIdx.x * 7 % 128];                                                                \
    }                                                                                                                 \
    extern "C" __global__ void by_collectives_##type(type* to, type const* from, unsigned count)                      \
    {                                                                                                                 \
        auto const tile = cg::tiled_partition<16>(cg::this_thread_block());                                           \
        type const a = heddle::load_contiguous(tile, from, count);                                                    \
        type const b = heddle::load_if(tile, threadIdx.x % 3 == 0, from + threadIdx.x, a);                            \
        heddle::store_contiguous(tile, to, heddle::shuffle_xor(tile, b, 3), count);                                   \
    }                                                                                                                 \
    extern "C" __global__ void by_tile_##type(type* array, std::size_t count)                                         \
    {                                                                                                                 \
        __shared__ heddle::tile_stages<type, 64> stage;                                                               \
        heddle::this_block<64> const block;                                                                           \
        auto const tile = heddle::load_tile(block, stage, array, count);                                              \
        heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, tile.load(tile.size() - k)); });        \
        heddle::store_tile(block, stage, tile);                                                                       \
    }                                                                                                                 \
    extern "C" __global__ void by_pipeline_##type(type* array, std::size_t count)                                     \
    {                                                                                                                 \
        using stages = heddle::tile_stages<type, 64, 3>;                                                              \
        heddle::this_block<64> const block;                                                                           \
        auto tiles = heddle::update_tiles(block, heddle::dynamic_shared<stages>(), array, count);                     \
        while (tiles.next()) tiles.tile()[threadIdx.x] = type();                                                      \
    }
KERNELS(triangle)
KERNELS(pixel)
KERNELS(record)

extern "C" __global__ void in_warps_and_blocks(float* values, unsigned count)
{
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    __shared__ heddle::block_reduce_scratch<float, 4> scratch;
    float const own = values[threadIdx.x];
    float sum = heddle::reduce(tile, own, heddle::plus(), count);
    sum += heddle::broadcast(tile, sum, count);
    sum += heddle::shuffle_up(tile, sum, count);
    sum += heddle::block_reduce(block, tile, scratch, sum, heddle::plus(), count);
    values[threadIdx.x] = sum;
}
