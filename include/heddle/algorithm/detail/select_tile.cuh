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

#include "../../block_tile.cuh"
#include "../../config.cuh"
#include "../../detail/group/group.cuh"
#include "../../detail/group/words.cuh"
#include "../../tile_stages.cuh"
#include "../../warp/operations.cuh"
#include "../../warp/scan.cuh"
#include "assign.cuh"
#include "block_warp.cuh"
#include "look_back.cuh"
#include "sequence.cuh"
#include "tile_ranges.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

// Large tiles, so that there are few to look back at, in small blocks; twice the bytes, for a tile and
// for what of it is not wanted, are about what static shared memory has. Measured on an H200: 8 KiB
// 0.51 of a copy, 12: 0.58, 18: 0.66, 24: 0.68; 18 KiB for 256 threads 0.51. Where the rest goes nowhere, 30 KiB
// instead of 20 are 0.85, 0.96, 0.97, 1.02, 1.00, 1.04 and 1.13 times as fast for structs of 4, 8, 12, 16, 28, 64 and
// 128 bytes, and 36 instead of 30 are 0.95, 1.00, 0.99, 1.03 and 1.06 times for 16, 28, 64, 128 and 248; 64 or 256
// threads are not faster.
inline constexpr unsigned select_threads = 128;
inline constexpr std::size_t select_tile_bytes = 20 * 1024;
HEDDLE_HOST_DEVICE constexpr std::size_t select_tile_bytes_alone(std::size_t element_bytes)
{
    return element_bytes < 16 ? select_tile_bytes : element_bytes < 96 ? 30 * 1024 : 36 * 1024;
}

//! Of elements of up to so many bytes a tile has at least one.
inline constexpr std::size_t max_selected_bytes = 16 * 1024;

//! Elements that a thread keeps in registers at a time while a tile is compacted. Larger ones are not kept,
//! and do not take the place of others.
inline constexpr unsigned held_words = 8;
inline constexpr std::size_t max_held_bytes = 256;
HEDDLE_HOST_DEVICE constexpr unsigned held_elements(std::size_t element_bytes)
{
    auto const words = static_cast<unsigned>((element_bytes + 3) / 4);
    return words < held_words ? held_words / words : 1;
}

//! As many rows of elements, one for each lane of a warp, as fit in a tile; of large elements fewer than
//! a row.
//! HasOthers: elements that are not wanted go somewhere, too
template <class Element, bool HasOthers>
constexpr unsigned select_capacity()
{
    constexpr unsigned lanes = 32;
    constexpr std::size_t held =
        HasOthers ? select_tile_bytes : select_tile_bytes_alone(sizeof(Element));
    constexpr std::size_t most = sizeof(Element) <= max_held_bytes          ? held
                                 : sizeof(Element) <= select_tile_bytes / 2 ? select_tile_bytes / 2
                                                                            : sizeof(Element);
    constexpr auto fit = static_cast<unsigned>(most / sizeof(Element));
    return fit < lanes ? fit : fit / lanes * lanes;
}

//! What a block of up to select_threads has in shared memory to select from a tile. The results take the
//! place of the elements, from some bytes before them on; those that are not wanted, if they go
//! somewhere, have room of their own. Large elements have one room for both, beside them.
template <class Element, unsigned Capacity, bool HasOthers, unsigned WarpLanes = 32>
struct select_memory {
    using stages = tile_stages<Element, Capacity>;
    static constexpr unsigned capacity = Capacity;
    static constexpr unsigned rows = (Capacity + WarpLanes - 1) / WarpLanes;
    static constexpr unsigned max_rows =
        rows + held_elements(sizeof(Element)) * select_threads / 32;

    static constexpr bool in_place = sizeof(Element) <= max_held_bytes;

    alignas(line_bytes) std::byte results[(in_place ? 0 : stages::stage_bytes) + 2 * line_bytes];
    stages in;
    alignas(line_bytes) std::byte others[in_place && HasOthers ? stages::stage_bytes : 1];
    unsigned wanted[max_rows];  // a bit for each element of a row
    unsigned before[max_rows];  // how many are wanted in the rows before
    unsigned selected;          // in the tile
    std::uint64_t before_tile;
    std::size_t number;  // of the tile
};

//! Calls visit(row, warps) for the first row of each chunk of a tile, of which each warp has Held: that row
//! and every so many after it as there are warps.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Held, class Block, class Warp, class Visit>
HEDDLE_INLINE void for_each_chunk(Block const& block, Warp const&, unsigned size,
                                  Visit const& visit)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const warps = static_cast<unsigned>(block.num_threads()) / lanes;
    for (unsigned row = 0; row * lanes < size; row += Held * warps) visit(row, warps);
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
    HEDDLE_INLINE Element get() const { return element_from_words<Element>(words_); }

