// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves a group's elements between memory and registers in rows, and transposes them in registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/ends.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/unaligned_rows.cuh>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/transpose.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A pass transposes `count` consecutive words of each element of a group, starting at word Begin.
template <class Element, unsigned LaneCount, unsigned Begin>
struct rows_of_pass {
    static constexpr plan p = plan_of<Element, LaneCount>();
    static constexpr unsigned begin = Begin;
    static constexpr unsigned left = p.word_count - Begin;
    static constexpr unsigned count = left < p.pass_words ? left : p.pass_words;
    static constexpr bool is_last = count == left;
    static constexpr unsigned part_bytes = part_bytes_of<Element>;
    static constexpr bool balances = p.is_unaligned() || count * p.word_bytes <= max_balanced_bytes;
    using word = memory_word<p.word_bytes>;
};

template <class Pass, class Element, class Group, class Lanes>
HEDDLE_INLINE void load_pass(Group const& group, row_addresses<std::byte const> const& places, Lanes const& valid,
                             typename Pass::word (&rows)[Pass::count])
{
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    if (places.consecutive) {
        constexpr plan p = Pass::p;
        unsigned const lane = detail::lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place =
                detail::address_in_consecutive_row<false>(p, Pass::begin, Pass::count, lane, places.first, row);
            rows[row] = detail::load_word<word_bytes, word_bytes>(group, place);
        }
        return;
    }
    if constexpr (Pass::part_bytes == word_bytes) {
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place = detail::address_in_row<Pass, Element>(group, places, valid, row);
            rows[row] = detail::load_word<word_bytes, word_bytes>(group, place);
        }
    } else {
        // Computes all addresses before the branch, because whole words and parts use the same addresses.
        word_address<std::byte const> place[Pass::count];
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            place[row] = detail::address_in_row<Pass, Element>(group, places, valid, row);
        }
        detail::move_words<word_bytes, Pass::part_bytes>(
            group, places.whole_words, [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned row = 0; row < Pass::count; ++row) {
                    auto const word = detail::load_whole_or_parts<word_bytes, Pass::part_bytes>(
                        group, {place[row].address, place[row].is_valid && active}, whole);
                    if (active) rows[row] = word;
                }
            });
    }
}

template <class Pass, class Element, class Group, class Lanes>
HEDDLE_INLINE void store_pass(Group const& group, row_addresses<std::byte> const& places, Lanes const& valid,
                              typename Pass::word const (&rows)[Pass::count])
{
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    if constexpr (Pass::begin == 0) group.sync();
    if (places.consecutive) {
        constexpr plan p = Pass::p;
        unsigned const lane = detail::lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place =
                detail::address_in_consecutive_row<true>(p, Pass::begin, Pass::count, lane, places.first, row);
            detail::store_word<word_bytes, word_bytes>(group, place, rows[row]);
        }
        return;
    }
    HEDDLE_UNROLL
    for (unsigned row = 0; row < Pass::count; ++row) {
        auto const place = detail::address_in_row<Pass, Element>(group, places, valid, row);
        detail::move_words<word_bytes, Pass::part_bytes>(
            group, places.whole_words, [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
                detail::store_whole_or_parts<word_bytes, Pass::part_bytes>(
                    group, {place.address, place.is_valid && active}, rows[row], whole);
            });
    }
}

//! Completes the words of consecutive elements. In rows, a word that two elements share belongs to the second element.
//! The lane of the first element gets the word from the next lane. The last lane has no next lane, and gets 0 instead.
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void take_shared_words(Group const& group, memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    if constexpr (p.word_count < p.touched_words()) {
        static_assert(p.word_count + 1 == p.touched_words() && p.touched_words() <= WordCount);
        // If this holds, lane 0's word, which the last lane's shuffle returns, is 0 or not needed.
        constexpr bool ends_as_it_begins = p.lane_count * sizeof(Element) % WordBytes == 0;
        bool const has_next = ends_as_it_begins || detail::lane_rank(group) + 1 < p.lane_count;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) {
            std::uint32_t const next = heddle::shuffle(group, words[0].part[i], detail::lane_rank(group) + 1);
            words[p.word_count].part[i] = has_next ? next : 0;
        }
    }
}

