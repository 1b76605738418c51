// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What blocks let each other know of the tiles of a sequence: nothing yet, a part's own sum, or the sum of it and all
// before. It is in words that are each read and written as a whole, and say so themselves: no fence stands between a
// value and a status, and so none between one block's tile and the next one's.
#pragma once

#include "../../config.cuh"

#include <cstdint>

namespace heddle::detail {

enum class tile_state : unsigned {
    nothing = 0,  // so that cleared memory says so
    own = 1,
    all = 2,
};

//! What is known of a tile by now.
template <class Value>
struct known_of_tile {
    tile_state state;
    Value value;
};

//! Whether so much is known of the parts of all lanes, which ask together.
template <class Warp>
struct all_lanes_know {
    Warp const& warp;
    tile_state least;

    HEDDLE_INLINE bool operator()(tile_state known) const
    {
        return warp.ballot(known < least) == 0;
    }
};

//! A state and a count, in one word that is read and written as a whole.
struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

// Where blocks overwrite what others read, a status is written after a fence, and what is done because of
// one stands after a fence too. So whatever a block read before it wrote its status may be overwritten when
// another block has seen that. Fences are cumulative: where block c saw b's status, and b had seen a's, what a
// did before is done for c too.

// Not __threadfence(), which orders more than is needed, and takes longer for it.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

// Words that other blocks read or write meanwhile.

HEDDLE_INLINE void write_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(bits)
                 : "memory");
#else
    to = bits;
#endif
}
HEDDLE_INLINE void add_to_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(bits)
                 : "memory");
#else
    to += bits;
#endif
}
HEDDLE_INLINE std::uint64_t read_word(std::uint64_t const& of)
{
#if defined(__CUDA_ARCH__)
    std::uint64_t bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(bits)
                 : "l"(__cvta_generic_to_global(&of))
                 : "memory");
    return bits;
#else
    HEDDLE_EXPECTS(of != 0, "an emulated tile comes before its turn");
    return of;
#endif
}
//! Two that are side by side, at a multiple of 16 bytes: each as a whole, not both.
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
