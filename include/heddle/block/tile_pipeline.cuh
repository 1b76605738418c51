// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Pipelines over the tiles of an array, for persistent blocks: while a block works on one tile, other tiles are loaded
// and stored. Launch a quarter as many blocks as there are tiles (docs/tuning-log.md, "Tiles of a block").
//
//     auto in = heddle::read_tiles(block, in_stages, from, count);
//     auto out = heddle::write_tiles(block, out_stages, to, count);
//     while (in.next() && out.next()) {
//         heddle::for_each_element(block, in.tile(), [&](unsigned k) {
//             out.tile().store(k, f(in.tile().load(k)));
//         });
//     }
//
// next() stores the current tile unless it was dropped. All threads together may leave the loop by break or return. The
// pipeline then stores the current tile if a thread has called tile() for this tile and the tile was not dropped. It
// stores no later tile.
//
//     while (out.next()) {
//         if (found_all) break;                                       // the current tile is not stored
//         auto const tile = out.tile();
//         …
//         if (failed) { out.drop(); break; }                          // this tile is not stored
//     }
//
// Block b of n processes tiles b, b + n, b + 2n … `from` may equal `to`: each tile is read before it is written, and a
// write changes only the bytes of its tile.
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/detail/pipeline.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/device_pointer.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

// All three functions below:
//   Group:    all threads of the block, converged
//   Requires: as for load_tile; all threads pass the same arguments; nothing else uses `stages` meanwhile
//   Order:    elements are read as by load_tile, at any time after the pipeline is made. Each tile is read before it is
//             written. A read may or may not see other writes to its elements that happen after the pipeline is made.
//             Elements are written at any time before the pipeline's scope ends
//   Cost:     2 block.sync() at the start if tiles are read, 1 at the end
//   Errors:   as for load_tile; a checked build also traps if share.index >= share.count, if tile() is called without a
//             preceding next() that returned true, or if some threads leave a pipeline that others stay in

//! Reads first[0 … count - 1] tile by tile. With two or more stages, the next tiles are loaded while the current tile
//! is in use.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto read_tiles(Block const& block, Stages& stages, Pointer const& first, std::size_t count,
                              block_of_many const& share = block_of_many::in_grid())
{
    return types::tile_pipeline<detail::tile_use::read, Engine, detail::pointee_t<Pointer> const, Block, Stages>(
        block, stages, detail::raw_pointer(first), count, share);
}

//! Writes first[0 … count - 1] tile by tile; every element of a tile must be filled. All elements are in global memory
//! when the pipeline's scope has ended.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto write_tiles(Block const& block, Stages& stages, Pointer const& first, std::size_t count,
                               block_of_many const& share = block_of_many::in_grid())
{
    return types::tile_pipeline<detail::tile_use::write, Engine, detail::pointee_t<Pointer>, Block, Stages>(
        block, stages, detail::raw_pointer(first), count, share);
}

//! Updates first[0 … count - 1] tile by tile: each tile is read, changed in place, and written back. With three or more
//! stages, the next tile is loaded while the previous one is stored.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto update_tiles(Block const& block, Stages& stages, Pointer const& first, std::size_t count,
                                block_of_many const& share = block_of_many::in_grid())
{
    return types::tile_pipeline<detail::tile_use::update, Engine, detail::pointee_t<Pointer>, Block, Stages>(
        block, stages, detail::raw_pointer(first), count, share);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
