// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 3: one thread's way from an array of elements in shared memory into registers, and back.
#pragma once

#include "chunks.cuh"
#include "config.cuh"
#include "element_access.cuh"
#include "shared_words.hpp"
#include "transpose.cuh"
#include "word_access.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle::detail {

template <class Element>
inline constexpr shared_words shared_words_of = make_shared_words(sizeof(Element),
                                                                  alignof(Element));

//! Calls move(words[w], address) for all words of an element, in an order that is free of bank
//! conflicts when consecutive threads do so for consecutive elements: each begins with its word
//! number `rotation`.
template <class Element, class Byte, class Word, unsigned WordCount, class Move>
HEDDLE_INLINE void visit_rotated_words(Byte* element, unsigned rotation, Word (&words)[WordCount],
                                       Move const& move)
{
    constexpr shared_words s = shared_words_of<Element>;
    Byte* const first = element + rotation * s.word_bytes;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < s.word_count; ++w) {
        bool const can_wrap = w + s.rotations > s.word_count;
        unsigned const back =
            can_wrap && w + rotation >= s.word_count ? s.word_count * s.word_bytes : 0;
        move(words[w], first - back + w * s.word_bytes);
    }
}

//! Calls move.word(w) for every whole word of an element that starts at byte `start` of its first
//! word, and move.template part<Bytes>(w, at) for what it has of the words that it shares with its
//! neighbours.
template <class Element, class Move>
HEDDLE_INLINE void visit_straddled_words(unsigned start, Move const& move)
{
    constexpr shared_words s = shared_words_of<Element>;
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    HEDDLE_UNROLL
    for (unsigned w = 0; w < s.word_count; ++w) {
        unsigned const begin = w == 0 ? start : 0;
        unsigned end = 4;
        if (4 * w + 4 > bytes) {
            unsigned const left = start + bytes > 4 * w ? start + bytes - 4 * w : 0;
            end = left < 4 ? left : 4;
        }
        // Each by itself and never nested: predicates, not branches.
        if (begin == 0 && end == 4) move.word(w);
        if (w == 0) {  // more than 4 bytes, so that they do not end here
            if (alignof(Element) == 1 && begin % 2 != 0) move.template part<1>(w, begin);
            if (begin == 1 || begin == 2) move.template part<2>(w, 2);
        } else {
            if (end == 2 || end == 3) move.template part<2>(w, 0);
            if (alignof(Element) == 1 && end % 2 != 0) move.template part<1>(w, end - 1);
        }
    }
}

struct straddled_word_loader {
    std::byte const* first;
    memory_word<4>* words;

    HEDDLE_INLINE void word(unsigned w) const
    {
        words[w] = *reinterpret_cast<memory_word<4> const*>(first + 4 * w);
    }
    template <unsigned Bytes>
    HEDDLE_INLINE void part(unsigned w, unsigned at) const
    {
        using part = integer_of<Bytes>;
        std::uint32_t const bits = *reinterpret_cast<part const*>(first + 4 * w + at);
        words[w].part[0] |= bits << at * 8;
    }
};

struct straddled_word_storer {
    std::byte* first;
    memory_word<4> const* words;

    HEDDLE_INLINE void word(unsigned w) const
    {
        *reinterpret_cast<memory_word<4>*>(first + 4 * w) = words[w];
    }
    template <unsigned Bytes>
    HEDDLE_INLINE void part(unsigned w, unsigned at) const
    {
        using part = integer_of<Bytes>;
        *reinterpret_cast<part*>(first + 4 * w + at) =
            static_cast<part>(words[w].part[0] >> at * 8);
    }
};

//! Whether an array in shared memory is aligned to its elements' words.
template <class Element>
HEDDLE_INLINE bool has_whole_words(Element const* array)
{
    constexpr unsigned word_bytes = shared_words_of<Element>.word_bytes;
    return alignof(Element) >= word_bytes || offset_in_word(array, word_bytes) == 0;
}

//! array[k]. Others may write neighbouring elements meanwhile, unless NeighboursRest: then words
//! that are shared with them are read whole.
template <bool NeighboursRest, class Element>
HEDDLE_INLINE Element load_shared(Element const* array, unsigned k)
{
    constexpr shared_words s = shared_words_of<Element>;
    Element const* const element = array + k;
    if constexpr (s.straddles) {
        memory_word<4> words[s.word_count] = {};
        unsigned const start = offset_in_word(element, 4);
        auto const* const first = reinterpret_cast<std::byte const*>(element) - start;
        straddled_word_loader const loader{first, words};
        if constexpr (NeighboursRest) {
            HEDDLE_UNROLL
            for (unsigned w = 0; w < s.word_count; ++w) {
                if (4 * w < sizeof(Element) || 4 * w < start + sizeof(Element)) loader.word(w);
            }
        } else {
            visit_straddled_words<Element>(start, loader);
        }
        return element_from_words<Element>(words, start);
    } else if constexpr (s.word_bytes != 0) {
        if (has_whole_words(array)) {
            using word = memory_word<s.word_bytes>;
            word words[s.word_count];
            unsigned const rotation = s.rotation(k);
            visit_rotated_words<Element>(
                reinterpret_cast<std::byte const*>(element), rotation, words,
                [](word& w, std::byte const* from) { w = *reinterpret_cast<word const*>(from); });
            rotate_words<true, s.rotations>(words, rotation);
            return element_from_words<Element>(words, 0);
        }
    }
    if constexpr (!s.straddles) return *element;
}

//! array[k] = value. Others may access neighbouring elements meanwhile.
template <class Element>
HEDDLE_INLINE void store_shared(Element* array, unsigned k, Element const& value)
{
    constexpr shared_words s = shared_words_of<Element>;
    Element* const element = array + k;
    if constexpr (s.straddles) {
        memory_word<4> words[s.word_count];
        unsigned const start = offset_in_word(element, 4);
        words_from_element(words, value);
        move_start(words, start);
        auto* const first = reinterpret_cast<std::byte*>(element) - start;
        visit_straddled_words<Element>(start, straddled_word_storer{first, words});
        return;
    } else if constexpr (s.word_bytes != 0) {
        if (has_whole_words(array)) {
            using word = memory_word<s.word_bytes>;
            word words[s.word_count];
            words_from_element(words, value);
            unsigned const rotation = s.rotation(k);
            rotate_words<false, s.rotations>(words, rotation);
            visit_rotated_words<Element>(
                reinterpret_cast<std::byte*>(element), rotation, words,
                [](word& w, std::byte* to) { *reinterpret_cast<word*>(to) = w; });
            return;
        }
    }
    if constexpr (!s.straddles) store_plainly(element, value);
}

}  // namespace heddle::detail
