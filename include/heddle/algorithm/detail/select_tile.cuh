// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The share of a block in a selection: a tile in shared memory, a bit for each element that
// is wanted, the count of those in earlier tiles, and the wanted elements side by side on their way
// out, in one pass.
//
// In place: the result may be the array that is read, because an element is overwritten only after
// it was read. Tile t is the elements [t c, t c + c). Those selected of it are written to places
// below t c + c, since no more are selected than there are: to places of tiles up to t. The block of
// tile t writes when exclusive_count has returned, which is when all earlier tiles have published
// their counts; and each block publishes its count when its tile is in shared memory as a whole (the
// bulk copy's barrier and a sync() of the block were passed, the predicate was asked for every
// element). So nothing is written to a place of an earlier tile, or its own, that a block is still
// to read. The fences around the counts (tile_states.cuh) make "when" hold between blocks, and
// order_bulk_accesses() carries it over to the engine that stores in bulk. All stores are exact to the
// byte, so two tiles whose results meet in a chunk do not write each other's bytes.
//
// A marker that asks for the element before a tile, as unique does, reads the last place p of tile
// t - 1 from global memory. Tiles after t do not write before t has published; tile t - 1 writes at
// p only if nothing was removed from it and those before it, and then it would write what is there:
// elements that are where they belong are not written at all. So p does not change meanwhile.
#pragma once

#include "../../block/block_tile.cuh"
#include "../../block/detail/copy_engine.cuh"
#include "../../block/tile_stages.cuh"
#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "arrays.cuh"
#include "assign.cuh"
#include "block_warp.cuh"
#include "compact_tile.cuh"
#include "count_states.cuh"
#include "look_back.cuh"
#include "select_memory.cuh"
#include "tile_ranges.cuh"
#include "wanted_rows.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! *to = count, for any iterator that can be written to on the device.
template <class Iterator>
HEDDLE_INLINE void write_count(Iterator const& to, std::uint64_t count)
{
    assign_to(to, static_cast<std::ptrdiff_t>(count));
}

//! A count for the caller, and the same for a kernel after: what `selected` makes of it is nobody else's
//! business.
template <class Selected>
struct shared_count {
    Selected selected;
    std::uint64_t* own;
};
template <class Selected>
HEDDLE_INLINE void write_count(shared_count<Selected> const& to, std::uint64_t count)
{
    write_count(to.selected, count);
    *to.own = count;
}

//! Selects from the tile of first[start …], which is in shared memory as a whole, and is tile `number`.
//! write_count(selected, …) is told the number of all that were, once all tiles have been.
//! Marker:   see markers.cuh
template <class Block, class Warp, class Memory, class Tile, class In, class Wanted, class Others,
          class Marker, class Selected>
HEDDLE_INLINE void select_from_tile(Block const& block, Warp const& warp, Memory& memory,
                                    look_back<count_states> const& shared, std::size_t number,
                                    Tile const& tile, In const& first, std::size_t count,
                                    Wanted const& wanted_first, Others const& others_first,
                                    Marker& marker, Selected const& selected)
{
    using element = value_of<In>;
    bool const is_first_thread = block.thread_rank() == 0;
    std::size_t const start = number * Memory::capacity;
    auto const place = static_cast<std::ptrdiff_t>(start);
    unsigned const size = tile.size();
    mark_rows(block, warp, memory, tile, marker.at(tile, first, start));

    if (warp.meta_group_rank() == 0) {
        unsigned const own = count_rows(warp, memory, size);
        std::uint64_t const before = exclusive_count(warp, shared, number, own);
        if (is_first_thread) {
            memory.selected = own;
            memory.before_tile = before;
            if (start + size == count) write_count(selected, before + own);
        }
    }
    block.sync();
    auto const before = static_cast<std::ptrdiff_t>(memory.before_tile);
    unsigned const own = memory.selected;
    auto const to = wanted_first + before;
    bool const moves = own < size || !is_in_place(first + place, to);
    if (!moves) return;
    copy_barrier& unused = memory.in.barriers[0];
    auto const wanted = range_of_selected<element>(block, memory.results, unused, to, own);
    std::byte* const rest =
        Memory::in_place ? memory.others : memory.results + lines_of(wanted, own);
    auto const others = range_of_selected<element>(block, rest, unused,
                                                   others_first + (place - before), size - own);
    compact(block, warp, memory, tile, wanted, others);
    wanted.publish();
    others.publish();
    block.sync();
    wanted.write();
    others.write();
    // Shared memory must outlive what reads it.
    wanted.finish();
    others.finish();
}

//! The block's share of a selection from first[0 … count - 1]: one tile, the next that no block has.
template <class Block, class Memory, class In, class Wanted, class Others, class Marker,
          class Selected>
HEDDLE_INLINE void select_share(Block const& block, Memory& memory,
                                look_back<count_states> const& shared, In const& first,
                                std::size_t count, Wanted const& wanted_first,
                                Others const& others_first, Marker& marker,
                                Selected const& selected)
{
    auto const warp = warp_of(block);
    if (block.thread_rank() == 0) memory.number = draw_tile(shared.drawn);
    block.sync();
    std::size_t const number = memory.number;
    auto const tile = load_selectable(block, memory.in, first, count, number);
    select_from_tile(block, warp, memory, shared, number, tile, first, count, wanted_first,
                     others_first, marker, selected);
}

}  // namespace heddle::detail
