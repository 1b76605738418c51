// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies the slices of a tile of records between global and shared memory, in words of 4, 8 or 16 bytes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/copy_async.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/conversion_table.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns n / by, of which `reciprocal` is ceil(2^32 / by).
//! Requires: by > 1, n * by < 2^32
HEDDLE_INLINE std::uint32_t quotient(std::uint32_t n, std::uint32_t reciprocal)
{
    return static_cast<std::uint32_t>(std::uint64_t{n} * reciprocal >> 32);
}

//! Where the slices of a tile lie in shared memory: congruent to their places in global memory modulo the unit, so that
//! whole words are copied.
struct tile_places {
    std::uint32_t first, pitch, step, mask;

    HEDDLE_INLINE tile_places(records_in_memory const& memory, record_slice const& slice)
        : first(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(memory.rows) + slice.begin)),
          pitch(slice.pitch),
          step(memory.is_flat ? 0 : static_cast<std::uint32_t>(memory.distance)),
          mask(memory.unit - 1)
    {
    }
    //! Returns the offset of record r's slice. A tile has a multiple of 32 records, so its number does not matter.
    HEDDLE_INLINE std::uint32_t operator[](std::uint32_t r) const { return r * pitch + ((first + r * step) & mask); }
    //! Whether the slices of two consecutive records are always `pitch` bytes apart.
    HEDDLE_INLINE bool are_regular() const { return (step & mask) == 0; }
};

//! The words of the slices of a tile. A segment is a slice, or in flat memory the whole tile.
struct tile_segments {
    std::byte* first;        // the global address of the first segment
    std::uint64_t distance;  // between two segments in global memory
    std::uint32_t pitch;     // between two segments in shared memory
    std::uint32_t length;    // of a segment in bytes
    std::uint32_t count;

    HEDDLE_INLINE tile_segments(records_in_memory const& memory, record_slice const& slice, std::uint64_t begin,
                                std::uint32_t rows)
        : first(memory.rows + begin * memory.distance + slice.begin),
          distance(memory.distance),
          pitch(slice.pitch),
          length(memory.is_flat ? rows * slice.width : slice.width),
          count(memory.is_flat ? 1 : rows)
    {
    }

    //! Whether all segments consist of whole words.
    HEDDLE_INLINE bool have_whole_words(std::uint32_t unit) const
    {
        auto const bits = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(first)) | length;
        return (bits | (count > 1 ? static_cast<std::uint32_t>(distance) : 0)) % unit == 0;
    }
};

//! Calls move(offset in shared memory, global address, offset in the segment) for each word that has a byte in a
//! segment. In shared memory, a segment is congruent to its place in global memory modulo the unit. If Whole, all
//! segments have whole words; otherwise a part of a segment's first and last words may lie outside the segment.
template <unsigned Unit, bool Whole, class Block, class Move>
HEDDLE_INLINE void for_each_word(Block const& block, tile_segments const& segments, Move const& move)
{
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    auto const start = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(segments.first));
    auto const distance = static_cast<std::uint32_t>(segments.distance);
    if (segments.count == 1) {
        std::uint32_t const before = Whole ? 0 : start % Unit;
        HEDDLE_UNROLL_4
        for (std::uint32_t at = thread * Unit; at < before + segments.length; at += threads * Unit) {
            move(at, segments.first - before + at, static_cast<std::int32_t>(at - before));
        }
        return;
    }
    bool const varies = distance % Unit != 0;
    std::uint32_t const words =
        Whole ? segments.length / Unit : (segments.length + (varies ? Unit - 1 : start % Unit) + Unit - 1) / Unit;
    std::uint32_t const length = words * Unit;
    std::uint32_t segment = thread / words, at = thread % words * Unit;
    std::uint32_t const segment_step = threads / words, step = threads % words * Unit;
    std::uint32_t shared = segment * segments.pitch + at;
    std::byte* global = segments.first + segment * segments.distance + at;
    HEDDLE_UNROLL_4
    while (segment < segments.count) {
        std::uint32_t const before = Whole ? 0 : (start + segment * distance) % Unit;
        move(shared, global - before, static_cast<std::int32_t>(at - before));
        at += step;
        segment += segment_step;
        shared += segment_step * segments.pitch + step;
        global += segment_step * segments.distance + step;
        if (at >= length) {
            at -= length;
            ++segment;
            shared += segments.pitch - length;
            global += segments.distance - length;
        }
    }
}

//! Returns the bits of the bytes of a word, `at` bytes from the segment's start, that lie in the segment.
template <unsigned Unit>
HEDDLE_INLINE std::uint32_t bytes_inside(std::int32_t at, std::uint32_t length)
{
    constexpr std::uint32_t all = (1u << Unit) - 1;
    std::int32_t const behind = at + static_cast<std::int32_t>(Unit) - static_cast<std::int32_t>(length);
    std::uint32_t const bits = at < 0 ? all << -at & all : all;
    return behind <= 0 ? bits : behind < static_cast<std::int32_t>(Unit) ? bits & all >> behind : 0;
}

