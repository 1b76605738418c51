// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A warp copies 32 strings of any lengths and addresses. Each string is copied by consecutive lanes in 4-byte words of
// the destination, each of which is put together from two words of the source.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The arrays between which a warp copies strings. All offsets are below 2^31.
struct string_arrays {
    std::byte const* from;
    std::byte* to;
    std::uint32_t first;  // the bytes [first, first + count) of `from` may be read
    std::uint32_t count;
    bool pads;  // zeros are written behind each string, up to the next multiple of 8 of its offset in `to`
};

//! A string: its offsets in both arrays, and its length.
struct string_copy {
    std::uint32_t from, to, bytes;
};

//! The words of a string's destination. Bytes are numbered from the string's first byte on.
struct string_words {
    string_copy string;
    std::uint32_t end;    // of the bytes that are written
    std::uint32_t skew;   // the bytes of the first word that precede the string
    std::uint32_t count;  // of the words

    HEDDLE_INLINE string_words(string_arrays const& arrays, string_copy const& copied)
        : string(copied),
          end(copied.bytes + (arrays.pads ? (0u - copied.to - copied.bytes) % 8 : 0)),
          skew(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(arrays.to) + copied.to) % 4),
          count(end == 0 ? 0 : (skew + end + 3) / 4)
    {
    }
};

//! Reads the 4 bytes of word `number` from the source. Bytes behind the string are 0, and those before it unspecified.
HEDDLE_INLINE std::uint32_t read_string_word(string_arrays const& arrays, string_words const& words,
                                             std::uint32_t number)
{
    auto const at = static_cast<std::int32_t>(4 * number - words.skew);
    auto const bytes = static_cast<std::int32_t>(words.string.bytes);
    if (number >= words.count || at >= bytes) return 0;
    std::uint32_t const place = words.string.from + static_cast<std::uint32_t>(at);
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(arrays.from) + place) % 4;
    std::uint32_t const aligned = place - skew, readable = aligned - arrays.first;
    std::uint32_t word = 0;
    if (readable < arrays.count && arrays.count - readable >= 8) {
        std::byte const* const from = arrays.from + aligned;
        word = detail::shift_right(detail::read_as<std::uint32_t>(from), detail::read_as<std::uint32_t>(from + 4),
                                   8 * skew);
        if (at + 4 > bytes) word &= (1u << 8 * (bytes - at)) - 1;
    } else {
        HEDDLE_UNROLL
        for (std::int32_t b = 0; b < 4; ++b) {
            if (at + b < 0 || at + b >= bytes) continue;
            std::byte const* const from = arrays.from + words.string.from;
            word |= std::uint32_t{detail::read_as<std::uint8_t>(from + at + b)} << 8 * b;
        }
    }
    return word;
}

//! Writes a word of a string: all its bytes at once if they all belong to the string or to the zeros behind it.
HEDDLE_INLINE void write_string_word(string_arrays const& arrays, string_words const& words, std::uint32_t number,
                                     std::uint32_t word)
{
    if (number >= words.count) return;
    auto const at = static_cast<std::int32_t>(4 * number - words.skew), end = static_cast<std::int32_t>(words.end);
    std::byte* const to = arrays.to + words.string.to;
    if (at >= 0 && at + 4 <= end) return detail::write_as(to + at, word);
    HEDDLE_UNROLL
    for (std::int32_t b = 0; b < 4; ++b) {
        if (at + b < 0 || at + b >= end) continue;
        detail::write_as(to + at + b, static_cast<std::uint8_t>(word >> 8 * b));
    }
}

//! The words that a lane reads before it writes the first of them, so that a warp waits once for all of them.
inline constexpr unsigned string_words_in_flight = 4;

//! Copies the strings of all lanes of a warp. The longer the strings are on average, the more lanes copy one: 1 to 32.
//! Group:    all lanes of the warp
template <class Warp>
HEDDLE_INLINE void copy_strings(Warp const& warp, string_arrays const& arrays, string_copy const& own)
{
    constexpr unsigned in_flight = string_words_in_flight;
    std::uint32_t total = string_words(arrays, own).count;
    HEDDLE_UNROLL
    for (unsigned distance = 16; distance > 0; distance /= 2) total += warp.shfl_xor(total, distance);
    if (total == 0) return;
    unsigned bits = 0;
    while (bits < 5 && 32u << bits < total) ++bits;
    unsigned const lanes = 1u << bits, lane = static_cast<unsigned>(warp.thread_rank()), first_word = lane % lanes;
    // The first words of several strings are in flight, then several words of each string that has more words.
    HEDDLE_DO_NOT_UNROLL
    for (unsigned first = 0; first < 32; first += 32 / lanes * in_flight) {
        string_copy strings[in_flight];
        std::uint32_t values[in_flight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < in_flight; ++i) {
            unsigned const source = first + 32 / lanes * i + (lane >> bits);
            strings[i] = {warp.shfl(own.from, source % 32), warp.shfl(own.to, source % 32),
                          warp.shfl(own.bytes, source % 32)};
            if (source >= 32) strings[i] = {0, 0, 0};
            values[i] = detail::read_string_word(arrays, string_words(arrays, strings[i]), first_word);
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < in_flight; ++i) {
            detail::write_string_word(arrays, string_words(arrays, strings[i]), first_word, values[i]);
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < in_flight; ++i) {
            string_words const words(arrays, strings[i]);
            HEDDLE_DO_NOT_UNROLL
            for (std::uint32_t k = first_word + lanes; k < words.count; k += lanes * in_flight) {
                HEDDLE_UNROLL
                for (unsigned j = 0; j < in_flight; ++j) {
                    values[j] = detail::read_string_word(arrays, words, k + j * lanes);
                }
                HEDDLE_UNROLL
                for (unsigned j = 0; j < in_flight; ++j) {
                    detail::write_string_word(arrays, words, k + j * lanes, values[j]);
                }
            }
        }
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
