// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The routes by rows: words are moved row by row, and transposed in registers.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../../transpose.cuh"
#include "../standard_library.hpp"
#include "dense_rows.cuh"
#include "element_addresses.cuh"
#include "ends.cuh"
#include "group.cuh"
#include "rows.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

// Other lanes move the words of a lane's element, and neither shuffles nor being one warp orders their
// accesses and its own. So what moves other lanes' words stands between two group.sync(): what lanes did to
// the elements before is done, and what was moved is there for whatever they do afterwards. They stand
// where they measured best: a load's second one before the transpose, a store's first one after it.

//! Calls load_more() when the first rows are on their way.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Group, class Lanes, unsigned WordBytes,
          unsigned WordCount, class LoadMore>
HEDDLE_INLINE void load_passes(Group const& group,
                               element_addresses<std::byte const> const& addresses,
                               Lanes const& wanted, memory_word<WordBytes> (&words)[WordCount],
                               LoadMore const& load_more)
{
    using pass = rows_of_pass<Element, lane_count_v<Group>, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    load_rows<pass, Element>(group, addresses, wanted, rows);
    if constexpr (Begin == 0) load_more();
    if constexpr (pass::is_last) group.sync();
    rows_to_elements<pass::balances>(group, rows);
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) words[Begin + w] = rows[w];
    if constexpr (!pass::is_last) {
        load_passes<Element, Begin + pass::count>(group, addresses, wanted, words, load_more);
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, class Group, class Lanes, unsigned WordBytes,
          unsigned WordCount>
HEDDLE_INLINE void store_passes(Group const& group, element_addresses<std::byte> const& addresses,
                                Lanes const& wanted,
                                memory_word<WordBytes> const (&words)[WordCount])
{
    using pass = rows_of_pass<Element, lane_count_v<Group>, Begin>;
    static_assert(Begin + pass::count <= WordCount && pass::p.word_bytes == WordBytes);
    memory_word<WordBytes> rows[pass::count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < pass::count; ++w) rows[w] = words[Begin + w];
    elements_to_rows<pass::balances>(group, rows);
    store_rows<pass, Element>(group, addresses, wanted, rows);
    if constexpr (!pass::is_last) {
        store_passes<Element, Begin + pass::count>(group, addresses, wanted, words);
    }
}

//! Fills the words of each wanted lane's element, which begins within the first.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_in_rows(Group const& group, std::byte const* own, Lanes const& wanted,
                                element_addresses<std::byte const> const& addresses,
                                memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    static_assert(WordCount >= p.held_words());
    group.sync();
    auto const range = addresses.consecutive ? range_of<Element>(addresses.first, p.lane_count)
                                             : range_of<Element>(own);
    loaded_ends<Element> ends;
    load_passes<Element>(group, addresses, wanted, words, [&]() HEDDLE_INLINE_LAMBDA {
        ends = load_ends<Element>(group, own, range, wanted.lane(lane_rank(group)));
    });
    HEDDLE_UNROLL
    for (unsigned w = p.word_count; w < WordCount; ++w) words[w] = {};
    if (addresses.consecutive) take_shared_words<Element>(group, words);
    ends.add_to(words);
}

//! The same in narrow words; the first begins with the element.
//! Requires: the words of Element's plan are wider
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void load_in_narrow_rows(Group const& group, std::byte const* own,
                                       Lanes const& wanted,
                                       element_addresses<std::byte const> const& addresses,
                                       memory_word<WordBytes> (&words)[WordCount])
{
    using element = in_narrow_words<Element>;
    constexpr plan p = plan_of<element, lane_count_v<Group>>();
    memory_word<narrow_straddled_word_bytes> narrow[p.held_words()];
    load_in_rows<element>(group, own, wanted, addresses, narrow);
    move_start<false>(narrow, offset_in_word(own, narrow_straddled_word_bytes));
    copy_words(words, narrow);
}

//! Stores each wanted lane's element, whose words start with it, and uses them up.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_in_rows(Group const& group, std::byte* own, Lanes const& wanted,
                                 element_addresses<std::byte> const& addresses,
                                 memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    if constexpr (p.straddles()) {
        move_start_after_neighbour<Element>(group, words, offset_in_word(own, p.word_bytes));
        auto const range = addresses.consecutive ? range_of<Element>(addresses.first, p.lane_count)
                                                 : range_of<Element>(own);
        store_ends<Element>(group, own, range, wanted.lane(lane_rank(group)), words);
    }
    store_passes<Element>(group, addresses, wanted, words);
}

}  // namespace heddle::detail
