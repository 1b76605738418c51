// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores records that lie at any places of shared memory one after another, in aligned words of the output.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/records/detail/record_words.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the word of 4 bytes at any address in shared memory. Reads the two aligned words around it.
HEDDLE_INLINE std::uint32_t word_at(std::byte const* stage, std::uint32_t place)
{
    std::byte const* const low = stage + place / 4 * 4;
    return detail::shift_right(detail::read_as<std::uint32_t>(low), detail::read_as<std::uint32_t>(low + 4),
                               8 * (place % 4));
}

//! Stores the records at the given places of the stage one after another. This is the work of thread `rank` of `threads`
//! threads. `size` divides by the size of a record.
//! Requires: threads is a multiple of 32
HEDDLE_INLINE void store_run(std::byte const* stage, std::uint32_t const* places, std::uint32_t count,
                             fast_divisor const& size, std::byte* to, std::uint32_t rank, std::uint32_t threads)
{
    std::byte* const out = detail::assume_global(to);
    std::uint32_t const record_bytes = size.divisor(), bytes = count * record_bytes;
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % 4);
    std::uint32_t const head = (4 - skew) % 4 < bytes ? (4 - skew) % 4 : bytes;
    std::uint32_t const words = (bytes - head) / 4;
    // A warp stores a row of 128 bytes that begins at a multiple of 128, so each sector is written once.
    std::uint32_t const before = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out + head) / 4 % 32);
    std::uint32_t const first = rank < before ? rank + threads - before : rank - before;
    strided_division place(size, head + 4 * first, 4 * threads);
    HEDDLE_UNROLL_4
    for (std::uint32_t w = first; w < words; w += threads) {
        std::uint32_t k = place.quotient();
        std::uint32_t word = detail::word_at(stage, places[k] + place.remainder());
        for (std::uint32_t has = record_bytes - place.remainder(); has < 4; has += record_bytes) {
            std::uint32_t const next = detail::word_at(stage, places[++k]);
            word = (word & ~(~0u << 8 * has)) | next << 8 * has;
        }
        detail::write_as(out + head + 4 * w, word);
        place.advance();
    }
    // Bytes before and after the words: at most 3 each.
    std::uint32_t const tail = head + 4 * words;
    std::uint32_t const b = rank < 4 ? rank : tail + rank - 4;
    if (rank < 8 && (rank < 4 ? b < head : b < bytes)) {
        auto const [k, offset] = size.divide(b);
        out[b] = stage[places[k] + offset];
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
