// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves a group's elements between memory and registers in rows, and transposes them in registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/atomic_runs.cuh>
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
    static constexpr plan p = detail::plan_of<Element, LaneCount>;
    static constexpr unsigned begin = Begin;
    static constexpr unsigned count = p.words_of_pass(Begin);
    static constexpr bool is_last = Begin + count == p.word_count;
    static constexpr unsigned part_bytes = part_bytes_of<Element>;
    static constexpr select_pipes pipes = p.is_unaligned ? select_pipes::two : detail::pipes_for(count * p.word_bytes);
    using word = memory_word<p.word_bytes>;

    //! Returns which word of its element a lane's word in a row is; 0 if Element does not ask (write_word).
    template <class Group>
    HEDDLE_INLINE static unsigned word_in_row(Group const& group, unsigned row)
    {
        if constexpr (!is_atomic_record<Element>) return 0;
        unsigned const e = row * LaneCount + detail::lane_rank(group);
        return Begin + e - detail::small_quotient(e, count) * count;
    }
};

template <class Pass, class Access>
HEDDLE_INLINE void load_pass(Access& access, typename Pass::word (&rows)[Pass::count])
{
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    auto const& group = access.group;
    if (access.words_are_consecutive()) {
        constexpr plan p = Pass::p;
        unsigned const lane = detail::lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place =
                detail::address_in_consecutive_row(p, Pass::begin, Pass::count, lane, access.places().first, row);
            rows[row] = detail::load_word<word_bytes>(group, place);
        }
        return;
    }
    if constexpr (Pass::part_bytes == word_bytes) {
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place = detail::address_in_row<Pass>(access, row);
            rows[row] = detail::load_word<word_bytes>(group, place);
        }
    } else {
        // Computes all addresses before the branch, because whole words and parts use the same addresses.
        word_address<std::byte const> place[Pass::count];
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            place[row] = detail::address_in_row<Pass>(access, row);
        }
        detail::move_whole_or_in_parts<word_bytes, Pass::part_bytes>(
            access.begins_with_words(), [&](bool whole) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned row = 0; row < Pass::count; ++row) {
                    rows[row] = detail::load_word<word_bytes, Pass::part_bytes>(group, place[row], whole);
                }
            });
    }
}

template <class Pass, class Access>
HEDDLE_INLINE void store_pass(Access& access, typename Pass::word const (&rows)[Pass::count])
{
    using element = typename Access::element_type;
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    auto const& group = access.group;
    if (access.words_are_consecutive()) {
        constexpr plan p = Pass::p;
        unsigned const lane = detail::lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place =
                detail::address_in_consecutive_row(p, Pass::begin, Pass::count, lane, access.places().first, row);
            detail::write_word<element, word_bytes>(group, place, Pass::word_in_row(group, row), rows[row]);
        }
        return;
    }
    HEDDLE_UNROLL
    for (unsigned row = 0; row < Pass::count; ++row) {
        auto const place = detail::address_in_row<Pass>(access, row);
        detail::move_whole_or_in_parts<word_bytes, Pass::part_bytes>(
            access.begins_with_words(), [&](bool whole) HEDDLE_INLINE_LAMBDA {
                detail::write_word<element, Pass::part_bytes>(group, place, Pass::word_in_row(group, row), rows[row],
                                                              whole);
            });
    }
}

//! Completes the words of consecutive elements. In rows, a word that two elements share belongs to the second element.
//! So the lane of the first element gets the word from the next lane. The last lane, which has no next lane, gets 0
//! instead.
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void take_shared_words(Group const& group, memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = detail::plan_of<Element, lane_count_v<Group>>;
    if constexpr (p.word_count < p.touched_words) {
        static_assert(p.word_count + 1 == p.touched_words && p.touched_words <= WordCount);
        // If this holds, lane 0's word, which the last lane's shuffle returns, is 0 or not needed.
        constexpr bool ends_as_it_begins = p.lane_count * sizeof(Element) % WordBytes == 0;
        bool const has_next = ends_as_it_begins || detail::lane_rank(group) + 1 < p.lane_count;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) {
            std::uint32_t const next = detail::word_of_lane(group, words[0].part[i], detail::lane_rank(group) + 1);
            words[p.word_count].part[i] = has_next ? next : 0;
        }
    }
}

// Other lanes move the words of a lane's element, and shuffles do not order these accesses relative to the lane's own
// accesses, even within a warp. Therefore rows are accessed between two calls of group.sync(). The first sync orders
// the row accesses after all earlier accesses of the lanes; the second sync orders them before all later accesses.
// Loads: sync, access the rows, sync, transpose. Stores: transpose, sync, access the rows, sync. This order is used
// because it was measured to be the fastest.

//! Loads the words of all passes, starting at word Begin. Calls load_more() after issuing the loads of the first pass.
template <unsigned Begin = 0, class Access, unsigned WordBytes, unsigned WordCount, class LoadMore>
HEDDLE_INLINE void load_passes(Access& access, memory_word<WordBytes> (&words)[WordCount], LoadMore const& load_more)
{
    using pass = rows_of_pass<typename Access::element_type, Access::p.lane_count, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    detail::load_pass<pass>(access, rows);
    if constexpr (Begin == 0) load_more();
    if constexpr (pass::is_last) access.group.sync();
    detail::rows_to_elements<pass::pipes>(access.group, rows);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) words[Begin + w] = rows[w];
    if constexpr (!pass::is_last) detail::load_passes<Begin + pass::count>(access, words, load_more);
}

template <unsigned Begin = 0, class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_passes(Access& access, memory_word<WordBytes> const (&words)[WordCount])
{
    using pass = rows_of_pass<typename Access::element_type, Access::p.lane_count, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) rows[w] = words[Begin + w];
    detail::elements_to_rows<pass::pipes>(access.group, rows);
    if constexpr (Begin == 0) access.group.sync();
    detail::store_pass<pass>(access, rows);
    if constexpr (!pass::is_last) detail::store_passes<Begin + pass::count>(access, words);
}

template <>
struct mover<route::rows> {
    static constexpr bool loads_from_byte_0 = false;

    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void load(Access& access, memory_word<WordBytes> (&words)[WordCount])
    {
        using element = typename Access::element_type;
        constexpr plan p = Access::p;
        static_assert(WordCount >= p.held_words);
        access.group.sync();
        if constexpr (!p.is_unaligned) {
            detail::load_passes(access, words, []() HEDDLE_INLINE_LAMBDA {});
        } else {
            auto const range = access.range_in_rows();
            loaded_ends<element> ends;
            detail::load_passes(access, words, [&]() HEDDLE_INLINE_LAMBDA {
                ends = detail::load_ends<element>(access.group, access.own, range, access.is_valid);
            });
            HEDDLE_UNROLL
            for (unsigned w = p.word_count; w < WordCount; ++w) words[w] = {};
            if (access.words_are_consecutive()) detail::take_shared_words<element>(access.group, words);
            ends.add_to(words);
        }
    }

    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void store(Access& access, memory_word<WordBytes> (&words)[WordCount])
    {
        using element = typename Access::element_type;
        constexpr plan p = Access::p;
        if constexpr (p.is_unaligned) {
            detail::move_start_after_neighbor<element>(access.group, words, offset_in_word(access.own, p.word_bytes));
            detail::store_ends<element>(access.group, access.own, access.range_in_rows(), access.is_valid, words);
        }
        if constexpr (is_atomic_record<element>) {
            if (!access.words_are_consecutive() && !detail::add_runs<element>(access, words)) {
                access.group.sync();
                return;
            }
        }
        detail::store_passes(access, words);
        access.group.sync();
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
