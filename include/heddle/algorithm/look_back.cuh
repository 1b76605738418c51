// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: how blocks that take the tiles of a sequence in one pass learn what the tiles before theirs
// have come to, without waiting for all of them (Merrill and Garland, "Single-pass Parallel Prefix
// Scan with Decoupled Look-back", 2016).
//
// Each tile has a word in global memory that says what is known of it: nothing, its own sum, or the
// sum of it and all before. A block publishes its own sum as soon as it has it, then walks back over
// the tiles before, adding what it finds, until it comes to one that knows all before itself.
//
// Blocks wait for blocks of earlier tiles only. Tiles are numbered in the order in which blocks ask
// for one, so each earlier tile has a block that runs already, and waits for none but even earlier
// ones: the first can always go on, therefore all can.
#pragma once

#include "../config.cuh"
#include "../shuffle.cuh"
#include "../tile.cuh"
#include "../warp/operations.cuh"
#include "../warp/reduce.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

enum class tile_state : unsigned {
    nothing = 0,  // so that cleared memory says so
    own = 1,
    all = 2,
};

//! What is known of a tile: a state and a count, in one word that is read and written as a whole.
struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

//! What the blocks of one launch share: 0 before.
struct look_back_memory {
    std::uint64_t* drawn;   //!< how many tiles have been
    tile_status* statuses;  //!< one for each tile
};

// To be tuned: how long a warp rests before it asks again for a status that is not there.
inline constexpr unsigned look_back_pause_ns = 0;

// To be tuned: whether blocks ask for a tile. If not, they take that of their own number, which saves
// a wait; but although GPUs have been seen to start blocks in the order of their numbers, nothing
// promises it.
inline constexpr bool draws_tiles = true;

//! The number of a tile that no other block has.
//! Group: one thread of the block
HEDDLE_INLINE std::size_t draw_tile([[maybe_unused]] look_back_memory const& memory)
{
#if defined(__CUDA_ARCH__)
    if constexpr (!draws_tiles) return blockIdx.x;
    return atomicAdd(reinterpret_cast<unsigned long long*>(memory.drawn), 1ull);
#else
    return (*memory.drawn)++;  // emulated blocks run one after the other
#endif
}

// A status is written behind a fence, and what is done because of one stands behind a fence too. So
// whatever a block did or read before it wrote its status is done when another block has seen that:
// values beside a status are there, and what the block has read may be overwritten. Fences are
// cumulative: where block c saw b's status, and b had seen a's, what a did before is done for c too.

// Not __threadfence(), which orders more than is needed, and takes longer for it.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

//! Group: one thread, behind a fence
HEDDLE_INLINE void write_status(tile_status& to, tile_status status)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(status.bits)
                 : "memory");
#else
    to = status;
#endif
}

//! Waits until something is known of a tile. A fence stands between this and what relies on it.
HEDDLE_INLINE tile_status await_status(tile_status const& of)
{
#if defined(__CUDA_ARCH__)
    tile_status status;
    while (true) {
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                     : "=l"(status.bits)
                     : "l"(__cvta_generic_to_global(&of))
                     : "memory");
        if (status.state() != tile_state::nothing) return status;
        if constexpr (look_back_pause_ns > 0) __nanosleep(look_back_pause_ns);
    }
#else
    HEDDLE_EXPECTS(of.state() != tile_state::nothing, "an emulated tile comes before its turn");
    return of;
#endif
}

//! Stores in bulk that the calling thread begins from here on come after what it has seen so far.
HEDDLE_INLINE void order_bulk_stores()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.global;" ::: "memory");
#endif
}

//! The place of a mask's lowest bit; the number of bits in a word if there is none.
HEDDLE_INLINE unsigned lowest_lane(unsigned mask)
{
#if defined(__CUDA_ARCH__)
    return mask == 0 ? 32 : static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
#else
    unsigned lane = 0;
    while (lane < 32 && (mask >> lane & 1u) == 0) ++lane;
    return lane;
#endif
}

//! Publishes the count of a tile; returns the sum of the counts of all tiles before it.
//! Group:    all lanes of one warp, converged, same arguments
//! Requires: count < 2^26 in every tile; below 2^62 in all
//! Cost:     2 fences, 1 load for as many tiles as the warp has lanes
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp>
HEDDLE_INLINE std::uint64_t counts_before(Warp const& warp, tile_status* statuses,
                                          std::size_t number, unsigned count)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = lane_rank(warp);
    tile_state const known = number == 0 ? tile_state::all : tile_state::own;
    fence_statuses();
    if (lane == 0) write_status(statuses[number], tile_status::of(known, count));
    if (number == 0) return 0;
    std::uint64_t sum = 0;
    bool found = false;
    // Lane l asks for the tile l + 1 before `end`; before the first one is nothing.
    for (std::size_t end = number; !found; end -= lanes) {
        tile_status status = tile_status::of(tile_state::all, 0);
        if (lane < end) status = await_status(statuses[end - 1 - lane]);
        unsigned const knowing = warp.ballot(status.state() == tile_state::all);
        found = knowing != 0;
        unsigned const nearest = lowest_lane(knowing);
        unsigned const own = lane < nearest ? static_cast<unsigned>(status.count()) : 0;
        sum += reduce_to_all(warp, own, plus{});
        if (found) sum += shuffle(warp, status.count(), nearest);
    }
    fence_statuses();
    warp.sync();
    if (lane == 0) write_status(statuses[number], tile_status::of(tile_state::all, sum + count));
    return sum;
}

}  // namespace heddle::detail
