// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 3: consecutive bytes on their way between memory and shared memory, in chunks of 16.
#pragma once

#include "config.cuh"
#include "stage.hpp"
#include "tile.cuh"
#include "word_access.cuh"
#include "words.cuh"

#include <cstddef>

namespace heddle::detail {

//! Tells the compiler that a pointer is to shared memory.
template <class T>
HEDDLE_INLINE T* assume_shared(T* pointer)
{
#if defined(__CUDA_ARCH__)
    __builtin_assume(__isShared(pointer));
#endif
    return pointer;
}

//! Consecutive bytes in memory: a head before the first whole chunk, chunks, and a tail.
template <class Byte>
struct chunked_bytes {
    Byte* first;
    unsigned skew;  // of the first byte in its chunk
    unsigned head;
    unsigned chunks;
    unsigned tail;

    HEDDLE_INLINE static chunked_bytes of(Byte* first, unsigned bytes)
    {
        unsigned const skew = offset_in_word(first, chunk_bytes);
        unsigned const before = (chunk_bytes - skew) % chunk_bytes;
        unsigned const head = before < bytes ? before : bytes;
        return {first, skew, head, (bytes - head) / chunk_bytes, (bytes - head) % chunk_bytes};
    }

    //! Of bytes that are whole chunks: with a constant for their number, little is left to compute.
    HEDDLE_INLINE static chunked_bytes of_whole_chunks(Byte* first, unsigned chunks)
    {
        return {first, 0, 0, chunks, 0};
    }
};

//! Calls move.operator()<Bytes>(position, address, wanted) in all lanes for every chunk, and for the
//! head and tail in units of UnitBytes: byte x has the position skew + x.
//! Requires: no more than MostBytes bytes, a multiple of UnitBytes, as is their address
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned MostBytes, unsigned UnitBytes, class Tile, class Byte, class Move>
HEDDLE_INLINE void visit_chunks(Tile const& tile, chunked_bytes<Byte> const& bytes,
                                Move const& move)
{
    constexpr unsigned lanes = lane_count_v<Tile>;
    unsigned const lane = tile.thread_rank();
    HEDDLE_UNROLL
    for (unsigned row = 0; row * lanes * chunk_bytes < MostBytes; ++row) {
        unsigned const chunk = row * lanes + lane;
        unsigned const at = bytes.head + chunk * chunk_bytes;
        move.template operator()<chunk_bytes>(bytes.skew + at, bytes.first + at,
                                              chunk < bytes.chunks);
    }
    if constexpr (UnitBytes < chunk_bytes) {
        unsigned const rest = bytes.head + bytes.tail;
        if (rest == 0) return;
        HEDDLE_UNROLL
        for (unsigned row = 0; row * lanes * UnitBytes < 2 * chunk_bytes; ++row) {
            unsigned const unit = (row * lanes + lane) * UnitBytes;
            unsigned const at = unit < bytes.head ? unit : unit + bytes.chunks * chunk_bytes;
            move.template operator()<UnitBytes>(bytes.skew + at, bytes.first + at, unit < rest);
        }
    }
}

//! Moves bytes into a stage: through registers, which measures better than cp.async.
template <class Stage, class Tile>
struct chunk_loader {
    Tile const& tile;
    std::byte* memory;

    HEDDLE_EXEC_CHECK_DISABLE
    template <unsigned Bytes>
    HEDDLE_INLINE void operator()(unsigned position, std::byte const* address, bool wanted) const
    {
        announce_access<false>(tile, address, Bytes, wanted);
        if (!wanted) return;
        std::byte* const to = memory + Stage::position(position);
        using unit = typename moved_at_once<Bytes>::type;
        *assume_shared(reinterpret_cast<unit*>(to)) =
            *assume_global(reinterpret_cast<unit const*>(address));
    }
};

//! Moves bytes out of a stage.
template <class Stage, class Tile>
struct chunk_storer {
    Tile const& tile;
    std::byte const* memory;

    HEDDLE_EXEC_CHECK_DISABLE
    template <unsigned Bytes>
    HEDDLE_INLINE void operator()(unsigned position, std::byte* address, bool wanted) const
    {
        announce_access<true>(tile, address, Bytes, wanted);
        if (!wanted) return;
        using unit = typename moved_at_once<Bytes>::type;
        *assume_global(reinterpret_cast<unit*>(address)) =
            *assume_shared(reinterpret_cast<unit const*>(memory + Stage::position(position)));
    }
};

}  // namespace heddle::detail
