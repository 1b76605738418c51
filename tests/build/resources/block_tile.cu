// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of a block need no stack, spills, shuffles or generic addresses (generic=0).

#include "structs.cuh"

#include <heddle/block.cuh>

#define UPDATE(kernel, type)                                                             \
    extern "C" __global__ void __launch_bounds__(64) kernel(type* array, unsigned count) \
    {                                                                                    \
        constexpr unsigned capacity = heddle::tile_capacity<type, 64>();                 \
        __shared__ heddle::tile_stages<type, capacity> stage;                            \
        heddle::this_block<64> const block;                                              \
        type* const first = array + std::size_t{blockIdx.x} * capacity;                  \
        auto const tile = heddle::load_tile(block, stage, first, count);                 \
        heddle::for_each_element(block, tile, [&](unsigned k) {                          \
            type value = tile.load(k);                                                   \
            reinterpret_cast<unsigned char&>(value) ^= 1;                                \
            tile.store(k, value);                                                        \
        });                                                                              \
        heddle::store_tile(block, stage, tile);                                          \
    }

#define PIPELINE(kernel, type)                                                                                       \
    extern "C" __global__ void __launch_bounds__(64) kernel(type const* from, type* to, std::size_t count)           \
    {                                                                                                                \
        using stages = heddle::tile_stages<type, heddle::tile_capacity<type, 64>(), 3>;                              \
        __shared__ stages in_stages, out_stages;                                                                     \
        heddle::this_block<64> const block;                                                                          \
        auto in = heddle::read_tiles(block, in_stages, from, count);                                                 \
        auto out = heddle::write_tiles(block, out_stages, to, count);                                                \
        while (in.next() && out.next()) {                                                                            \
            heddle::for_each_element(block, in.tile(), [&](unsigned k) { out.tile().store(k, in.tile().load(k)); }); \
        }                                                                                                            \
    }

struct pixel {
    unsigned char r, g, b;
};

UPDATE(update_pixels_3, pixel)         // at most: shuffles=0
UPDATE(update_points_13, lidar_point)  // at most: shuffles=0
UPDATE(update_floats_28, floats<7>)    // at most: shuffles=0
UPDATE(update_triangles_50, triangle)  // at most: shuffles=0
UPDATE(update_floats_64, floats<16>)   // at most: shuffles=0
UPDATE(update_quads_128, quads<8>)     // at most: shuffles=0
UPDATE(update_floats_256, floats<64>)  // at most: shuffles=0

PIPELINE(copy_pixels_3, pixel)            // at most: shuffles=0
PIPELINE(copy_signals_39, return_signal)  // at most: shuffles=0
PIPELINE(copy_floats_28, floats<7>)       // at most: shuffles=0
PIPELINE(copy_quads_96, quads<6>)         // at most: shuffles=0
PIPELINE(copy_floats_248, floats<62>)     // at most: shuffles=0
