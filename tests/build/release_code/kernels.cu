// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// In a checked build, these kernels contain every check of the library. In a release build, their code must be the same
// as with headers without checks. The included sources use most of the library; the kernel below uses the rest.
#include "../toolkits/sources/core.cu"
#include "../toolkits/sources/tiles.cu"
#include "../toolkits/sources/warp.cu"

__global__ void __launch_bounds__(64) in_dynamic_memory(particle* array, size_t count, unsigned delta)
{
    heddle::this_block<64> const block;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto tiles =
        heddle::update_tiles(block, heddle::dynamic_shared<heddle::tile_stages<particle, 64, 3>>(), array, count);
    while (tiles.next()) {
        particle const own = tiles.tile()[threadIdx.x];
        tiles.tile()[threadIdx.x] = heddle::shuffle_up(tile, own, delta);
    }
}
