// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: the share of a block in a scan: a tile in shared memory, of which each thread takes some
// consecutive elements; what its threads before have come to, and what all earlier tiles have, in one
// pass. Values are structs of any size: they stand beside the statuses of their tiles.
//
// In place: a tile is written to where it was read, by the block that has read it.
#pragma once

#include "../block_tile.cuh"
#include "../config.cuh"
#include "../shuffle.cuh"
#include "../warp/block_reduce.cuh"
#include "../warp/reduce.cuh"
#include "../warp/scan.cuh"
#include "block_warp.cuh"
#include "look_back.cuh"
#include "running_sum.cuh"
#include "tile_ranges.cuh"

#include <cstddef>
#include <type_traits>

namespace heddle::detail {

// To be tuned.
inline constexpr unsigned scan_threads = 128;
inline constexpr std::size_t scan_tile_bytes = 12 * 1024;
inline constexpr std::size_t most_scan_tile_bytes = 16 * 1024;

//! Consecutive elements of a thread: so many that the steps from one thread's to the next one's are
//! an odd number of 4-byte words, or of wider ones where elements are, which keeps the threads of a
//! warp in different banks.
HEDDLE_HOST_DEVICE constexpr unsigned scan_items(std::size_t element_bytes)
{
    std::size_t const fit = scan_tile_bytes / (scan_threads * element_bytes);
    std::size_t const least = element_bytes % 4 == 0   ? 1
                              : element_bytes > 64     ? 1
                              : element_bytes % 2 == 0 ? 2
                                                       : 4;
    return static_cast<unsigned>(fit < least ? least : fit - (fit - least) % (2 * least));
}

//! Elements of a tile; not every thread has some where they are large.
HEDDLE_HOST_DEVICE constexpr unsigned scan_capacity(std::size_t element_bytes)
{
    unsigned const items = scan_items(element_bytes);
    std::size_t const fit = most_scan_tile_bytes / (items * element_bytes);
    return items * static_cast<unsigned>(fit < 1 ? 1 : fit < scan_threads ? fit : scan_threads);
}

template <class Value, unsigned Capacity, unsigned Warps>
struct scan_memory {
    tile_stages<Value, Capacity> in, out;
    block_reduce_scratch<Value, Warps> of_warps;
    block_reduce_scratch<Value, 1> before;  // the sum of all earlier tiles
    std::size_t number;                     // of the tile
};

//! What the blocks of a scan share, beside the statuses: the sums of tiles, and of those with all
//! before.
template <class Value>
struct scan_look_back {
    look_back_memory tiles;
    Value* own;
    Value* all;
};

//! What a scan starts with: a value, or nothing.
template <class Value>
struct initial_value {
    static constexpr bool exists = true;
    Value value;
};
template <class Value>
struct no_initial_value {
    static constexpr bool exists = false;
};

HEDDLE_EXEC_CHECK_DISABLE
template <class Value>
HEDDLE_INLINE void publish_value(scan_look_back<Value> const& shared, std::size_t number,
                                 tile_state state, Value const& value)
{
    (state == tile_state::all ? shared.all : shared.own)[number] = value;
    fence_statuses();
    write_status(shared.tiles.statuses[number], tile_status::of(state, 0));
}

//! The sum of the tiles before, in lane 0; `total` is that of this one.
//! Group:    all lanes of one warp, converged
//! Requires: number > 0; the total of tile 0 includes the initial value
//! Cost:     2 fences and 1 for as many tiles as the warp has lanes; a reduction for these
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class Value, class Operation>
HEDDLE_INLINE Value values_before(Warp const& warp, scan_look_back<Value> const& shared,
                                  std::size_t number, Value const& total, Operation const& combine)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = lane_rank(warp);
    if (lane == 0) publish_value(shared, number, tile_state::own, total);
    Value sum(total);
    bool found = false;
    // Lane l asks for tile end - lanes + l, and where there is none for the last one, in vain: no
    // lane below that of the first tile is used.
    for (std::size_t end = number; !found; end -= lanes) {
        bool const exists = lanes - lane <= end;
        std::size_t const tile = exists ? end - lanes + lane : end - 1;
        tile_state const state = await_status(shared.tiles.statuses[tile]).state();
        fence_statuses();
        Value const value((state == tile_state::all ? shared.all : shared.own)[tile]);
        unsigned const knowing = warp.ballot(exists && state == tile_state::all);
        found = knowing != 0;
        unsigned const nearest = found ? highest_lane(knowing) : 0;
        Value const shifted = shuffle(warp, value, (lane + nearest) % lanes);
        Value const window = reduce(warp, shifted, combine, lanes - nearest);
        sum = end == number ? window : combine(window, sum);
    }
    if (lane == 0) publish_value(shared, number, tile_state::all, combine(sum, total));
    return sum;
}

