// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: the share of a block in a selection: a tile in shared memory, a bit for each element that
// is wanted, the count of those in earlier tiles, and the wanted elements side by side on their way
// out, in one pass.
//
// In place: the result may be the array that is read, because an element is overwritten only after
// it was read. Tile t is the elements [t c, t c + c). Those selected of it are written to places
// below t c + c, since no more are selected than there are: to places of tiles up to t. The block of
// tile t writes when counts_before has returned, which is when all earlier tiles have published
// their counts; and each block publishes its count when its tile is in shared memory as a whole (the
// bulk copy's barrier and a sync() of the block were passed, the predicate was asked for every
// element). So nothing is written to a place of an earlier tile, or its own, that a block is still
// to read. The fences around the statuses (look_back.cuh) make "when" hold between blocks, and
// order_bulk_stores() carries it over to the engine that stores in bulk. All stores are exact to the
// byte, so two tiles whose results meet in a chunk do not write each other's bytes.
//
// A marker that asks for the element before a tile, as unique does, reads the last place p of tile
// t - 1 from global memory. Tiles after t do not write before t has published; tile t - 1 writes at
// p only if nothing was removed from it and those before it, and then it would write what is there:
// elements that are where they belong are not written at all. So p does not change meanwhile.
#pragma once

#include "../block_tile.cuh"
#include "../config.cuh"
#include "../tile.cuh"
#include "../tile_stages.cuh"
#include "../warp/operations.cuh"
#include "../warp/scan.cuh"
#include "../words.cuh"
#include "block_warp.cuh"
#include "look_back.cuh"
#include "sequence.cuh"
#include "tile_ranges.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

// To be tuned: large tiles, so that there are few to look back at.
inline constexpr unsigned select_threads = 128;
inline constexpr std::size_t select_tile_bytes = 8 * 1024;

//! Of these a tile has one element.
inline constexpr std::size_t largest_selected_bytes = 16 * 1024;

template <class Element>
constexpr unsigned select_capacity()
{
    unsigned capacity = tile_capacity(sizeof(Element), select_threads, select_tile_bytes);
    while (capacity > 1 && capacity * sizeof(Element) > largest_selected_bytes) capacity /= 2;
    return capacity;
}

// To be tuned: if they are not more than so many words, threads keep their elements in registers
// until it is known where these go, in the memory that they were read from. Then a block has its
// tile in shared memory but once, and more blocks have one on its way.
inline constexpr unsigned most_held_words = 32;

//! Elements that a thread has of a tile, if it keeps them; else 0.
template <class Element>
HEDDLE_HOST_DEVICE constexpr unsigned held_elements(unsigned capacity, unsigned block_threads)
{
    unsigned const count = (capacity + block_threads - 1) / block_threads;
    return count * ((sizeof(Element) + 3) / 4) <= most_held_words ? count : 0;
}

//! Shared memory for a tile on its way in, and for two ranges on their way out that are no more
//! together, each from its own place in a line on.
template <class Element, unsigned Capacity, bool Holds>
struct select_room {
    tile_stages<Element, Capacity> in;
    alignas(line_bytes) std::byte
        memory[(Capacity * sizeof(Element) + 4 * line_bytes - 1) / line_bytes * line_bytes];

    HEDDLE_INLINE std::byte* out() { return memory; }
};
template <class Element, unsigned Capacity>
struct select_room<Element, Capacity, true> {
    static constexpr unsigned more =
        static_cast<unsigned>((2 * line_bytes + sizeof(Element) - 1) / sizeof(Element));

    tile_stages<Element, Capacity + more> in;

    HEDDLE_INLINE std::byte* out() { return in.memory[0]; }
};

//! What a block of several warps has in shared memory to select from a tile.
template <class Element, unsigned Capacity, unsigned Held, unsigned WarpLanes = 32>
struct select_memory {
    static constexpr unsigned capacity = Capacity;
    static constexpr unsigned held = Held;
    static constexpr unsigned rows = (Capacity + WarpLanes - 1) / WarpLanes;

    select_room<Element, Capacity, (Held > 0)> room;
    unsigned wanted[rows];  // a bit for each element of a row
    unsigned before[rows];  // how many are wanted in the rows before
    unsigned selected;      // in the tile
    std::uint64_t before_tile;
    std::size_t number;  // of the tile
};

//! Calls visit(i, row) for the calling warp's rows of a tile, for i = 0, 1 …; as constants, if the
//! warp has up to Held of them and that is not 0.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Held, unsigned Unrolled, class Block, class Warp, class Visit>
HEDDLE_INLINE void for_each_row(Block const& block, Warp const& warp, unsigned size,
                                Visit const& visit)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const warps = static_cast<unsigned>(block.num_threads()) / lanes;
    unsigned const first = warp.meta_group_rank();
    if constexpr (Held > 0) {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Held; ++i) {
            unsigned const row = first + i * warps;
            if (row * lanes < size) visit(i, row);
        }
    } else {
#if defined(__CUDA_ARCH__)
#    pragma unroll(Unrolled)
#endif
        for (unsigned row = first; row * lanes < size; row += warps) visit(0u, row);
    }
}

//! An element that a thread keeps, as the words that its bytes fill.
template <class Element>
class held_element {
public:
    HEDDLE_INLINE void keep(Element const& value)
    {
        words_from_element(words_, value);
#if defined(__CUDA_ARCH__)
        // Else the compiler sees through it, and keeps each byte of a packed struct in a register.
        HEDDLE_UNROLL
        for (unsigned w = 0; w < count; ++w) asm("" : "+r"(words_[w].part[0]));
#endif
    }
    HEDDLE_INLINE Element get() const { return element_from_words<Element>(words_, 0); }

private:
    static constexpr unsigned count = static_cast<unsigned>((sizeof(Element) + 3) / 4);
    memory_word<4> words_[count];
};