private:
    static constexpr unsigned count = static_cast<unsigned>((sizeof(Element) + 3) / 4);
    memory_word<4> words_[count];
};

struct no_element {};

//! There is a bit for each element of the tile that is wanted.
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Warp, class Memory, class Tile, class IsWanted>
HEDDLE_INLINE void mark_rows(Block const& block, Warp const& warp, Memory& memory, Tile const& tile,
                             IsWanted const& is_wanted)
{
    constexpr unsigned held = held_elements(sizeof(typename Memory::stages::element_type));
    unsigned const lane = lane_rank(warp);
    for_each_chunk<held>(block, warp, tile.size(), [&](unsigned first, unsigned warps) {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < held; ++i) {
            unsigned const row = first + i * warps + warp.meta_group_rank();
            unsigned const k = row * lane_count_v<Warp> + lane;
            unsigned const bits = warp.ballot(k < tile.size() && is_wanted(k));
            // By a lane that changes with the row: for a fixed one nvcc makes two loops, one of them for that lane, and
            // the ballots of both are slow.
            if (lane == row % lane_count_v<Warp>) memory.wanted[row] = bits;
        }
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
//
// Results are never more than the elements up to there, and start before them: those of a chunk do not
// reach what is after it. So the block reads a chunk, then stores it.
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Warp, class Memory, class Tile, class Wanted, class Others>
HEDDLE_INLINE void compact(Block const& block, Warp const& warp, Memory const& memory,
                           Tile const& tile, Wanted const& wanted, Others const& others)
{
    using element = typename Memory::stages::element_type;
    constexpr unsigned held = held_elements(sizeof(element));
    constexpr unsigned nowhere = ~0u;
    using kept = std::conditional_t<Memory::in_place, held_element<element>, no_element>;
    unsigned const lane = lane_rank(warp);
    for_each_chunk<held>(block, warp, tile.size(), [&](unsigned first, unsigned warps) {
        kept values[held];
        unsigned places[held];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < held; ++i) {
            unsigned const row = first + i * warps + warp.meta_group_rank();
            unsigned const k = row * lane_count_v<Warp> + lane;
            unsigned const bits = memory.wanted[row];
            unsigned const before = memory.before[row] + bit_count(bits & ((1u << lane) - 1));
            places[i] = (bits >> lane & 1u) != 0 ? before : nowhere;
            if (places[i] != nowhere) {
                if constexpr (Memory::in_place) {
                    values[i].keep(tile.load(k));
                } else {
                    wanted.store(before, tile.load(k));
                }
            } else if constexpr (!std::is_same_v<Others, no_range>) {
                if (k < tile.size()) others.store(k - before, tile.load(k));
            }
        }
        if constexpr (Memory::in_place) {
            block.sync();
            HEDDLE_UNROLL
            for (unsigned i = 0; i < held; ++i) {
                if (places[i] != nowhere) wanted.store(places[i], values[i].get());
            }
        }
    });
}

//! *to = count, for any iterator that can be written to on the device.
HEDDLE_EXEC_CHECK_DISABLE
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
HEDDLE_EXEC_CHECK_DISABLE
template <class Selected>
HEDDLE_INLINE void write_count(shared_count<Selected> const& to, std::uint64_t count)
{
    write_count(to.selected, count);
    *to.own = count;
}

//! Selects from the tile of first[start …], which is in shared memory as a whole, and is tile `number`.
//! write_count(selected, …) is told the number of all that were, once all tiles have been.
//! Marker:   see markers.cuh
HEDDLE_EXEC_CHECK_DISABLE
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
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Memory, class In, class Wanted, class Others, class Marker,
          class Selected>
HEDDLE_INLINE void select_share(Block const& block, Memory& memory,
                                look_back<count_states> const& shared, In const& first,
                                std::size_t count, Wanted const& wanted_first,
                                Others const& others_first, Marker& marker,
                                Selected const& selected)
{
    constexpr unsigned capacity = Memory::capacity;
    auto const warp = warp_of(block);
    if (block.thread_rank() == 0) memory.number = draw_tile(shared.drawn);
    block.sync();
    std::size_t const number = memory.number;
    std::size_t const start = number * capacity;
    unsigned const size =
        count - start < capacity ? static_cast<unsigned>(count - start) : capacity;
    auto const tile =
        load_selectable(block, memory.in, first + static_cast<std::ptrdiff_t>(start), size);
    select_from_tile(block, warp, memory, shared, number, tile, first, count, wanted_first,
                     others_first, marker, selected);
}

}  // namespace heddle::detail