//! The block's share of a scan of first[0 … count - 1]: one tile, the next that no block has.
HEDDLE_EXEC_CHECK_DISABLE
template <bool Inclusive, unsigned Items, unsigned Capacity, class Block, class Memory, class In,
          class Out, class Value, class Initial, class Operation>
HEDDLE_INLINE void scan_share(Block const& block, Memory& memory,
                              scan_look_back<Value> const& shared, In const& first,
                              std::size_t count, Out const& result, Initial const& initial,
                              Operation& operation)
{
    auto const warp = warp_of(block);
    constexpr unsigned lanes = lane_count_v<decltype(warp_of(block))>;
    unsigned const rank = static_cast<unsigned>(block.thread_rank());
    unsigned const lane = lane_rank(warp);
    unsigned const warp_number = warp.meta_group_rank();
    auto const combine = [&](Value const& a, Value const& b) {
        return static_cast<Value>(operation(a, b));
    };

    if (rank == 0) memory.number = draw_tile(shared.tiles);
    block.sync();
    std::size_t const number = memory.number;
    std::size_t const start = number * Capacity;
    auto const place = static_cast<std::ptrdiff_t>(start);
    unsigned const size =
        count - start < Capacity ? static_cast<unsigned>(count - start) : Capacity;
    auto const tile = load_selectable(block, memory.in, first + place, size);

    // Threads without elements have any, in vain: nothing comes after them.
    unsigned const used = (size + Items - 1) / Items;
    unsigned const begin = rank < used ? rank * Items : 0;
    unsigned const own = size - begin < Items ? size - begin : Items;
    Value sum = tile.load(begin);
    for (unsigned i = 1; i < own; ++i) sum = combine(sum, tile.load(begin + i));
    Value const in_warp = inclusive_scan(warp, sum, combine);
    Value const left = shuffle_up(warp, in_warp, 1);
    if (rank < used && (rank == used - 1 || lane == lanes - 1)) {
        memory.of_warps.write(warp_number, in_warp);
    }
    block.sync();

    bool const has_before = Initial::exists || number > 0;
    if (warp_number == 0) {
        Value total = memory.of_warps.read(0);
        for (unsigned w = 1; w * lanes < used; ++w) {
            total = combine(total, memory.of_warps.read(w));
        }
        if (number > 0) {
            Value const before = values_before(warp, shared, number, total, combine);
            if (lane == 0) memory.before.write(0, before);
        } else if (lane == 0) {
            if constexpr (Initial::exists) {
                total = combine(initial.value, total);
                memory.before.write(0, initial.value);
            }
            publish_value(shared, number, tile_state::all, total);
        }
    }
    block.sync();

    std::byte* room = memory.out.memory[0];
    auto const out =
        range_of_selected<Value>(block, room, memory.in.barriers[0], result + place, size);
    if (rank < used) {
        running_sum<Value, decltype(combine) const> before{
            combine, has_before ? memory.before.read(0) : sum, has_before};
        for (unsigned w = 0; w < warp_number; ++w) before.add(memory.of_warps.read(w));
        if (lane > 0) before.add(left);
        for (unsigned i = 0; i < own; ++i) {
            Value const value = tile.load(begin + i);
            if constexpr (Inclusive) {
                before.add(value);
                out.store(begin + i, before.value);
            } else {
                out.store(begin + i, before.value);
                before.add(value);
            }
        }
    }
    out.publish();
    block.sync();
    out.write();
    // Shared memory must outlive what reads it.
    out.finish();
}

}  // namespace heddle::detail
