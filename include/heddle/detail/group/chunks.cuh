// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Consecutive bytes on their way between memory and shared memory, in chunks of 16.
#pragma once

#include "../../config.cuh"
#include "../../plan/stage_layout.hpp"
#include "../standard_library.hpp"
#include "group.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

// Nothing here tells the compiler that scratch is in shared memory: once all is inlined it sees that. Told
// so by an assumption beside the one that elements are in global memory, nvcc 13.0 has dropped
// the stores of a kernel as unreachable.

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

//! Calls visit(row, position, address, wanted) in all lanes for every chunk: byte x has the position
//! skew + x.
//! Requires: no more than MostBytes bytes
template <unsigned MostBytes, class Group, class Byte, class Visit>
HEDDLE_INLINE void visit_chunks(Group const& group, chunked_bytes<Byte> const& bytes,
                                Visit const& visit)
{
    constexpr unsigned lanes = lane_count_v<Group>;
    HEDDLE_UNROLL
    for (unsigned row = 0; row * lanes * chunk_bytes < MostBytes; ++row) {
        unsigned const chunk = row * lanes + lane_rank(group);
        unsigned const at = bytes.head + chunk * chunk_bytes;
        visit(row, bytes.skew + at, HEDDLE_BYTES_AFTER(bytes.first, at), chunk < bytes.chunks);
    }
}

//! The same for the head and the tail, in units of UnitBytes.
//! Requires: the bytes and their address are multiples of UnitBytes
template <unsigned UnitBytes, class Group, class Byte, class Visit>
HEDDLE_INLINE void visit_rest(Group const& group, chunked_bytes<Byte> const& bytes,
                              Visit const& visit)
{
    constexpr unsigned lanes = lane_count_v<Group>;
    if constexpr (UnitBytes < chunk_bytes) {
        unsigned const rest = bytes.head + bytes.tail;
        if (rest == 0) return;
        HEDDLE_UNROLL
        for (unsigned row = 0; row * lanes * UnitBytes < 2 * chunk_bytes; ++row) {
            unsigned const unit = (row * lanes + lane_rank(group)) * UnitBytes;
            unsigned const at = unit < bytes.head ? unit : unit + bytes.chunks * chunk_bytes;
            visit(row, bytes.skew + at, HEDDLE_BYTES_AFTER(bytes.first, at), unit < rest);
        }
    }
}

//! Moves a unit into shared memory.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Bytes, class Group>
HEDDLE_INLINE void load_unit(Group const& group, std::byte* to, std::byte const* address,
                             bool wanted)
{
    using unit = typename moved_at_once<Bytes>::type;
    announce_access<false>(group, address, Bytes, wanted);
    if (!wanted) return;
    write_as(to, read_as<unit>(assume_global(address)));
}

//! The same back.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Bytes, class Group>
HEDDLE_INLINE void store_unit(Group const& group, std::byte const* from, std::byte* address,
                              bool wanted)
{
    using unit = typename moved_at_once<Bytes>::type;
    announce_access<true>(group, address, Bytes, wanted);
    if (!wanted) return;
    write_as(assume_global(address), read_as<unit>(from));
}

//! Moves bytes into a stage: through registers, which measures better than cp.async, and all loads first,
//! so that they are on their way together.
HEDDLE_EXEC_CHECK_DISABLE
template <class Stage, unsigned MostBytes, unsigned UnitBytes, class Group>
HEDDLE_INLINE void load_chunks(Group const& group, chunked_bytes<std::byte const> const& bytes,
                               std::byte* memory)
{
    constexpr unsigned row_bytes = lane_count_v<Group> * chunk_bytes;
    memory_word<chunk_bytes> loaded[(MostBytes + row_bytes - 1) / row_bytes];
    visit_chunks<MostBytes>(group, bytes,
                            [&](unsigned row, unsigned, std::byte const* address, bool wanted)
                                HEDDLE_INLINE_LAMBDA {
                                    announce_access<false>(group, address, chunk_bytes, wanted);
                                    if (wanted) load_part<chunk_bytes>(loaded[row], 0, address);
                                });
    visit_chunks<MostBytes>(group, bytes,
                            [&](unsigned row, unsigned position, std::byte const*, bool wanted)
                                HEDDLE_INLINE_LAMBDA {
                                    if (wanted)
                                        write_as(memory + Stage::position(position), loaded[row]);
                                });
    visit_rest<UnitBytes>(group, bytes,
                          [&](unsigned, unsigned position, std::byte const* address, bool wanted)
                              HEDDLE_INLINE_LAMBDA {
                                  load_unit<UnitBytes>(group, memory + Stage::position(position),
                                                       address, wanted);
                              });
}

//! Moves bytes out of a stage.
HEDDLE_EXEC_CHECK_DISABLE
template <class Stage, unsigned MostBytes, unsigned UnitBytes, class Group>
HEDDLE_INLINE void store_chunks(Group const& group, chunked_bytes<std::byte> const& bytes,
                                std::byte const* memory)
{
    visit_chunks<MostBytes>(
        group, bytes,
        [&](unsigned, unsigned position, std::byte* address, bool wanted) HEDDLE_INLINE_LAMBDA {
            store_unit<chunk_bytes>(group, memory + Stage::position(position), address, wanted);
        });
    visit_rest<UnitBytes>(
        group, bytes,
        [&](unsigned, unsigned position, std::byte* address, bool wanted) HEDDLE_INLINE_LAMBDA {
            store_unit<UnitBytes>(group, memory + Stage::position(position), address, wanted);
        });
}

}  // namespace heddle::detail