//! Copies segments to shared memory.
struct loaded_segments {
    template <unsigned Unit, bool Whole, class Block>
    HEDDLE_INLINE static void move(tile_segments const& segments, Block const& block, std::byte* shared)
    {
        detail::for_each_word<Unit, Whole>(
            block, segments, [&](std::uint32_t to, std::byte const* from, std::int32_t at) HEDDLE_INLINE_LAMBDA {
                if (Whole || detail::bytes_inside<Unit>(at, segments.length) == (1u << Unit) - 1) {
                    copy_word_async<Unit>(shared + to, from);
                    return;
                }
                std::uint32_t const bytes = detail::bytes_inside<Unit>(at, segments.length);
                for (unsigned b = 0; b < Unit; ++b) {
                    if ((bytes >> b & 1) != 0) shared[to + b] = from[b];
                }
            });
    }
};

template <class Segments, unsigned Unit, class... Arguments>
HEDDLE_INLINE void move_words(tile_segments const& segments, Arguments const&... arguments)
{
    if (segments.have_whole_words(Unit)) {
        Segments::template move<Unit, true>(segments, arguments...);
    } else {
        Segments::template move<Unit, false>(segments, arguments...);
    }
}

//! Moves segments in words of `unit` bytes.
template <class Segments, class... Arguments>
HEDDLE_INLINE void move_segments(std::uint32_t unit, tile_segments const& segments, Arguments const&... arguments)
{
    if (unit == 16) {
        detail::move_words<Segments, 16>(segments, arguments...);
    } else if (unit == 8) {
        detail::move_words<Segments, 8>(segments, arguments...);
    } else {
        detail::move_words<Segments, 4>(segments, arguments...);
    }
}

//! Copies the slices of `rows` records from record `begin` on to shared memory. The calling thread's copies are complete
//! after await_copied_words(), and those of the block after a sync().
template <class Block>
HEDDLE_INLINE void load_rows(Block const& block, std::byte* shared, records_in_memory const& memory,
                             record_slice const& slice, std::uint64_t begin, std::uint32_t rows)
{
    tile_segments const segments(memory, slice, begin, rows);
    detail::move_segments<loaded_segments>(memory.unit, segments, block, shared);
}

//! Stores the bytes of a word whose bits are set, in as few accesses as their alignment allows.
template <unsigned Unit>
HEDDLE_INLINE void store_bytes(std::byte* to, std::byte const* from, std::uint32_t bytes)
{
    if constexpr (Unit == 1) {
        if (bytes != 0) *to = *from;
    } else {
        constexpr std::uint32_t all = (1u << Unit) - 1;
        if (bytes == all) {
            detail::write_as(to, detail::read_as<typename moved_at_once<Unit>::type>(from));
        } else if (bytes != 0) {
            detail::store_bytes<Unit / 2>(to, from, bytes & (all >> Unit / 2));
            detail::store_bytes<Unit / 2>(to + Unit / 2, from + Unit / 2, bytes >> Unit / 2);
        }
    }
}

//! Stores segments from shared memory: if `written` is not null, only the bytes whose bits are set.
struct stored_segments {
    template <unsigned Unit, bool Whole, class Block>
    HEDDLE_INLINE static void move(tile_segments const& segments, Block const& block, std::byte const* shared,
                                   std::uint32_t const* written)
    {
        constexpr std::uint32_t all = (1u << Unit) - 1;
        detail::for_each_word<Unit, Whole>(
            block, segments, [&](std::uint32_t from, std::byte* to, std::int32_t at) HEDDLE_INLINE_LAMBDA {
                std::uint32_t bytes = Whole ? all : detail::bytes_inside<Unit>(at, segments.length);
                if (written != nullptr) {
                    // Bits before the segment's first byte are shifted out; those behind its last byte are 0.
                    auto const first = static_cast<std::uint32_t>(at < 0 ? 0 : at);
                    std::uint32_t const low = written[first / 32];
                    std::uint32_t const high =
                        !Whole && first % 32 != 0 && first + Unit < max_slice_bytes ? written[first / 32 + 1] : 0;
                    bytes &= detail::shift_right(low, high, first % 32) << (at < 0 ? -at : 0);
                }
                detail::store_bytes<Unit>(to, shared + from, bytes);
            });
    }
};

//! The store counterpart of load_rows. If `written` is not null, stores the bytes of a slice alone whose bits are set.
template <class Block>
HEDDLE_INLINE void store_rows(Block const& block, std::byte const* shared, records_in_memory const& memory,
                              record_slice const& slice, std::uint32_t const* written, std::uint64_t begin,
                              std::uint32_t rows)
{
    tile_segments const segments(memory, slice, begin, rows);
    detail::move_segments<stored_segments>(memory.unit, segments, block, shared, written);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
