// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores records that lie at any places of shared memory one after another, in aligned words of the output.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/staged_records.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Sets `to` to the bytes at any address in shared memory. Reads the aligned words around them.
template <unsigned Words>
HEDDLE_INLINE void read_words(std::byte const* stage, std::uint32_t place, std::uint32_t (&to)[Words])
{
    std::byte const* const from = stage + place / 4 * 4;
    auto low = detail::read_as<std::uint32_t>(from);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Words; ++i) {
        auto const high = detail::read_as<std::uint32_t>(from + 4 * i + 4);
        to[i] = detail::shift_right(low, high, 8 * (place % 4));
        low = high;
    }
}

//! Stores the records at the given places of the stage one after another, in words of 4 * Words bytes. This is the work
//! of thread `rank` of `threads` threads. `size` divides by the size of a record. Up to 4 * Words + 6 bytes behind a
//! record may be read.
//! Requires: threads is a multiple of 32; places ascend by at least the size of a record
template <unsigned Words>
HEDDLE_INLINE void store_run(std::byte const* stage, std::uint16_t const* places, std::uint32_t count,
                             fast_divisor const& size, std::byte* to, std::uint32_t rank, std::uint32_t threads)
{
    constexpr std::uint32_t word_bytes = 4 * Words;
    std::byte* const out = detail::assume_global(to);
    std::uint32_t const record_bytes = size.divisor(), bytes = count * record_bytes;
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % word_bytes);
    std::uint32_t const most = (word_bytes - skew) % word_bytes, head = most < bytes ? most : bytes;
    std::uint32_t const words = (bytes - head) / word_bytes;
    // A warp stores rows of 128 bytes that begin at multiples of 128, so each sector is written once.
    auto const before =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out + head) / word_bytes % (128 / word_bytes));
    std::uint32_t const first = rank < before ? rank + threads - before : rank - before;
    strided_division place(size, head + word_bytes * first, word_bytes * threads);
    HEDDLE_UNROLL_4
    for (std::uint32_t w = first; w < words; w += threads) {
        std::uint32_t k = place.quotient();
        memory_word<word_bytes> word;
        detail::read_words(stage, places[k] + place.remainder(), word.part);
        for (std::uint32_t has = record_bytes - place.remainder(); has < word_bytes; has += record_bytes) {
            std::uint32_t next[Words];
            detail::read_words(stage, places[++k] - has, next);
            detail::replace_bytes(word.part, next, static_cast<std::int32_t>(has));
        }
        detail::write_as(out + head + word_bytes * w, word);
        place.advance();
    }
    // Bytes before and after the words: fewer than those of a word each.
    std::uint32_t const tail = head + word_bytes * words;
    std::uint32_t const b = rank < word_bytes ? rank : tail + rank - word_bytes;
    if (rank < 2 * word_bytes && (rank < word_bytes ? b < head : b < bytes)) {
        auto const [k, offset] = size.divide(b);
        out[b] = stage[places[k] + offset];
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
