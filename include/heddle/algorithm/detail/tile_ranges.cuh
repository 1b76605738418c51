// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of any sequence in shared memory, and ranges of results whose place is known only after the look-back. Results
// go to arrays through shared memory, and to other iterators directly.
#pragma once

#include <heddle/algorithm/detail/direct_tile.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/detail/staged_tile.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/tile_copy.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

struct no_other_work {
    HEDDLE_INLINE void operator()(unsigned) const {}
};

//! Loads tile `number` of first[0 … count - 1] to shared memory, and prefetches a later tile to L2. Calls meanwhile(n)
//! with the tile's number of elements while they are being loaded, and before a block.sync().
template <class Block, class Stages, class Iterator, class Meanwhile = no_other_work>
HEDDLE_INLINE auto load_selectable(Block const& block, Stages& stages, Iterator const& first, std::size_t count,
                                   std::size_t number, Meanwhile const& meanwhile = {})
{
    using element = typename Stages::element_type;
    constexpr unsigned capacity = Stages::capacity;
    std::size_t const start = number * capacity;
    unsigned const size = count - start < capacity ? static_cast<unsigned>(count - start) : capacity;
    if constexpr (is_array<Iterator>) {
        element const* const array = first;
        auto const mover = detail::mover_of<copy_engine::bulk, element>(block, stages, 0);
        auto const tile = detail::tile_in_stage(stages, 0, array + start, size);
        detail::begin_load(mover, tile);
        constexpr std::size_t tile_bytes = capacity * sizeof(element);
        std::size_t const later = start + detail::tiles_fetched_ahead(tile_bytes) * capacity;
        if (later < count && count - later >= capacity) {
            mover.prefetch(detail::chunks_of_tile(array + later, capacity));
        }
        meanwhile(size);
        block.sync();
        mover.wait(0);
        return tile;
    } else {
        auto* const memory = reinterpret_cast<element*>(stages.memory[0]);
        block_tile<element> const tile(memory, memory, size);
        detail::for_each_below<1>(block, size, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            tile.store(k, static_cast<element>(*(first + static_cast<std::ptrdiff_t>(start + k))));
        });
        meanwhile(size);
        block.sync();
        return block_tile<element const>(tile);
    }
}

//! The result iterator for elements that are not stored.
struct discard {
    HEDDLE_INLINE discard operator+(std::ptrdiff_t) const { return {}; }
};
struct no_range {
    template <class Element>
    HEDDLE_INLINE void store(unsigned, Element const&) const
    {
    }
    HEDDLE_INLINE void publish() const {}
    HEDDLE_INLINE void begin_write_back() const {}
    HEDDLE_INLINE void await_write_back() const {}
};

//! Returns a range for `count` results, beginning at `first`: a tile, or no_range. `memory` must begin at the start of
//! a line.
template <class Element, class Block, class Iterator>
HEDDLE_INLINE auto range_of_selected(Block const& block, [[maybe_unused]] std::byte* memory,
                                     [[maybe_unused]] copy_barrier& unused, Iterator const& first,
                                     [[maybe_unused]] unsigned count)
{
    if constexpr (std::is_same_v<Iterator, Element*>) {
        using mover = tile_mover<copy_engine::bulk, Element, Block>;
        auto* const staged = reinterpret_cast<Element*>(memory + detail::offset_in_word(first, line_bytes));
        return staged_tile<mover, Element>(mover{block, memory, unused}, block_tile<Element>(staged, first, count));
    } else if constexpr (std::is_same_v<Iterator, discard>) {
        return no_range{};
    } else {
        return direct_tile<Iterator>(first);
    }
}

//! Returns the number of bytes of shared memory, in whole lines, that a range of `count` elements takes.
template <class Mover, class Element>
HEDDLE_INLINE unsigned lines_of(staged_tile<Mover, Element> const& range, unsigned count)
{
    unsigned const bytes =
        detail::offset_in_word(range.tile().first(), line_bytes) + count * static_cast<unsigned>(sizeof(Element));
    return (bytes + line_bytes - 1) / line_bytes * line_bytes;
}
template <class Range>
HEDDLE_INLINE unsigned lines_of(Range const&, unsigned)
{
    return 0;
}

//! Returns the tile in which to store results that replace the elements of a tile. This is the tile itself if the range
//! is filled in shared memory, or if InTile is true, otherwise the range.
//! Requires: a thread stores a result only after it has read the element that the result replaces
template <bool InTile = false, class Element, class Mover>
HEDDLE_INLINE block_tile<Element> results_in_place(block_tile<Element const> const& tile,
                                                   staged_tile<Mover, Element> const& range)
{
    return {const_cast<Element*>(tile.data()), range.tile().first(), tile.size()};
}
template <bool InTile = false, class Element, class Range>
HEDDLE_INLINE auto results_in_place(block_tile<Element const> const& tile, Range const& range)
{
    if constexpr (InTile) {
        return block_tile<Element>(const_cast<Element*>(tile.data()), const_cast<Element*>(tile.first()), tile.size());
    } else {
        return range;
    }
}

//! Moves results to the shared memory of the range, unless they are already there.
//! Group: all threads of the block
template <class Block, class Element, class Mover>
HEDDLE_INLINE void move_to_range(Block const& block, block_tile<Element> const& results,
                                 staged_tile<Mover, Element> const& range)
{
    auto const& to = range.tile();
    if (results.data() == to.data()) return;
    bool const is_up = results.data() < to.data();
    auto const rank = static_cast<unsigned>(block.thread_rank());
    auto const threads = static_cast<unsigned>(block.num_threads());
    // Each thread moves one element at a time, in an order in which no element is overwritten before it is read.
    for (unsigned done = 0; done < results.size(); done += threads) {
        block.sync();
        unsigned const k = is_up ? results.size() - 1 - (done + rank) : done + rank;
        bool const exists = done + rank < results.size();
        element_storage<Element> value;
        if (exists) detail::store_plainly(detail::address_of(value.value), results.heddle_load(k));
        block.sync();
        if (exists) to.store(k, detail::as_element(value.value));
    }
}
template <class Block, class Range>
HEDDLE_INLINE void move_to_range(Block const&, Range const&, Range const&)
{
}

//! Returns whether the output is the same array as the input.
template <class In, class Out>
HEDDLE_INLINE bool is_in_place(In const& in, Out const& out)
{
    if constexpr (std::is_pointer_v<In> && std::is_pointer_v<Out>) {
        return static_cast<void const*>(in) == static_cast<void const*>(out);
    } else {
        return false;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
