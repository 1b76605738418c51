// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Per-thread accesses: each lane moves its own element, in words as wide as possible.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/ends.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads each valid lane's element as plain code does. Returns `fallback` in other lanes.
template <class Element, class Group>
HEDDLE_INLINE carried_t<Element> load_plainly(Group const& group, Element const* pointer, bool is_valid,
                                              carried_t<Element> const& fallback)
{
    constexpr unsigned part_bytes = words_of<Element>.part_bytes;
    detail::count_access<access_kind::load, part_bytes>(group, pointer, sizeof(Element), is_valid);
    if (is_valid) return detail::load_plainly(pointer);
    return fallback;
}

//! Stores each valid lane's element as plain code does.
template <class Element, class Group>
HEDDLE_INLINE void store_plainly(Group const& group, Element* pointer, bool is_valid, Element const& value)
{
    constexpr unsigned part_bytes = words_of<Element>.part_bytes;
    detail::count_access<access_kind::store, part_bytes>(group, pointer, sizeof(Element), is_valid);
    if (is_valid) detail::store_plainly(pointer, value);
}

//! Maximum distance, in parts of 4 bytes, from the start of an element's first wide word to the element's end.
template <class Element>
inline constexpr unsigned touched_wide_parts = sizeof(Element) / 4 + wide_word_bytes / 4 - 1;

//! Stores an element in wide words. The element begins at byte 0 of `words`, which are overwritten.
//! Requires: Element's plan stores wide words, and there are touched_wide_parts words
template <class Element, class Group, unsigned WordCount>
HEDDLE_INLINE void store_wide_words(Group const& group, std::byte* own, memory_word<4> (&words)[WordCount])
{
    constexpr unsigned count = sizeof(Element) / 4;
    constexpr unsigned parts = wide_word_bytes / 4;
    constexpr unsigned end = touched_wide_parts<Element>;
    static_assert(WordCount >= end);
    unsigned const start = offset_in_word(own, wide_word_bytes) / 4;

    auto const part = [&](unsigned i) HEDDLE_INLINE_LAMBDA -> std::uint32_t& { return words[i].part[0]; };
    // Shifts the parts upwards by `start`, in place, so that it needs no further registers.
    HEDDLE_UNROLL
    for (unsigned step = 1; step < parts; step *= 2) {
        HEDDLE_UNROLL
        for (unsigned k = 0; k < end; ++k) {
            unsigned const i = end - 1 - k;
            predicated_select::take_if(start & step, i >= step ? part(i - step) : 0u, part(i));
        }
    }
    // Stores everything after the shifts, because to store the ends earlier would be a fifth slower if 3 % of the lanes
    // store 60-byte elements.
    std::byte* const first = opaque(HEDDLE_BYTES_BEFORE(own, start * 4));
    HEDDLE_UNROLL
    for (unsigned begin = 0; begin < end; begin += parts) {
        bool const is_whole = begin >= start && begin + parts <= start + count;
        if (begin + parts <= end) {
            memory_word<wide_word_bytes> word;
            HEDDLE_UNROLL
            for (unsigned i = 0; i < parts; ++i) word.part[i] = part(begin + i);
            detail::store_word<wide_word_bytes>(group, {HEDDLE_BYTES_AFTER(first, begin * 4), is_whole}, word);
        }
        // Only the first wide word and the last two can contain bytes of other elements.
        if (begin > 0 && begin + parts <= count) continue;
        HEDDLE_UNROLL
        for (unsigned i = begin; i < begin + parts && i < end; ++i) {
            bool const is_own = !is_whole && i >= start && i < start + count;
            detail::store_word<4>(group, {HEDDLE_BYTES_AFTER(first, i * 4), is_own}, words[i]);
        }
    }
}

//! Returns the address of word w of an element of unaligned size at `own`. The address is marked valid if the word is in
//! the range.
template <class Element, class Byte>
HEDDLE_INLINE word_address<Byte> address_of_own_word(Byte* own, byte_range<Byte> const& range, unsigned w)
{
    constexpr element_words p = words_of<Element>;
    Byte* const first = HEDDLE_BYTES_BEFORE(own, detail::offset_in_word(own, p.word_bytes));
    Byte* const address = HEDDLE_BYTES_AFTER(first, w * p.word_bytes);
    bool const is_inner = w > 0 && (w + 1) * p.word_bytes <= p.element_bytes;
    return {address, is_inner || range.contains(address, p.word_bytes)};
}

