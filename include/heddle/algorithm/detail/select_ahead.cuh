// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6, not used by any algorithm yet: a copy_if that counts tiles well before it places them.
//
// A block of select_tile.cuh has its tile in shared memory while it waits for the counts of all tiles before, so that
// most of shared memory waits. Here the block that draws number c counts tile c, which takes registers alone,
// and leaves a bit for each element; then it places tile c - ahead, whose predecessors were counted by blocks
// that drew long before. Those counts are there, so that nobody waits; and that tile is in L2, where counting has
// brought it: each element is read from memory once, and from L2 twice.
//
// Nobody waits for a block that has not begun: tile t was counted by the block that drew t, and counting waits
// for nothing. Groups of tiles are summed when their last tile is placed, by a block that drew before those that
// wait for it.
//
// Not in place: a tile is placed when later ones were counted, but not all those before it were read again.
#pragma once

#include "../../coalesced_ptr.cuh"
#include "../../config.cuh"
#include "launch.cuh"
#include "look_back.cuh"
#include "markers.cuh"
#include "select_tile.cuh"
#include "sequence.cuh"
#include "temporary.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

//! How many tiles are counted before one is placed: what lies between should stay in L2. To be tuned.
inline constexpr std::size_t bytes_ahead = 12 << 20;

//! Counts that stand already, of which none is said again; or others, as in count_states.
class standing_states : public count_states {
public:
    standing_states() = default;
    HEDDLE_INLINE standing_states(std::uint64_t* words, bool stands)
        : count_states(words, false), stands_(stands)
    {
    }
    HEDDLE_INLINE void publish(std::size_t i, tile_state state, std::uint64_t count) const
    {
        if (!stands_) count_states::publish(i, state, count);
    }

private:
    bool stands_;
};

//! Wants the elements whose bits are set: those of a row of as many as a warp has lanes are a word.
template <unsigned WarpLanes>
struct bit_marker {
    unsigned const* bits;

    template <class Tile, class In>
    HEDDLE_INLINE auto at(Tile const&, In const&, std::size_t start)
    {
        return [own = bits + start / WarpLanes](unsigned k) {
            return (own[k / WarpLanes] >> k % WarpLanes & 1u) != 0;
        };
    }
};

//! The memory that blocks share beside the elements: look_back_words(), and a word for each row.
struct ahead_memory {
    std::uint64_t* words;
    unsigned* bits;
    std::size_t tiles;
    std::size_t ahead;
};

//! How counting reads elements.
enum class count_access {
    whole,  //!< as coalesced_ptr does, all words side by side: for predicates that read much of an element
    as_read,  //!< each thread what the predicate reads: for those that read a word or two
};

//! The elements of an array where they are.
template <class Element>
struct elements_in_place {
    Element const* first;
    HEDDLE_INLINE Element const& load(unsigned k) const { return first[k]; }
};

template <count_access Access, class Element>
HEDDLE_INLINE auto counted_elements(Element const* first)
{
    if constexpr (Access == count_access::whole) {
        return direct_tile(make_coalesced(first));
    } else {
        return elements_in_place<Element>{first};
    }
}

//! Counts a tile: a bit for each element that is wanted, and how many, for all blocks.
HEDDLE_EXEC_CHECK_DISABLE
template <count_access Access, class Block, class Warp, class Memory, class Element, class Marker>
HEDDLE_INLINE void count_tile(Block const& block, Warp const& warp, Memory& memory,
                              ahead_memory const& shared, std::size_t number, Element const* first,
                              std::size_t count, Marker& marker)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    constexpr unsigned rows_at_once = 6;  // on their way from memory
    std::size_t const start = number * Memory::capacity;
    unsigned const size =
        count - start < Memory::capacity ? static_cast<unsigned>(count - start) : Memory::capacity;
    unsigned const lane = lane_rank(warp);
    unsigned* const bits = shared.bits + start / lanes;
    auto const tile = counted_elements<Access>(first + static_cast<std::ptrdiff_t>(start));
    auto const is_wanted = marker.at(tile, first, start);
    unsigned own = 0;
    for_each_chunk<rows_at_once>(block, warp, size, [&](unsigned first_row, unsigned warps) {
        bool wanted[rows_at_once];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < rows_at_once; ++i) {
            unsigned const k = (first_row + i * warps + warp.meta_group_rank()) * lanes + lane;
            wanted[i] = k < size && is_wanted(k);
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < rows_at_once; ++i) {
            unsigned const row = first_row + i * warps + warp.meta_group_rank();
            unsigned const set = warp.ballot(wanted[i]);
            if (lane == 0 && row * lanes < size) bits[row] = set;
            own += bit_count(set);
        }
    });
    if (lane == 0) memory.before[warp.meta_group_rank()] = own;
    block.sync();
    if (block.thread_rank() == 0) {
        unsigned const warps = static_cast<unsigned>(block.num_threads()) / lanes;
        std::uint64_t all = 0;
        for (unsigned w = 0; w < warps; ++w) all += memory.before[w];
        // Behind a fence, so that whoever sees it sees the bits.
        count_states(shared.words + 1, true).publish(number, tile_state::own, all);
    }
}

