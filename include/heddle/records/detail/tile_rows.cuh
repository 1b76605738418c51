// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies the slices of a tile of records between global and shared memory, in words of 4, 8 or 16 bytes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/conversion_table.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Begins to copy a word from global to shared memory; before sm_80, copies it. Both addresses are aligned to Bytes.
template <unsigned Bytes>
HEDDLE_INLINE void copy_word_async(std::byte* shared, std::byte const* global)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    auto const to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    if constexpr (Bytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(__cvta_generic_to_global(global))
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(__cvta_generic_to_global(global)),
                     "n"(Bytes)
                     : "memory");
    }
#else
    detail::write_as(shared, detail::read_as<memory_word<Bytes>>(global));
#endif
}

//! Waits for the calling thread's asynchronous copies.
HEDDLE_INLINE void await_copied_words()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

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

    HEDDLE_INLINE tile_places(rows_in_memory const& memory, record_slice const& slice)
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

    HEDDLE_INLINE tile_segments(rows_in_memory const& memory, record_slice const& slice, std::uint64_t begin,
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

//! Calls move(offset in shared memory, global address, offset in the segment) for each word.
//! Requires: segments have whole words
template <unsigned Unit, class Block, class Move>
HEDDLE_INLINE void for_each_whole_word(Block const& block, tile_segments const& segments, Move const& move)
{
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    if (segments.count == 1) {
        HEDDLE_UNROLL_4
        for (std::uint32_t at = thread * Unit; at < segments.length; at += threads * Unit) {
            move(at, segments.first + at, at);
        }
        return;
    }
    std::uint32_t const length = segments.length, words = length / Unit;
    std::uint32_t segment = thread / words, at = thread % words * Unit;
    std::uint32_t const segment_step = threads / words, step = threads % words * Unit;
    std::uint32_t shared = segment * segments.pitch + at;
    std::byte* global = segments.first + segment * segments.distance + at;
    HEDDLE_UNROLL_4
    while (segment < segments.count) {
        move(shared, global, at);
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

//! Calls move(offset in shared memory, global address, offset in the segment) for each word that has a byte in a
//! segment. In shared memory, a segment is congruent to its place in global memory modulo the unit. Of the first and the
//! last word, a part may lie outside the segment.
template <unsigned Unit, class Block, class Move>
HEDDLE_INLINE void for_each_word(Block const& block, tile_segments const& segments, Move const& move)
{
    auto const start = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(segments.first));
    auto const distance = static_cast<std::uint32_t>(segments.distance);
    std::uint32_t const most_before = segments.count > 1 && distance % Unit != 0 ? Unit - 1 : start % Unit;
    std::uint32_t const words = (segments.length + most_before + Unit - 1) / Unit;
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    for (std::uint32_t k = static_cast<std::uint32_t>(block.thread_rank()); k < segments.count * words; k += threads) {
        std::uint32_t const segment = segments.count == 1 ? 0 : k / words, word = k - segment * words;
        auto const at = static_cast<std::int32_t>(word * Unit - (start + segment * distance) % Unit);
        move(segment * segments.pitch + word * Unit, segments.first + segment * segments.distance + at, at);
    }
}

template <unsigned Unit, class Block>
HEDDLE_INLINE void load_segments(Block const& block, std::byte* shared, tile_segments const& segments)
{
    if (segments.have_whole_words(Unit)) {
        detail::for_each_whole_word<Unit>(block, segments,
                                          [&](std::uint32_t to, std::byte const* from, std::uint32_t)
                                              HEDDLE_INLINE_LAMBDA { copy_word_async<Unit>(shared + to, from); });
        return;
    }
    auto const length = static_cast<std::int32_t>(segments.length);
    detail::for_each_word<Unit>(block, segments,
                                [&](std::uint32_t to, std::byte const* from, std::int32_t at) HEDDLE_INLINE_LAMBDA {
                                    if (at >= 0 && at + static_cast<std::int32_t>(Unit) <= length) {
                                        copy_word_async<Unit>(shared + to, from);
                                        return;
                                    }
                                    for (std::int32_t b = 0; b < static_cast<std::int32_t>(Unit); ++b) {
                                        if (at + b >= 0 && at + b < length) shared[to + b] = from[b];
                                    }
                                });
}

//! Sets `size` bytes of shared memory to 0.
//! Requires: the address is aligned to 16
template <class Block>
HEDDLE_INLINE void clear_shared(Block const& block, std::byte* shared, std::uint32_t size)
{
    for (auto at = static_cast<std::uint32_t>(block.thread_rank()) * 16; at < size;
         at += static_cast<std::uint32_t>(block.num_threads()) * 16) {
        detail::write_as(shared + at, memory_word<16>{});
    }
}

//! Copies the slices of `rows` records from record `begin` on to shared memory. The calling thread's copies are complete
//! after await_copied_words(), and those of the block after a sync().
template <class Block>
HEDDLE_INLINE void load_rows(Block const& block, std::byte* shared, rows_in_memory const& memory,
                             record_slice const& slice, std::uint64_t begin, std::uint32_t rows)
{
    tile_segments const segments(memory, slice, begin, rows);
    if (memory.unit == 16) return detail::load_segments<16>(block, shared, segments);
    if (memory.unit == 8) return detail::load_segments<8>(block, shared, segments);
    detail::load_segments<4>(block, shared, segments);
}

//! Stores the bytes of a word whose bits are set.
template <unsigned Unit>
HEDDLE_INLINE void store_bytes(std::byte* to, std::byte const* from, std::uint32_t bytes)
{
    HEDDLE_UNROLL
    for (unsigned at = 0; at < Unit; at += 4) {
        std::uint32_t const of_word = bytes >> at & 15;
        if (of_word == 15) {
            detail::write_as(to + at, detail::read_as<std::uint32_t>(from + at));
        } else if (of_word != 0) {
            HEDDLE_UNROLL
            for (unsigned b = at; b < at + 4; ++b) {
                if ((bytes >> b & 1) != 0) to[b] = from[b];
            }
        }
    }
}

template <unsigned Unit, class Block>
HEDDLE_INLINE void store_segments(Block const& block, std::byte const* shared, tile_segments const& segments,
                                  std::uint32_t const* written)
{
    constexpr std::uint32_t all = (1u << Unit) - 1;
    auto const store = [&](std::byte* to, std::byte const* from, std::uint32_t bytes) HEDDLE_INLINE_LAMBDA {
        if (bytes == all) {
            detail::write_as(to, detail::read_as<memory_word<Unit>>(from));
        } else {
            detail::store_bytes<Unit>(to, from, bytes);
        }
    };
    if (segments.have_whole_words(Unit)) {
        detail::for_each_whole_word<Unit>(
            block, segments, [&](std::uint32_t from, std::byte* to, std::uint32_t at) HEDDLE_INLINE_LAMBDA {
                store(to, shared + from, written == nullptr ? all : written[at / 32] >> at % 32 & all);
            });
        return;
    }
    detail::for_each_word<Unit>(block, segments,
                                [&](std::uint32_t from, std::byte* to, std::int32_t at) HEDDLE_INLINE_LAMBDA {
                                    std::uint32_t bytes = 0;
                                    for (std::int32_t b = 0; b < static_cast<std::int32_t>(Unit); ++b) {
                                        if (at + b < 0 || at + b >= static_cast<std::int32_t>(segments.length))
                                            continue;
                                        auto const byte = static_cast<std::uint32_t>(at + b);
                                        if (written == nullptr || (written[byte / 32] >> byte % 32 & 1) != 0)
                                            bytes |= 1u << b;
                                    }
                                    store(to, shared + from, bytes);
                                });
}

//! The store counterpart of load_rows. If `written` is not null, stores the bytes of a slice alone whose bits are set.
template <class Block>
HEDDLE_INLINE void store_rows(Block const& block, std::byte const* shared, rows_in_memory const& memory,
                              record_slice const& slice, std::uint32_t const* written, std::uint64_t begin,
                              std::uint32_t rows)
{
    tile_segments const segments(memory, slice, begin, rows);
    if (memory.unit == 16) return detail::store_segments<16>(block, shared, segments, written);
    if (memory.unit == 8) return detail::store_segments<8>(block, shared, segments, written);
    detail::store_segments<4>(block, shared, segments, written);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
