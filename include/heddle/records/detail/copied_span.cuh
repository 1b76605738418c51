// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies consecutive bytes between any two addresses. Records with consecutive indices move like this, because their
// ends need no stores of their own then.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The aligned words of 4 bytes in the output of a copy, and the bytes before and after them.
struct copied_span {
    std::byte const* in;
    std::byte* out;
    std::uint32_t bytes;
    std::uint32_t head;   //!< bytes before the first word
    std::uint32_t words;  //!< each is in two aligned words of the input that have no bytes behind the input's last byte

    HEDDLE_INLINE copied_span(std::byte const* from, std::byte* to, std::uint32_t size)
        : in(detail::assume_global(from)), out(detail::assume_global(to)), bytes(size), head(0), words(0)
    {
        auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % 4);
        head = (4 - skew) % 4 < bytes ? (4 - skew) % 4 : bytes;
        std::uint32_t const in_words = bytes - head + input_skew();
        words = in_words < 8 ? 0 : in_words / 4 - 1;
    }
    //! The number of bytes between an aligned word of the input and the first byte of an output word.
    HEDDLE_INLINE std::uint32_t input_skew() const
    {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(in + head) % 4);
    }
};

//! Copies a span. This is the work of thread `rank` of `threads` threads.
//! Cost: up to 3 bytes before the span's first byte, in the same aligned word, may be read
template <unsigned InFlight>
HEDDLE_INLINE void copy_span(copied_span const& span, std::uint32_t rank, std::uint32_t threads)
{
    std::uint32_t const skew = span.input_skew();
    std::byte const* const in = span.in + span.head - skew;
    std::byte* const out = span.out + span.head;
    // A warp stores a row of 128 bytes that begins at a multiple of 128, so each sector is written once.
    std::uint32_t const before = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) / 4 % 32);
    for (std::uint32_t first = rank; first < span.words + before; first += InFlight * threads) {
        std::uint32_t low[InFlight], high[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const w = first + i * threads - before;
            if (w < span.words) {
                low[i] = detail::read_as<std::uint32_t>(in + 4 * w);
                high[i] = detail::read_as<std::uint32_t>(in + 4 * w + 4);
            }
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const w = first + i * threads - before;
            if (w < span.words) detail::write_as(out + 4 * w, detail::shift_right(low[i], high[i], 8 * skew));
        }
    }
    std::uint32_t const tail = span.head + 4 * span.words;
    for (std::uint32_t b = rank; b < span.head; b += threads) span.out[b] = span.in[b];
    for (std::uint32_t b = tail + rank; b < span.bytes; b += threads) span.out[b] = span.in[b];
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
