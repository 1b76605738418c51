// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tile states: what a block has published about its tile. Each word is read and written as a whole, and holds both the
// state and a part of the value. Therefore no fence is needed between a value and its state.
#pragma once

#include <heddle/config.cuh>

#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The states of CUB: SCAN_TILE_INVALID, SCAN_TILE_PARTIAL and SCAN_TILE_INCLUSIVE.
enum class tile_state : unsigned {
    invalid = 0,    // nothing; cleared memory
    partial = 1,    // the tile's own sum
    inclusive = 2,  // the tile's inclusive prefix: the sum of this tile and all earlier tiles
};

template <class Value>
struct known_of_tile {
    tile_state state;
    Value value;
};

//! Returns true if the tile of every lane has reached state `least`. All lanes of the warp make this call, converged.
template <class Warp>
struct all_lanes_know {
    Warp const& warp;
    tile_state least;

    HEDDLE_INLINE bool operator()(tile_state known) const { return warp.ballot(known < least) == 0; }
};

struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

// A block executes this fence after its reads and before it publishes a state. A block that has seen this state
// executes the fence before its stores. Therefore the second block may overwrite elements that the first block read
// before it published the state. Fences are cumulative: if block c has seen b's state, and b has seen a's state, c may
// overwrite elements that a has read. __threadfence() would order more accesses, and take longer.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

// Access to words that other blocks access at the same time.

HEDDLE_INLINE void write_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)), "l"(bits) : "memory");
#else
    to = bits;
#endif
}
HEDDLE_INLINE void add_to_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)), "l"(bits) : "memory");
#else
    to += bits;
#endif
}
HEDDLE_INLINE std::uint64_t read_word(std::uint64_t const& of)
{
#if defined(__CUDA_ARCH__)
    std::uint64_t bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(bits) : "l"(__cvta_generic_to_global(&of)) : "memory");
    return bits;
#else
    HEDDLE_EXPECTS(of != 0, "an emulated block waits for a tile that no block has published");
    return of;
#endif
}
//! Reads two consecutive words, aligned to 16 bytes. Each word is read as a whole, but the pair is not.
HEDDLE_INLINE void read_words(std::uint64_t const* of, std::uint64_t& first, std::uint64_t& second)
{
#if defined(__CUDA_ARCH__)
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(first), "=l"(second)
                 : "l"(__cvta_generic_to_global(of))
                 : "memory");
#else
    first = read_word(of[0]);
    second = of[1];
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
