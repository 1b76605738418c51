// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves one thread's element between an array in shared memory and registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/partial_words.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>
#include <heddle/transpose.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Maximum size, in bytes, of an element that is kept entirely in registers. Larger elements are copied with plain
//! code.
inline constexpr std::size_t max_register_bytes = 512;

//! The words of an element in shared memory, where elements are packed as in global memory.
//! Banks (proved on the host): shared memory serves 128 / word_bytes threads at a time, so elements of m words would
//! cause c-fold conflicts, with c = gcd(m, 128 / word_bytes). c > 1 is possible only for 16-byte words. Thread t then
//! begins with word (t / (8 / c)) mod c of its element and wraps around. ceil(log2 c) rounds of selects put the words
//! in order.
struct shared_words {
    unsigned word_bytes;  //!< 16, 8 or 4; 0 if the element is copied with plain code
    unsigned word_count;  //!< m; for unaligned sizes the maximum over all starts
    unsigned rotations;   //!< c
    bool is_unaligned;    //!< elements may start at any byte of a word

    //! Returns the word with which a thread begins to move element k, while other threads move neighboring elements.
    HEDDLE_HOST_DEVICE constexpr unsigned rotation(unsigned k) const
    {
        return rotations == 1 ? 0 : k / (128 / word_bytes / rotations) % rotations;
    }
};

//! Returns how elements of a given size and alignment divide into words. The word size is the largest of 16, 8 and 4
//! bytes that divides the element's size. It is 4 bytes for unaligned sizes, and 0 for elements below 4 bytes or above
//! max_register_bytes.
//! Requires: alignment is a power of two that divides element_bytes
HEDDLE_HOST_DEVICE constexpr shared_words make_shared_words(std::size_t element_bytes, std::size_t alignment)
{
    if (element_bytes < 4 || element_bytes > max_register_bytes) return {0, 0, 1, false};
    unsigned const bytes = static_cast<unsigned>(element_bytes);
    if (bytes % 4 != 0) return {4, touched_words(bytes, alignment, 4), 1, true};
    unsigned word_bytes = 16;
    while (bytes % word_bytes != 0) word_bytes /= 2;
    unsigned const count = bytes / word_bytes;
    return {word_bytes, count, greatest_common_divisor(count, 128 / word_bytes), false};
}

template <class Element>
inline constexpr shared_words shared_words_of = make_shared_words(sizeof(Element), alignof(Element));

//! The maximum number of 4-byte words that an element touches, wherever it starts.
template <class Element>
inline constexpr unsigned narrow_words_of = touched_words(sizeof(Element), alignof(Element) < 4 ? alignof(Element) : 4,
                                                          4);

//! True if arrays are always aligned to their elements' words.
template <class Element>
inline constexpr bool always_has_whole_words =
    !shared_words_of<Element>.is_unaligned && alignof(Element) >= shared_words_of<Element>.word_bytes;

//! Returns whether the array is aligned to its elements' words, so that each element consists of whole words.
template <class Element>
HEDDLE_INLINE bool has_whole_words(Element const* array)
{
    constexpr shared_words s = shared_words_of<Element>;
    if constexpr (always_has_whole_words<Element>) {
        return true;
    } else {
        return !s.is_unaligned && detail::offset_in_word(array, s.word_bytes) == 0;
    }
}

// The functions below load words if Byte is const, otherwise they store words.

template <class Byte, class Word>
HEDDLE_INLINE void move_word(Byte* address, Word& word)
{
    if constexpr (std::is_const_v<Byte>) {
        word = detail::read_as<Word>(address);
    } else {
        detail::write_as(address, word);
    }
}

//! Moves the existing parts of a word. A loaded part is ORed into the word.
template <class Byte>
struct shared_part_mover {
    Byte* address;
    memory_word<4>& word;
    unsigned half;  // offset of the part of 2 bytes, as a constant: with `at`, code would be up to a fifth larger

    template <unsigned Bytes>
    HEDDLE_INLINE void operator()(unsigned place, bool exists) const
    {
        using part = part_of_bytes<Bytes>;
        unsigned const at = Bytes == 2 ? half : place;
        if (!exists) return;
        if constexpr (std::is_const_v<Byte>) {
            detail::add_part(word, at, detail::read_as<part>(address + at));
        } else {
            detail::write_as(address + at, detail::part_at<part>(word, at));
        }
    }
};

//! Moves an element's words, beginning with word `rotation`. Moves of consecutive elements have no bank conflicts.
template <class Element, class Byte, class Word, unsigned WordCount>
HEDDLE_INLINE void move_rotated_words(Byte* element, unsigned rotation, Word (&words)[WordCount])
{
    constexpr shared_words s = shared_words_of<Element>;
    Byte* const first = element + rotation * s.word_bytes;
    HEDDLE_UNROLL
    for (unsigned w = 0; w < s.word_count; ++w) {
        bool const can_wrap = w + s.rotations > s.word_count;
        unsigned const back = can_wrap && w + rotation >= s.word_count ? s.word_count * s.word_bytes : 0;
        detail::move_word(first - back + w * s.word_bytes, words[w]);
    }
}