//! Loads the words of the element of unaligned size at `own`, which begins anywhere in the first word.
//! range:    the bytes that the lane may read: its element, or consecutive elements of the group, including its own
//! Requires: `words` are 0
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_own_unaligned(Group const& group, std::byte const* own,
                                      byte_range<std::byte const> const& range,
                                      memory_word<WordBytes> (&words)[WordCount])
{
    constexpr element_words p = words_of<Element>;
    // A range of whole words includes the words that the element shares with its neighbors, so every word can be read
    // whole. (The range of a single element of unaligned size never consists of whole words.) Elements with gaps
    // are not asked, because lanes would often differ, and each side of the branch would wait for its loads.
    if (!p.has_gaps && range.is_whole(WordBytes)) {
        constexpr unsigned always_touched = ending_words(sizeof(Element), alignof(Element), WordBytes);
        std::byte const* const first = HEDDLE_BYTES_BEFORE(own, offset_in_word(own, WordBytes));
        HEDDLE_UNROLL
        for (unsigned w = 0; w < p.touched_words; ++w) {
            std::byte const* const address = HEDDLE_BYTES_AFTER(first, w * WordBytes);
            bool const is_inside = w < always_touched || address < range.end;
            words[w] = detail::load_word<WordBytes>(group, {address, is_inside});
        }
        return;
    }
    HEDDLE_UNROLL
    for (unsigned w = 0; w < p.touched_words; ++w) {
        words[w] = detail::load_word<WordBytes>(group, detail::address_of_own_word<Element>(own, range, w));
    }
    detail::load_ends<Element>(group, own, range, true).add_to(words);
}

//! Stores the element at `own`. The element begins at byte 0 of `words`, which are overwritten.
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_own(Group const& group, std::byte* own, memory_word<WordBytes> (&words)[WordCount])
{
    constexpr element_words p = words_of<Element>;
    static_assert(p.touched_words <= WordCount && p.word_bytes == WordBytes);
    if constexpr (p.stores_wide_words) {
        detail::store_wide_words<Element>(group, own, words);
    } else if constexpr (p.is_unaligned) {
        auto const range = detail::range_of<Element>(own);
        detail::move_start<direction::up>(words, offset_in_word(own, WordBytes));
        HEDDLE_UNROLL
        for (unsigned w = 0; w < p.touched_words; ++w) {
            detail::store_word<WordBytes>(group, detail::address_of_own_word<Element>(own, range, w), words[w]);
        }
        detail::store_ends<Element>(group, own, range, true, words);
    } else {
        detail::move_whole_or_in_parts<WordBytes, p.part_bytes>(
            detail::begins_with_word<Element>(own), [&](bool whole) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned w = 0; w < p.touched_words; ++w) {
                    std::byte* const address = HEDDLE_BYTES_AFTER(own, w * WordBytes);
                    detail::write_word<Element, p.part_bytes>(group, {address, true}, w, words[w], whole);
                }
            });
    }
}

template <>
struct mover<route::per_thread> {
    static constexpr bool loads_from_byte_0 = false;

    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void load(Access& access, memory_word<WordBytes> (&words)[WordCount])
    {
        using element = typename Access::element_type;
        constexpr element_words p = words_of<element>;
        static_assert(p.touched_words <= WordCount && p.word_bytes == WordBytes);
        if (!access.is_valid) return;
        auto const& group = access.group;
        std::byte const* const own = access.own;
        if constexpr (p.is_unaligned) {
            for (memory_word<WordBytes>& word : words) word = {};
            detail::load_own_unaligned<element>(group, own, access.range(), words);
        } else {
            detail::move_whole_or_in_parts<WordBytes, p.part_bytes>(
                detail::begins_with_word<element>(own), [&](bool whole) HEDDLE_INLINE_LAMBDA {
                    HEDDLE_UNROLL
                    for (unsigned w = 0; w < p.touched_words; ++w) {
                        std::byte const* const address = HEDDLE_BYTES_AFTER(own, w * WordBytes);
                        words[w] = detail::load_word<WordBytes, p.part_bytes>(group, {address, true}, whole);
                    }
                });
        }
    }
    template <class Access, class Words>
    HEDDLE_INLINE static void store(Access& access, Words& words)
    {
        if (access.is_valid) detail::store_own<typename Access::element_type>(access.group, access.own, words);
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
