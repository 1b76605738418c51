// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that have every check in a checked build. Their release code must equal the code that headers without checks
// give. The sources of the tests of toolkits use all forms of the library; the kernel below uses what they do not.
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
