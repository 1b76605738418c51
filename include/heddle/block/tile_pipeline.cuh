// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles of an array, one after the other, for persistent blocks: while a block works on one tile, the
// next ones are on their way in and the last ones on their way out. A quarter as many blocks as tiles
// measure best (docs/tuning-log.md).
//
//     auto in = heddle::read_tiles(block, in_stages, from, count);
//     auto out = heddle::write_tiles(block, out_stages, to, count);
//     while (in.next() && out.next()) {
//         heddle::for_each_element(block, in.tile(), [&](unsigned k) {
//             out.tile().store(k, f(in.tile().load(k)));
//         });
//     }
//
// All threads of the block may leave the loop by break or return. The tile that they are at is then stored
// if a thread has asked for it by tile(), unless it is dropped; later tiles are not touched. (next() stores
// each tile that is not dropped.)
//
//     while (out.next()) {
//         if (found_all) break;                                       // nothing is stored
//         auto const tile = out.tile();
//         …
//         if (failed) { out.drop(); break; }                          // nothing of this tile
//     }
//
// The blocks of the grid take turns: block b of n has tiles b, b + n, b + 2n … `from` may be `to`:
// a tile is written after it was read, and to the byte.
#pragma once

#include "../config.cuh"
#include "../detail/standard_library.hpp"
#include "../device_pointer.cuh"
#include "block_tile.cuh"
#include "detail/copy_engine.cuh"
#include "detail/pipeline.cuh"
#include "this_block.cuh"

namespace heddle {

// What the three below share:
//   Group:    all threads of the block, converged
//   Requires: as for load_tile; all threads pass the same arguments; `stages` are used by nothing
//             else while the pipeline exists
//   Order:    elements are read as by load_tile, any time after the pipeline is made: what is
//             written to them later, other than by their own tile, may be read or not. They are
//             written any time before the pipeline ends, which is where its scope is left
//   Cost:     2 block.sync() at the begin where tiles are read, 1 at the end
//   Errors:   as for load_tile; a checked build traps on a share that does not exist, on a tile()
//             without a next() that was true, and where some threads leave a pipeline that others stay in

//! A pipeline of tiles of first[0 … count - 1] that are read. With two stages or more the next
//! tiles are on their way meanwhile.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto read_tiles(Block const& block, Stages& stages, Pointer const& first,
                              std::size_t count,
                              block_of_many const& share = block_of_many::in_grid())
{
    return detail::tile_pipeline<detail::tile_use::read, Engine, detail::pointee_t<Pointer> const,
                                 Block, Stages>(block, stages, detail::raw_pointer(first), count,
                                                share);
}

//! A pipeline of tiles that are written, every element of them: first[0 … count - 1] hold them once
//! the pipeline ends.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto write_tiles(Block const& block, Stages& stages, Pointer const& first,
                               std::size_t count,
                               block_of_many const& share = block_of_many::in_grid())
{
    return detail::tile_pipeline<detail::tile_use::write, Engine, detail::pointee_t<Pointer>, Block,
                                 Stages>(block, stages, detail::raw_pointer(first), count, share);
}

//! A pipeline of tiles that are read, changed where they are, and written back. With three stages
//! or more the next tile is on its way in while the last one is on its way out.
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto update_tiles(Block const& block, Stages& stages, Pointer const& first,
                                std::size_t count,
                                block_of_many const& share = block_of_many::in_grid())
{
    return detail::tile_pipeline<detail::tile_use::update, Engine, detail::pointee_t<Pointer>,
                                 Block, Stages>(block, stages, detail::raw_pointer(first), count,
                                                share);
}

}  // namespace heddle