//! The block's share: it counts the next tile that no block has, and places one that was counted.
//! Requires: as many blocks as tiles, and `ahead` more; the result is not the input
HEDDLE_EXEC_CHECK_DISABLE
template <count_access Access, class Block, class Memory, class Element, class Marker,
          class Selected>
HEDDLE_INLINE void select_ahead_share(Block const& block, Memory& memory,
                                      ahead_memory const& shared, Element const* first,
                                      std::size_t count, Element* result, Marker& marker,
                                      Selected const& selected)
{
    constexpr unsigned capacity = Memory::capacity;
    auto const warp = warp_of(block);
    constexpr unsigned lanes = lane_count_v<decltype(warp_of(block))>;
    static_assert(capacity % lanes == 0, "a row's word belongs to one tile");
    if (block.thread_rank() == 0) memory.number = draw_tile(shared.words);
    block.sync();
    std::size_t const drawn = memory.number;
    bool const places = drawn >= shared.ahead;
    std::size_t const number = places ? drawn - shared.ahead : 0;
    std::size_t const start = number * capacity;
    unsigned const size =
        count - start < capacity ? static_cast<unsigned>(count - start) : capacity;
    auto const mover = mover_of<copy_engine::bulk, Element>(block, memory.in, 0);
    auto const tile = tile_in_stage(memory.in, 0, first + static_cast<std::ptrdiff_t>(start), size);
    if (places) begin_load(mover, tile);
    if (drawn < shared.tiles) {
        count_tile<Access>(block, warp, memory, shared, drawn, first, count, marker);
    }
    if (!places) return;

    look_back<standing_states> const counted{
        shared.words, {shared.words + 1, true}, {shared.words + 1 + shared.tiles, false}};
    if (block.thread_rank() == 0) {
        await_status(counted.tiles.status(number), tile_state::own);
        fence_statuses();  // the bits are there for all behind the sync()
    }
    block.sync();
    mover.wait(0);
    bit_marker<lanes> bits{shared.bits};
    select_from_tile(block, warp, memory, counted, number, tile, first, count, result, discard{},
                     bits, selected);
}

#if defined(__CUDACC__)

template <count_access Access, unsigned Capacity, class Element, class Marker, class Selected>
__global__ void __launch_bounds__(select_threads)
    select_ahead_kernel(ahead_memory shared, Element const* first, std::size_t count,
                        Element* result, Marker marker, Selected selected)
{
    __shared__ select_memory<Element, Capacity, false> memory;
    select_ahead_share<Access>(this_block<select_threads>(), memory, shared, first, count, result,
                               marker, selected);
}

//! As heddle::copy_if of an array to another one that it does not overlap.
template <count_access Access, class Element, class Selected, class Predicate>
cudaError_t copy_if_ahead(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                          Element const* first, std::size_t count, Element* result,
                          Selected selected, Predicate predicate,
                          std::size_t ahead_bytes = bytes_ahead)
{
    constexpr unsigned capacity = select_capacity<Element>();
    using marker = predicate_marker<true, Predicate>;
    std::size_t const tiles = divide_up(count, capacity);
    // The counter and the counts of a single tile, too.
    std::size_t const word_count = 1 + tiles + tiles / tiles_of_group;
    temporary_storage storage(temporary);
    ahead_memory shared{storage.take<std::uint64_t>(word_count),
                        storage.take<unsigned>(tiles * (capacity / 32)), tiles, 0};
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    if (tiles == 0) return write_value(stream, selected, std::ptrdiff_t{0});
    std::size_t const wanted = ahead_bytes / (capacity * sizeof(Element));
    shared.ahead = wanted < tiles ? wanted : tiles;
    status = cudaMemsetAsync(shared.words, 0, word_count * sizeof(std::uint64_t), stream);
    if (status != cudaSuccess) return status;
    return launch(stream, tiles + shared.ahead, select_threads,
                  select_ahead_kernel<Access, capacity, Element, marker, Selected>, shared, first,
                  count, result, marker{predicate}, selected);
}

#endif

}  // namespace heddle::detail
