// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies consecutive bytes between any two addresses. Records with consecutive indices move like this, because their
// ends need no stores of their own then.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The aligned words of 16 bytes in the output of a copy, and the bytes before and after them.
struct copied_span {
    static constexpr std::uint32_t word_bytes = 16;

    std::byte const* in;
    std::byte* out;
    std::uint32_t bytes;
    std::uint32_t head;   //!< bytes before the first word
    std::uint32_t words;  //!< each is in two aligned words of the input that have no bytes outside the input

    HEDDLE_INLINE copied_span(std::byte const* from, std::byte* to, std::uint32_t size)
        : in(detail::assume_global(from)),
          out(detail::assume_global(to)),
          bytes(size),
          head(static_cast<std::uint32_t>(0 - reinterpret_cast<std::uintptr_t>(to)) % word_bytes),
          words(0)
    {
        if (head < input_skew()) head += word_bytes;
        if (head > bytes) head = bytes;
        std::uint32_t const in_words = (bytes - head + input_skew()) / word_bytes;
        words = in_words < 2 ? 0 : in_words - 1;
    }
    //! The number of bytes between an aligned word of the input and the first byte of an output word.
    HEDDLE_INLINE std::uint32_t input_skew() const
    {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(in + head) % word_bytes);
    }
};

//! Returns the 16 bytes that begin `skew` bytes behind the start of the first one of two adjacent words.
//! Requires: skew < 16
HEDDLE_INLINE memory_word<16> skewed_word(memory_word<16> const& low, memory_word<16> const& high, std::uint32_t skew)
{
    std::uint32_t all[8];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < 8; ++i) all[i] = i < 4 ? low.part[i] : high.part[i - 4];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < 6; ++i) all[i] = (skew & 8) != 0 ? all[i + 2] : all[i];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < 5; ++i) all[i] = (skew & 4) != 0 ? all[i + 1] : all[i];
    memory_word<16> result;
    HEDDLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) result.part[i] = detail::shift_right(all[i], all[i + 1], 8 * (skew % 4));
    return result;
}

//! Copies a span. This is the work of thread `rank` of `threads` threads.
template <unsigned InFlight>
HEDDLE_INLINE void copy_span(copied_span const& span, std::uint32_t rank, std::uint32_t threads)
{
    using word = memory_word<copied_span::word_bytes>;
    std::uint32_t const skew = span.input_skew();
    std::byte const* const in = span.in + span.head - skew;
    std::byte* const out = span.out + span.head;
    // A warp stores rows of 128 bytes that begin at multiples of 128, so each sector is written once.
    std::uint32_t const before = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) / sizeof(word) % 8);
    for (std::uint32_t first = rank; first < span.words + before; first += InFlight * threads) {
        word low[InFlight], high[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const w = first + i * threads - before;
            if (w < span.words) {
                low[i] = detail::read_as<word>(in + sizeof(word) * w);
                high[i] = detail::read_as<word>(in + sizeof(word) * (w + 1));
            }
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const w = first + i * threads - before;
            if (w < span.words) detail::write_as(out + sizeof(word) * w, detail::skewed_word(low[i], high[i], skew));
        }
    }
    std::uint32_t const tail = span.head + static_cast<std::uint32_t>(sizeof(word)) * span.words;
    for (std::uint32_t b = rank; b < span.head; b += threads) span.out[b] = span.in[b];
    for (std::uint32_t b = tail + rank; b < span.bytes; b += threads) span.out[b] = span.in[b];
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