// Other lanes move the words of a lane's element. Shuffles do not order these accesses relative to the lane's own
// accesses, even within a warp. Therefore rows are accessed between two calls of group.sync(). The first sync orders
// the row accesses after all earlier accesses of the lanes; the second sync orders them before all later accesses.
// Loads: sync, access the rows, sync, transpose. Stores: transpose, sync, access the rows, sync. This order measured
// best.

//! Loads the words of all passes, starting at word Begin. Calls load_more() after issuing the loads of the first pass.
template <class Element, unsigned Begin = 0, class Group, class Lanes, unsigned WordBytes, unsigned WordCount,
          class LoadMore>
HEDDLE_INLINE void load_passes(Group const& group, row_addresses<std::byte const> const& addresses, Lanes const& valid,
                               memory_word<WordBytes> (&words)[WordCount], LoadMore const& load_more)
{
    using pass = rows_of_pass<Element, lane_count_v<Group>, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    detail::load_pass<pass, Element>(group, addresses, valid, rows);
    if constexpr (Begin == 0) load_more();
    if constexpr (pass::is_last) group.sync();
    detail::rows_to_elements<pass::balances>(group, rows);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) words[Begin + w] = rows[w];
    if constexpr (!pass::is_last) {
        detail::load_passes<Element, Begin + pass::count>(group, addresses, valid, words, load_more);
    }
}

template <class Element, unsigned Begin = 0, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_passes(Group const& group, row_addresses<std::byte> const& addresses, Lanes const& valid,
                                memory_word<WordBytes> const (&words)[WordCount])
{
    using pass = rows_of_pass<Element, lane_count_v<Group>, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) rows[w] = words[Begin + w];
    detail::elements_to_rows<pass::balances>(group, rows);
    detail::store_pass<pass, Element>(group, addresses, valid, rows);
    if constexpr (!pass::is_last) {
        detail::store_passes<Element, Begin + pass::count>(group, addresses, valid, words);
    }
}

//! Loads the words of each valid lane's element. The element begins in the first word, not always at its first byte.
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_rows(Group const& group, std::byte const* own, Lanes const& valid,
                             row_addresses<std::byte const> const& addresses,
                             memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    static_assert(WordCount >= p.held_words());
    group.sync();
    auto const range = addresses.consecutive ? detail::range_of<Element>(addresses.first, p.lane_count)
                                             : detail::range_of<Element>(own);
    loaded_ends<Element> ends;
    detail::load_passes<Element>(group, addresses, valid, words, [&]() HEDDLE_INLINE_LAMBDA {
        ends = detail::load_ends<Element>(group, own, range, valid.lane(detail::lane_rank(group)));
    });
    HEDDLE_UNROLL
    for (unsigned w = p.word_count; w < WordCount; ++w) words[w] = {};
    if (addresses.consecutive) detail::take_shared_words<Element>(group, words);
    ends.add_to(words);
}

//! Stores each valid lane's element. The element begins at byte 0 of `words`, which are overwritten.
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_rows(Group const& group, std::byte* own, Lanes const& valid,
                              row_addresses<std::byte> const& addresses, memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    if constexpr (p.is_unaligned()) {
        detail::move_start_after_neighbor<Element>(group, words, offset_in_word(own, p.word_bytes));
        auto const range = addresses.consecutive ? detail::range_of<Element>(addresses.first, p.lane_count)
                                                 : detail::range_of<Element>(own);
        detail::store_ends<Element>(group, own, range, valid.lane(detail::lane_rank(group)), words);
    }
    detail::store_passes<Element>(group, addresses, valid, words);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
