// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles: consecutive elements that a block stages in shared memory.
#pragma once

#include <heddle/block/atomic_tile.cuh>    // atomic_add_tile
#include <heddle/block/block_tile.cuh>     // load_tile, store_tile, for_each_element
#include <heddle/block/this_block.cuh>     // this_block
#include <heddle/block/tile_pipeline.cuh>  // read_tiles, write_tiles, update_tiles
#include <heddle/block/tile_stages.cuh>    // tile_stages, tile_capacity, dynamic_shared