//! There is a bit for each element of the tile that is wanted, and each thread has what it keeps.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Unrolled, class Block, class Warp, class Memory, class Tile, class Element,
          unsigned Count, class IsWanted>
HEDDLE_INLINE void mark_rows(Block const& block, Warp const& warp, Memory& memory, Tile const& tile,
                             held_element<Element> (&values)[Count], IsWanted const& is_wanted)
{
    unsigned const lane = lane_rank(warp);
    for_each_row<Memory::held, Unrolled>(block, warp, tile.size(), [&](unsigned i, unsigned row) {
        unsigned const k = row * lane_count_v<Warp> + lane;
        bool const exists = k < tile.size();
        if constexpr (Memory::held > 0) {
            if (exists) values[i].keep(tile.load(k));
        }
        unsigned const bits = warp.ballot(exists && is_wanted(k));
        if (lane == 0) memory.wanted[row] = bits;
    });
    block.sync();
}

HEDDLE_INLINE unsigned bit_count(unsigned bits)
{
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__popc(bits));
#else
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1) ++count;
    return count;
#endif
}

//! Counts the wanted elements before each row; returns how many there are in the tile.
//! Group: all lanes of the first warp
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class Memory>
HEDDLE_INLINE unsigned count_rows(Warp const& warp, Memory& memory, unsigned size)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = lane_rank(warp);
    unsigned const rows = (size + lanes - 1) / lanes;
    unsigned total = 0;
    for (unsigned first = 0; first < rows; first += lanes) {
        unsigned const row = first + lane;
        unsigned const own = row < rows ? bit_count(memory.wanted[row]) : 0;
        unsigned const sum = inclusive_scan(warp, own, plus{});
        if (row < rows) memory.before[row] = total + sum - own;
        total += shuffle(warp, sum, lanes - 1);
    }
    return total;
}

//! Stores the tile's elements side by side: the wanted ones and the others, in their order.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Unrolled, class Block, class Warp, class Memory, class Tile, class Element,
          unsigned Count, class Wanted, class Others>
HEDDLE_INLINE void compact(Block const& block, Warp const& warp, Memory const& memory,
                           Tile const& tile, held_element<Element> const (&values)[Count],
                           Wanted const& wanted, Others const& others)
{
    unsigned const lane = lane_rank(warp);
    auto const element = [&](unsigned i, unsigned k) {
        if constexpr (Memory::held > 0) {
            return values[i].get();
        } else {
            return tile.load(k);
        }
    };
    for_each_row<Memory::held, Unrolled>(block, warp, tile.size(), [&](unsigned i, unsigned row) {
        unsigned const k = row * lane_count_v<Warp> + lane;
        if (k >= tile.size()) return;
        unsigned const bits = memory.wanted[row];
        unsigned const before = memory.before[row] + bit_count(bits & ((1u << lane) - 1));
        if ((bits >> lane & 1u) != 0) {
            wanted.store(before, element(i, k));
        } else if constexpr (!std::is_same_v<Others, no_range>) {
            others.store(k - before, element(i, k));
        }
    });
}

//! The block's share of a selection from first[0 … count - 1]: one tile, the next that no block has.
//! *selected is the number of all that were, once all blocks have come here.
//! Marker:   see markers.cuh
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Memory, class In, class Wanted, class Others, class Marker,
          class Selected>
HEDDLE_INLINE void select_share(Block const& block, Memory& memory, look_back_memory const& shared,
                                In const& first, std::size_t count, Wanted const& wanted_first,
                                Others const& others_first, Marker& marker,
                                Selected const& selected)
{
    using element = value_of<In>;
    constexpr unsigned capacity = Memory::capacity;
    constexpr unsigned unrolled = unrolled_elements(sizeof(element));
    auto const warp = warp_of(block);
    bool const is_first_thread = block.thread_rank() == 0;
    if (is_first_thread) memory.number = draw_tile(shared);
    block.sync();
    std::size_t const number = memory.number;
    std::size_t const start = number * capacity;
    auto const place = static_cast<std::ptrdiff_t>(start);
    unsigned const size =
        count - start < capacity ? static_cast<unsigned>(count - start) : capacity;
    auto const tile = load_selectable(block, memory.room.in, first + place, size);
    held_element<element> values[Memory::held > 0 ? Memory::held : 1];
    mark_rows<unrolled>(block, warp, memory, tile, values, marker.at(tile, first, start));

    if (warp.meta_group_rank() == 0) {
        unsigned const own = count_rows(warp, memory, size);
        std::uint64_t const before = counts_before(warp, shared.statuses, number, own);
        if (is_first_thread) {
            memory.selected = own;
            memory.before_tile = before;
            if (start + size == count) {
                *selected = static_cast<std::decay_t<decltype(*selected)>>(before + own);
            }
        }
    }
    block.sync();
    auto const before = static_cast<std::ptrdiff_t>(memory.before_tile);
    unsigned const own = memory.selected;
    auto const to = wanted_first + before;
    bool const moves = own < size || !is_in_place(first + place, to);
    if (!moves) return;
    copy_barrier& unused = memory.room.in.barriers[0];
    std::byte* room = memory.room.out();
    auto const wanted = range_of_selected<element>(block, room, unused, to, own);
    auto const others = range_of_selected<element>(block, room, unused,
                                                   others_first + (place - before), size - own);
    compact<unrolled>(block, warp, memory, tile, values, wanted, others);
    wanted.publish();
    others.publish();
    block.sync();
    wanted.write();
    others.write();
    // Shared memory must outlive what reads it.
    wanted.finish();
    others.finish();
}

}  // namespace heddle::detail
