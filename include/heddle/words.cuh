// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 2: an element as an array of words in registers, and one word's way from and to memory.
#pragma once

#include "config.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle::detail {

//! A word of 8 or 16 bytes: as aligned as it is long, so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) wide_word {
    std::uint32_t part[Bytes / 4];
};

// clang-format off
template <unsigned Bytes> struct word_types     { using memory = wide_word<Bytes>; using in_register = wide_word<Bytes>; };
template <>               struct word_types<4>  { using memory = std::uint32_t;    using in_register = std::uint32_t; };
template <>               struct word_types<2>  { using memory = std::uint16_t;    using in_register = std::uint32_t; };
template <>               struct word_types<1>  { using memory = std::uint8_t;     using in_register = std::uint32_t; };
// clang-format on

//! A word as memory holds it, and as a lane does: words under 4 bytes take a register each.
template <unsigned Bytes>
using memory_word = typename word_types<Bytes>::memory;
template <unsigned Bytes>
using register_word = typename word_types<Bytes>::in_register;

//! Room for an element that need not be default-constructible.
template <class Element>
union element_storage {
    Element value;
    HEDDLE_INLINE element_storage() {}
    HEDDLE_INLINE void* bytes() { return this; }
};

//! The element whose words these are.
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE Element element_from_words(register_word<WordBytes> const (&words)[WordCount])
{
    static_assert(WordBytes * WordCount == sizeof(Element));
    memory_word<WordBytes> copy[WordCount];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) {
        copy[w] = static_cast<memory_word<WordBytes>>(words[w]);
    }
    element_storage<Element> element;
    std::memcpy(element.bytes(), copy, sizeof(Element));
    return element.value;
}

//! The words of an element.
template <unsigned WordBytes, unsigned WordCount, class Element>
HEDDLE_INLINE void words_from_element(register_word<WordBytes> (&words)[WordCount],
                                      Element const& element)
{
    static_assert(WordBytes * WordCount == sizeof(Element));
    memory_word<WordBytes> copy[WordCount];
    std::memcpy(copy, &element, sizeof(Element));
    HEDDLE_UNROLL
    for (unsigned w = 0; w < WordCount; ++w) words[w] = copy[w];
}

}  // namespace heddle::detail