//! Moves the words of an element that begins at byte `start` of its first word. If the element shares a word with a
//! neighbor, moves only the element's own bytes of this word.
template <class Element, class Byte, unsigned Count>
HEDDLE_INLINE void move_narrow_words(Byte* first, unsigned start, memory_word<4> (&words)[Count])
{
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    HEDDLE_UNROLL
    for (unsigned w = 0; w < Count; ++w) {
        unsigned const begin = w == 0 ? start : 0;
        unsigned end = 4;
        if (4 * w + 4 > bytes) {
            unsigned const left = start + bytes > 4 * w ? start + bytes - 4 * w : 0;
            end = left < 4 ? left : 4;
        }
        // Separate conditions compile to predicates; nested conditions would become branches.
        if (begin == 0 && end == 4) detail::move_word(first + 4 * w, words[w]);
        shared_part_mover<Byte> const move{first + 4 * w, words[w], w == 0 ? 2u : 0u};
        if (w == 0) {  // at least 4 bytes, so the element reaches the end of this word
            detail::visit_end_of_word<4, alignof(Element)>(begin, move);
        } else if (4 * w + 4 > bytes) {
            detail::visit_beginning_of_word<4, alignof(Element)>(end, move);
        }
    }
}

//! Says whether other threads may write the neighbors of an element in shared memory while it is loaded. If they may
//! not, words shared with neighbors are read whole.
enum class shared_neighbors { unchanged, written };
//! Neighbors of a T const are not written.
template <class T>
inline constexpr shared_neighbors neighbors_of =
    std::is_const_v<T> ? shared_neighbors::unchanged : shared_neighbors::written;

//! Returns array[k].
template <shared_neighbors Neighbors, class Element>
HEDDLE_INLINE carried_t<Element> load_shared(Element const* array, unsigned k)
{
    constexpr shared_words s = shared_words_of<Element>;
    if constexpr (s.word_bytes == 0) {
        return detail::as_carried(array[k]);
    } else {
        // Both branches set `words`, because the compiler would assemble an element byte by byte if each branch
        // returned one.
        memory_word<s.word_bytes> words[s.word_count];
        auto const* const element = reinterpret_cast<std::byte const*>(array + k);
        if (detail::has_whole_words(array)) {
            detail::move_rotated_words<Element>(element, s.rotation(k), words);
            if constexpr (s.rotations > 1) detail::rotate_words<direction::up, s.rotations>(words, s.rotation(k));
        } else if constexpr (!always_has_whole_words<Element>) {
            constexpr unsigned count = narrow_words_of<Element>;
            memory_word<4> narrow[count] = {};
            unsigned const start = alignof(Element) < 4 ? offset_in_word(element, 4) : 0;
            std::byte const* const first = element - start;
            if constexpr (Neighbors == shared_neighbors::unchanged) {
                HEDDLE_UNROLL
                for (unsigned w = 0; w < count; ++w) {
                    bool const is_touched = 4 * w < sizeof(Element) || 4 * w < start + sizeof(Element);
                    if (is_touched) detail::move_word(first + 4 * w, narrow[w]);
                }
            } else {
                detail::move_narrow_words<Element>(first, start, narrow);
            }
            if constexpr (alignof(Element) < 4) detail::move_start<direction::down>(narrow, start);
            detail::copy_words(words, narrow);
        }
        return detail::element_from_words<Element>(words);
    }
}

//! Stores value to array[k]. Other threads may access neighboring elements meanwhile.
template <class Element>
HEDDLE_INLINE void store_shared(Element* array, unsigned k, Element const& value)
{
    constexpr shared_words s = shared_words_of<Element>;
    if constexpr (s.word_bytes == 0) {
        detail::store_plainly(array + k, value);
    } else {
        memory_word<s.word_bytes> words[s.word_count];
        detail::words_from_element(words, value);
        auto* const element = reinterpret_cast<std::byte*>(array + k);
        if (detail::has_whole_words(array)) {
            if constexpr (s.rotations > 1) detail::rotate_words<direction::down, s.rotations>(words, s.rotation(k));
            detail::move_rotated_words<Element>(element, s.rotation(k), words);
        } else if constexpr (!always_has_whole_words<Element>) {
            memory_word<4> narrow[narrow_words_of<Element>] = {};
            detail::copy_words(narrow, words);
            unsigned const start = alignof(Element) < 4 ? offset_in_word(element, 4) : 0;
            if constexpr (alignof(Element) < 4) detail::move_start<direction::up>(narrow, start);
            detail::move_narrow_words<Element>(element - start, start, narrow);
        }
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
