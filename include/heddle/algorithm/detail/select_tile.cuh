// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in a single-pass selection. The block loads a tile to shared memory, marks the selected
// elements, finds the number of elements selected in all earlier tiles, compacts the selected elements and stores them.
//
// The result may be the input array, because every element is read before it is overwritten. Proof: tile t has elements
// t·c … t·c + c - 1. No more elements are selected than exist, so the elements selected from tile t go to places below
// t·c + c, that is, to tiles 0 … t. The block of tile t stores after exclusive_count has returned, hence after all
// earlier tiles have published their counts. A block publishes its count only when its whole tile is in shared memory:
// it has passed the bulk copy's barrier and a block.sync(), and has called the predicate for every element. So no block
// stores to a place that another block has yet to read. The fences around the counts (tile_states.cuh) make "after"
// hold between blocks, and order_bulk_accesses() makes it hold for bulk stores. All stores write exactly the bytes of
// their elements, so two tiles whose results share a chunk do not overwrite each other's bytes.
//
// A marker that reads the element before a tile, as unique_marker does, reads the last element p of tile t - 1 from
// global memory. This element does not change before the read. Tiles after t store only after t has published. A
// selected element of tile t - 1 goes to p only if no element up to p was removed. Then all elements of that tile are
// already in their place, and the tile stores nothing.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/compact_tile.cuh>
#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/select_memory.cuh>
#include <heddle/algorithm/detail/selected_rows.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Whether a selection stores the elements that it does not select. Others is the iterator to which it stores them, or
//! discard.
template <class Others>
inline constexpr unselected unselected_by =
    std::is_same_v<Others, discard> ? unselected::discarded : unselected::stored;

//! Assigns *to = count, for any iterator that the device can write.
template <class Iterator>
HEDDLE_INLINE void write_count(Iterator const& to, std::uint64_t count)
{
    detail::assign_to(to, static_cast<std::ptrdiff_t>(count));
}

//! Writes a count to the caller's iterator, which may convert the count, and to memory that the next kernel reads.
template <class Selected>
struct shared_count {
    Selected selected;
    std::uint64_t* own;
};
template <class Selected>
HEDDLE_INLINE void write_count(shared_count<Selected> const& to, std::uint64_t count)
{
    detail::write_count(to.selected, count);
    *to.own = count;
}

//! Selects from tile `number`, which is in shared memory. The block of the last tile calls write_count(selected, n)
//! with the number n of elements selected from all tiles.
//! Marker:   see markers.cuh
template <class Block, class Warp, class Memory, class Tile, class In, class Out, class Others, class Marker,
          class Selected>
HEDDLE_INLINE void select_from_tile(Block const& block, Warp const& warp, Memory& memory,
                                    look_back<count_states> const& shared, std::size_t number, Tile const& tile,
                                    In const& first, std::size_t count, Out const& out_first,
                                    Others const& others_first, Marker& marker, Selected const& selected)
{
    using element = value_of<In>;
    bool const is_first_thread = block.thread_rank() == 0;
    std::size_t const start = number * Memory::capacity;
    auto const place = static_cast<std::ptrdiff_t>(start);
    unsigned const size = tile.size();
    detail::mark_rows(block, warp, memory, tile, marker.at(tile, first, start));

    if (warp.meta_group_rank() == 0) {
        unsigned const own = detail::count_rows(warp, memory, size);
        std::uint64_t const before = detail::exclusive_count(warp, shared, number, own);
        if (is_first_thread) {
            memory.selected = own;
            memory.before_tile = before;
            if (start + size == count) detail::write_count(selected, before + own);
        }
    }
    block.sync();
    auto const before = static_cast<std::ptrdiff_t>(memory.before_tile);
    unsigned const own = memory.selected;
    auto const to = out_first + before;
    bool const moves = own < size || !detail::is_in_place(first + place, to);
    if (!moves) return;
    copy_barrier& unused = memory.in.barriers[0];
    auto const out = detail::range_of_selected<element>(block, memory.results, unused, to, own);
    std::byte* const rest = Memory::in_place ? memory.others : memory.results + detail::lines_of(out, own);
    auto const others =
        detail::range_of_selected<element>(block, rest, unused, others_first + (place - before), size - own);
    detail::compact(block, warp, memory, tile, out, others);
    out.publish();
    others.publish();
    block.sync();
    out.begin_write_back();
    others.begin_write_back();
    // The block must not exit before its bulk copies have read shared memory.
    out.await_write_back();
    others.await_write_back();
}

//! Claims the next tile of first[0 … count - 1], and selects from it.
template <class Block, class Memory, class In, class Out, class Others, class Marker, class Selected>
HEDDLE_INLINE void select_share(Block const& block, Memory& memory, look_back<count_states> const& shared,
                                In const& first, std::size_t count, Out const& out_first, Others const& others_first,
                                Marker& marker, Selected const& selected)
{
    auto const warp = detail::warp_of(block);
    if (block.thread_rank() == 0) memory.number = claim_tile(shared.claimed);
    block.sync();
    std::size_t const number = memory.number;
    auto const tile = detail::load_selectable(block, memory.in, first, count, number);
    detail::select_from_tile(block, warp, memory, shared, number, tile, first, count, out_first, others_first, marker,
                             selected);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
