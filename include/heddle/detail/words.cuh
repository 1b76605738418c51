// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts between an element and an array of words in registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Word, unsigned WordCount>
HEDDLE_INLINE auto& part_of(Word (&words)[WordCount], unsigned i)
{
    return words[i / (sizeof(Word) / 4)].part[i % (sizeof(Word) / 4)];
}

//! Returns a word of up to 8 bytes as a number.
template <unsigned WordBytes>
HEDDLE_INLINE std::uint64_t bits_of(memory_word<WordBytes> const& word)
{
    return WordBytes == 4 ? word.part[0] : std::uint64_t{word.part[1]} << 32 | word.part[0];
}

//! Adds a part to a word whose bytes are 0 there. The part begins at byte `at` of the word.
template <class Part, class Word>
HEDDLE_INLINE void add_part(Word& word, unsigned at, Part const& part)
{
    if constexpr (std::is_integral_v<Part>) {
        word.part[at % sizeof(Word) / 4] |= std::uint32_t{part} << at % 4 * 8;
    } else {
        for (unsigned i = 0; i < sizeof(Part) / 4; ++i) word.part[at / 4 + i] = part.part[i];
    }
}

//! Returns the part of a word that begins at byte `at`.
// (The remainder shows nvcc 13.0 that a word of 4 bytes has only one index. Otherwise the word would lie in local
// memory.)
template <class Part, class Word>
HEDDLE_INLINE Part part_at(Word const& word, unsigned at)
{
    Part part;
    if constexpr (std::is_integral_v<Part>) {
        part = static_cast<Part>(word.part[at % sizeof(Word) / 4] >> at % 4 * 8);
    } else {
        for (unsigned i = 0; i < sizeof(Part) / 4; ++i) part.part[i] = word.part[at / 4 + i];
    }
    return part;
}

//! A part of this many bytes (1, 2, 4, 8 or 16).
template <unsigned Bytes>
using part_of_bytes = typename moved_at_once<Bytes>::type;

//! Copies an array of words to an array of another length or another word size. Missing words are zero.
template <class To, unsigned ToCount, class From, unsigned FromCount>
HEDDLE_INLINE void copy_words(To (&to)[ToCount], From const (&from)[FromCount])
{
    constexpr unsigned parts = FromCount * (sizeof(From) / 4);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < ToCount * (sizeof(To) / 4); ++i) {
        detail::part_of(to, i) = i < parts ? detail::part_of(from, i < parts ? i : 0) : 0;
    }
}

//! Where words or bytes move: up to higher positions, or down to lower ones.
enum class direction { up, down };

//! Shifts the bytes of consecutive words, and fills with zeros.
//! Requires: bytes < unaligned_word_bytes
template <direction Towards, unsigned Count>
HEDDLE_INLINE void move_bytes(std::uint32_t (&words)[Count], unsigned bytes)
{
    constexpr bool upwards = Towards == direction::up;
    auto const neighbour = [&](unsigned i) HEDDLE_INLINE_LAMBDA -> std::uint32_t {
        return upwards ? (i > 0 ? words[i - 1] : 0) : (i + 1 < Count ? words[i + 1] : 0);
    };
    HEDDLE_UNROLL
    for (unsigned k = 0; k < Count; ++k) {
        unsigned const i = upwards ? Count - 1 - k : k;
        predicated_select::take_if(bytes & 4u, neighbour(i), words[i]);
    }
    unsigned const bits = bytes % 4 * 8;
    HEDDLE_UNROLL
    for (unsigned k = 0; k < Count; ++k) {
        unsigned const i = upwards ? Count - 1 - k : k;
        words[i] = upwards ? detail::shift_left(neighbour(i), words[i], bits)
                           : detail::shift_right(words[i], neighbour(i), bits);
    }
}

// Copies between words and structs go through integers no larger than the struct's alignment, because a packed struct
// that is copied directly from 32-bit words would be assembled on the stack. The compiler optimizes the integers away.

//! Returns the element that starts at byte `at` of consecutive words. `at` is a multiple of the element's alignment,
//! and a constant once the caller's loop is unrolled.
template <class Element, unsigned WordCount>
HEDDLE_INLINE carried_t<Element> element_at(std::uint32_t const (&words)[WordCount], unsigned at)
{
    using unit = integer_of<alignof(carried_t<Element>)>;
    constexpr unsigned unit_bytes = sizeof(unit);
    unit units[sizeof(Element) / unit_bytes];
    HEDDLE_UNROLL
    for (unsigned u = 0; u < sizeof(Element) / unit_bytes; ++u) {
        unsigned const byte = at + u * unit_bytes;
        units[u] = static_cast<unit>(words[byte / 4] >> byte % 4 * 8);
    }
    element_storage<Element> element;
    std::memcpy(element.bytes(), units, sizeof(Element));
    return element.value;
}

//! Returns the element that begins at the first byte of `words`.
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE carried_t<Element> element_from_words(memory_word<WordBytes> const (&words)[WordCount])
{
    static_assert(sizeof(Element) <= WordCount * WordBytes);
    std::uint32_t bits[WordCount * WordBytes / 4];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * WordBytes / 4; ++i) bits[i] = detail::part_of(words, i);
    return detail::element_at<Element>(bits, 0);
}

//! Sets `words` to the bytes of an element, followed by zeros.
template <unsigned WordBytes, unsigned WordCount, class Element>
HEDDLE_INLINE void words_from_element(memory_word<WordBytes> (&words)[WordCount], Element const& element)
{
    using unit = integer_of<alignof(carried_t<Element>)>;
    constexpr unsigned unit_bytes = sizeof(unit);
    constexpr unsigned count = sizeof(Element) / unit_bytes;
    constexpr unsigned parts = WordBytes / 4;
    static_assert(sizeof(Element) <= WordCount * WordBytes);
    unit units[count];
    if constexpr (copies_as_bytes<Element>) {
        // Copies the element first, because nvcc 13.0 does not know the alignment of an element in memory, and would
        // split a memcpy from there into bytes.
        carried_t<Element> const copy(detail::as_carried(element));
        std::memcpy(units, detail::address_of(copy), sizeof(Element));
    } else {
        std::memcpy(units, detail::address_of(element), sizeof(Element));
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) detail::part_of(words, i) = 0;
    HEDDLE_UNROLL
    for (unsigned u = 0; u < count; ++u) {
        detail::part_of(words, u * unit_bytes / 4) |= std::uint32_t{units[u]} << (u * unit_bytes % 4 * 8);
    }
}

//! Moves an element within `words` from byte 0 to byte `start` (up), or from byte `start` to byte 0 (down). Bytes
//! that are shifted out are lost.
template <direction Towards, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void move_start(memory_word<WordBytes> (&words)[WordCount], unsigned start)
{
    constexpr unsigned parts = WordBytes / 4;
    std::uint32_t bits[WordCount * parts];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) bits[i] = words[i / parts].part[i % parts];
    detail::move_bytes<Towards>(bits, start);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) words[i / parts].part[i % parts] = bits[i];
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
