// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One thread's way from an array of elements in shared memory into registers, and back.
#pragma once

#include "../../config.cuh"
#include "../../plan/shared_words.hpp"
#include "../../transpose.cuh"
#include "../group/chunks.cuh"
#include "../group/element_access.cuh"
#include "../group/word_access.cuh"
#include "../group/words.cuh"
#include "../standard_library.hpp"

namespace heddle::detail {

template <class Element>
inline constexpr shared_words shared_words_of = make_shared_words(sizeof(Element),
                                                                  alignof(Element));

template <class Element>
inline constexpr unsigned straddled_words_of = straddled_word_count(sizeof(Element),
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
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    HEDDLE_UNROLL
    for (unsigned w = 0; w < straddled_words_of<Element>; ++w) {
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

    HEDDLE_INLINE void word(unsigned w) const { words[w] = read_as<memory_word<4>>(first + 4 * w); }
    template <unsigned Bytes>
    HEDDLE_INLINE void part(unsigned w, unsigned at) const
    {
        using part = integer_of<Bytes>;
        std::uint32_t const bits = read_as<part>(first + 4 * w + at);
        words[w].part[0] |= bits << at * 8;
    }
};

struct straddled_word_storer {
    std::byte* first;
    memory_word<4> const* words;

    HEDDLE_INLINE void word(unsigned w) const { write_as(first + 4 * w, words[w]); }
    template <unsigned Bytes>
    HEDDLE_INLINE void part(unsigned w, unsigned at) const
    {
        using part = integer_of<Bytes>;
        write_as(first + 4 * w + at, static_cast<part>(words[w].part[0] >> at * 8));
    }
};

//! Whether an array in shared memory is aligned to its elements' words.
template <class Element>
HEDDLE_INLINE bool has_whole_words(Element const* array)
{
    constexpr unsigned word_bytes = shared_words_of<Element>.word_bytes;
    return alignof(Element) >= word_bytes || offset_in_word(array, word_bytes) == 0;
}

//! The words of an element at any byte, in words of 4 that it may share with its neighbours. Others may
//! write those meanwhile, unless NeighboursRest: then they are read whole.
template <class Element, bool NeighboursRest, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_straddled(memory_word<WordBytes> (&words)[WordCount],
                                  std::byte const* element)
{
    constexpr unsigned count = straddled_words_of<Element>;
    memory_word<4> straddled[count] = {};
    unsigned const start = offset_in_word(element, 4);
    straddled_word_loader const loader{element - start, straddled};
    if constexpr (NeighboursRest) {
        HEDDLE_UNROLL
        for (unsigned w = 0; w < count; ++w) {
            if (4 * w < sizeof(Element) || 4 * w < start + sizeof(Element)) loader.word(w);
        }
    } else {
        visit_straddled_words<Element>(start, loader);
    }
    move_start<false>(straddled, start);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < count && w < WordCount * (WordBytes / 4); ++w) {
        words[w / (WordBytes / 4)].part[w % (WordBytes / 4)] = straddled[w].part[0];
    }
}
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_straddled(std::byte* element,
                                   memory_word<WordBytes> const (&words)[WordCount])
{
    constexpr unsigned count = straddled_words_of<Element>;
    memory_word<4> straddled[count] = {};
    HEDDLE_UNROLL
    for (unsigned w = 0; w < count && w < WordCount * (WordBytes / 4); ++w) {
        straddled[w].part[0] = words[w / (WordBytes / 4)].part[w % (WordBytes / 4)];
    }
    unsigned const start = offset_in_word(element, 4);
    move_start(straddled, start);
    visit_straddled_words<Element>(start, straddled_word_storer{element - start, straddled});
}

//! Calls move(part, bytes) for the parts of 4 bytes of words that lie side by side, at `first`.
template <class Words, class Byte, class Move>
HEDDLE_INLINE void visit_parts(Words& words, Byte* first, Move const& move)
{
    HEDDLE_UNROLL
    for (auto& word : words) {
        HEDDLE_UNROLL
        for (auto& part : word.part) {
            move(part, first);
            first += 4;
        }
    }
}

//! array[k]. Others may write neighbouring elements meanwhile, unless NeighboursRest: then words
//! that are shared with them are read whole.
template <bool NeighboursRest, class Element>
HEDDLE_INLINE carried_t<Element> load_shared(Element const* array, unsigned k)
{
    constexpr shared_words s = shared_words_of<Element>;
    if constexpr (s.word_bytes == 0) {
        return as_carried(array[k]);
    } else {
        // The branches leave words, not elements: bytes of these would be put together one by one.
        using word = memory_word<s.word_bytes>;
        word words[s.word_count];
        auto const* const element = reinterpret_cast<std::byte const*>(array + k);
        if constexpr (s.straddles) {
            load_straddled<Element, NeighboursRest>(words, element);
        } else if (has_whole_words(array)) {
            unsigned const rotation = s.rotation(k);
            visit_rotated_words<Element>(element, rotation, words,
                                         [](word& w, std::byte const* from)
                                             HEDDLE_INLINE_LAMBDA { w = read_as<word>(from); });
            rotate_words<true, s.rotations>(words, rotation);
        } else if constexpr (alignof(Element) >= 4) {
            visit_parts(words, element,
                        [](std::uint32_t& part, std::byte const* from)
                            HEDDLE_INLINE_LAMBDA { part = read_as<std::uint32_t>(from); });
        } else {
            load_straddled<Element, NeighboursRest>(words, element);
        }
        return element_from_words<Element>(words);
    }
}

//! array[k] = value. Others may access neighbouring elements meanwhile.
template <class Element>
HEDDLE_INLINE void store_shared(Element* array, unsigned k, Element const& value)
{
    constexpr shared_words s = shared_words_of<Element>;
    if constexpr (s.word_bytes == 0) {
        store_plainly(array + k, value);
    } else {
        using word = memory_word<s.word_bytes>;
        word words[s.word_count];
        words_from_element(words, value);
        auto* const element = reinterpret_cast<std::byte*>(array + k);
        if constexpr (s.straddles) {
            store_straddled<Element>(element, words);
        } else if (has_whole_words(array)) {
            unsigned const rotation = s.rotation(k);
            rotate_words<false, s.rotations>(words, rotation);
            visit_rotated_words<Element>(element, rotation, words,
                                         [](word& w, std::byte* to)
                                             HEDDLE_INLINE_LAMBDA { write_as(to, w); });
        } else if constexpr (alignof(Element) >= 4) {
            visit_parts(words, element, [](std::uint32_t part, std::byte* to) HEDDLE_INLINE_LAMBDA {
                write_as(to, part);
            });
        } else {
            store_straddled<Element>(element, words);
        }
    }
}

}  // namespace heddle::detail
