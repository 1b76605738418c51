// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each lane moves its own element, in words as wide as they may be: where lanes do not
// cooperate, and where what one of them loads finds what its neighbours fetched.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "element_addresses.cuh"
#include "ends.cuh"
#include "group.cuh"
#include "rows.cuh"
#include "wide_words.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! Word w of the element at `own`, if it lies within the range.
template <class Element, class Byte>
HEDDLE_INLINE word_address<Byte> address_of_own_word(Byte* own, byte_range<Byte> const& range,
                                                     unsigned w)
{
    constexpr element_words p = words_of<Element>();
    if constexpr (p.straddles()) {
        Byte* const first = HEDDLE_BYTES_BEFORE(own, offset_in_word(own, p.word_bytes));
        Byte* const address = HEDDLE_BYTES_AFTER(first, w * p.word_bytes);
        bool const is_inner = w > 0 && (w + 1) * p.word_bytes <= p.element_bytes;
        return {address, is_inner || range.contains(address, p.word_bytes)};
    } else {
        return {HEDDLE_BYTES_AFTER(own, w * p.word_bytes), true};
    }
}

//! Fills the words of the element at `own`, with which the first begins, if it does not straddle words.
//! Nothing outside the range is read; where the element is not wanted, its words are undefined.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_own(Group const& group, std::byte const* own,
                            byte_range<std::byte const> const& range, bool wanted,
                            memory_word<WordBytes> (&words)[WordCount])
{
    constexpr element_words p = words_of<Element>();
    static_assert(p.touched_words() <= WordCount && p.word_bytes == WordBytes);
    if constexpr (!observes_accesses<Group>::value) {
        if (!wanted) return;
        wanted = true;  // and no longer a question at every word
    }
    for (memory_word<WordBytes>& word : words) word = {};
    move_words<WordBytes, part_bytes_of<Element>>(
        group, words_are_whole<Element>(own), [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
            HEDDLE_UNROLL
            for (unsigned w = 0; w < p.touched_words(); ++w) {
                auto place = address_of_own_word<Element>(own, range, w);
                place.wanted = place.wanted && wanted && active;
                auto const word =
                    load_whole_or_parts<WordBytes, part_bytes_of<Element>>(group, place, whole);
                if (active) words[w] = word;
            }
        });
    load_ends<Element>(group, own, range, wanted).add_to(words);
}

//! The same where the group's elements are consecutive, and begin and end with whole words: the words
//! of an element are there, but for those after the last one's.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_shared_words(Group const& group, std::byte const* own,
                                     memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    static_assert(p.touched_words() <= WordCount && p.word_bytes == WordBytes);
    std::byte const* const first = HEDDLE_BYTES_BEFORE(own, offset_in_word(own, WordBytes));
    for (memory_word<WordBytes>& word : words) word = {};
    HEDDLE_UNROLL
    for (unsigned w = 0; w < p.touched_words(); ++w) {
        bool const is_there = w < p.ending_words() || lane_rank(group) + 1 < p.lane_count;
        words[w] = load_word<WordBytes, WordBytes>(
            group, {HEDDLE_BYTES_AFTER(first, w * WordBytes), is_there});
    }
}

//! How many words a lane of a group has that may come to store for itself.
template <class Element, unsigned LaneCount>
inline constexpr unsigned held_store_words = plan_of<Element, LaneCount>().stores_wide_words()
                                                 ? touched_wide_parts<Element>
                                                 : plan_of<Element, LaneCount>().held_words();

//! Stores words that begin with the element, and uses them up.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_own(Group const& group, std::byte* own, bool wanted,
                             memory_word<WordBytes> (&words)[WordCount])
{
    constexpr element_words p = words_of<Element>();
    static_assert(p.touched_words() <= WordCount && p.word_bytes == WordBytes);
    if constexpr (!observes_accesses<Group>::value) {
        if (!wanted) return;
        wanted = true;  // and no longer a question at every word
    }
    if constexpr (p.stores_wide_words()) {
        store_wide_words<Element>(group, own, wanted, words);
    } else {
        auto const range = range_of<Element>(own);
        if constexpr (p.straddles()) move_start(words, offset_in_word(own, WordBytes));
        move_words<WordBytes, part_bytes_of<Element>>(
            group, words_are_whole<Element>(own),
            [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned w = 0; w < p.touched_words(); ++w) {
                    auto place = address_of_own_word<Element>(own, range, w);
                    place.wanted = place.wanted && wanted && active;
                    store_whole_or_parts<WordBytes, part_bytes_of<Element>>(group, place, words[w],
                                                                            whole);
                }
            });
        store_ends<Element>(group, own, range, wanted, words);
    }
}

}  // namespace heddle::detail
