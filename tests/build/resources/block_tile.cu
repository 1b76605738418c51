// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of a block need no stack, spills, shuffles or generic addresses (generic=0).

#include "structs.cuh"

#include <heddle/block.cuh>

template <class T>
__global__ void __launch_bounds__(64) update(T* array, unsigned count)
{
    AT_MOST("shuffles", 0);
    constexpr unsigned capacity = heddle::tile_capacity<T, 64>();
    __shared__ heddle::tile_stages<T, capacity> stage;
    heddle::this_block<64> const block;
    auto const tile = heddle::load_tile(block, stage, array + std::size_t{blockIdx.x} * capacity, count);
    heddle::for_each_element(block, tile, [&](unsigned k) {
        T value = tile.load(k);
        reinterpret_cast<unsigned char&>(value) ^= 1;
        tile.store(k, value);
    });
    heddle::store_tile(block, stage, tile);
}

template <class T>
__global__ void __launch_bounds__(64) copy(T const* from, T* to, std::size_t count)
{
    AT_MOST("shuffles", 0);
    using stages = heddle::tile_stages<T, heddle::tile_capacity<T, 64>(), 3>;
    __shared__ stages in_stages, out_stages;
    heddle::this_block<64> const block;
    auto in = heddle::read_tiles(block, in_stages, from, count);
    auto out = heddle::write_tiles(block, out_stages, to, count);
    while (in.next() && out.next()) {
        heddle::for_each_element(block, in.tile(), [&](unsigned k) { out.tile().store(k, in.tile().load(k)); });
    }
}

struct pixel {
    unsigned char r, g, b;
};

void use_kernels()
{
    use(update<pixel>, update<lidar_point>, update<floats<7>>, update<triangle>, update<floats<16>>, update<quads<8>>,
        update<floats<64>>);
    use(copy<pixel>, copy<return_signal>, copy<floats<7>>, copy<quads<6>>, copy<floats<62>>);
}
