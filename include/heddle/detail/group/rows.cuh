// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The way of a group's elements from memory into rows of words in registers, and back.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../../shuffle.cuh"
#include "../../transpose.cuh"
#include "../standard_library.hpp"
#include "element_addresses.cuh"
#include "group.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! What a word is moved in where it is not moved whole; words that elements straddle always are.
template <class Element>
inline constexpr unsigned part_bytes_of = words_of<Element>().straddles()
                                              ? words_of<Element>().word_bytes
                                              : words_of<Element>().part_bytes();

//! Some consecutive words of each element of a group: those that are transposed at a time.
template <class Element, unsigned LaneCount, unsigned Begin>
struct rows_of_pass {
    static constexpr plan p = plan_of<Element, LaneCount>();
    static constexpr unsigned begin = Begin;
    static constexpr unsigned left = p.word_count - Begin;
    static constexpr unsigned count = left < p.pass_words ? left : p.pass_words;
    static constexpr bool is_last = count == left;
    static constexpr unsigned part_bytes = part_bytes_of<Element>;
    static constexpr bool balances = p.straddles() || count * p.word_bytes <= max_balanced_bytes;
    using word = memory_word<p.word_bytes>;
};

//! Word w of an element. Words that are not all its own are not wanted: ends.cuh is for them.
template <class Element, class Byte>
HEDDLE_INLINE word_address<Byte> address_of_word(Byte* element, unsigned w, bool wanted)
{
    constexpr element_words p = words_of<Element>();
    if constexpr (p.straddles()) {
        // Of a word that begins before the element this is a huge number.
        unsigned const at = w * p.word_bytes - offset_in_word(element, p.word_bytes);
        bool const is_own = at <= static_cast<unsigned>(p.element_bytes) - p.word_bytes;
        return {HEDDLE_BYTES_AFTER(element, at), wanted && is_own};
    } else {
        return {HEDDLE_BYTES_AFTER(element, w * p.word_bytes), wanted};
    }
}

//! A lane's word of a row where elements are consecutive, of a pass of `count` words from word `begin` of
//! each on. Of two elements that share a word, both load it, and the second stores it. What the group shares
//! with others at its ends is ends.cuh's.
template <bool Stores, class Byte>
HEDDLE_INLINE word_address<Byte> address_in_consecutive_row(plan const& p, unsigned begin,
                                                            unsigned count, unsigned lane,
                                                            Byte* first, unsigned row)
{
    unsigned const bytes = static_cast<unsigned>(p.element_bytes);
    unsigned const element = small_quotient(row * p.lane_count + lane, count);
    if (!p.straddles()) {
        // The rows' addresses differ by constants, which cost nothing.
        unsigned const skipped = element * (p.word_count - count) + begin;
        Byte* const column = HEDDLE_BYTES_AFTER(first, lane * p.word_bytes);
        Byte* const in_row = HEDDLE_BYTES_AFTER(column, row * p.lane_count * p.word_bytes);
        return {HEDDLE_BYTES_AFTER(in_row, skipped * p.word_bytes), true};
    }
    // Counted from the word in which the group begins.
    unsigned const row_bytes = p.lane_count * p.word_bytes;
    unsigned const elsewhere = bytes - count * p.word_bytes;  // modulo 2^32
    unsigned const start = offset_in_word(first, p.word_bytes);
    unsigned const column = start + lane * p.word_bytes + element * elsewhere;
    unsigned const at =
        column / p.word_bytes * p.word_bytes + row * row_bytes + begin * p.word_bytes;
    bool wanted = true;
    if (Stores) {
        wanted = at <= start + bytes - p.word_bytes + element * bytes;
    } else {
        // The last element's words, and no others, may reach beyond what is the group's.
        unsigned const last = (start + p.lane_count * bytes) / p.word_bytes * p.word_bytes;
        if ((row + 1) * p.lane_count > (p.lane_count - 1) * count) wanted = at < last;
    }
    if (begin == 0 && row == 0) wanted = wanted && at >= start;
    return {HEDDLE_BYTES_AFTER(HEDDLE_BYTES_BEFORE(first, start), at), wanted};
}

//! A lane's word of a row wherever elements lie: word e is word e mod m of the element of lane e div m.
HEDDLE_EXEC_CHECK_DISABLE
template <class Pass, class Element, class Group, class Byte, class Lanes>
HEDDLE_INLINE word_address<Byte> address_in_row(Group const& group,
                                                element_addresses<Byte> const& places,
                                                Lanes const& wanted, unsigned row)
{
    static_assert(Pass::count <= max_small_divisor);
    constexpr plan p = Pass::p;
    unsigned const lane = lane_rank(group);
    unsigned const e = row * p.lane_count + lane;
    unsigned const owner = small_quotient(e, Pass::count);
    if constexpr (p.straddles()) {
        return address_of_word<Element>(places.template of_lane<sizeof(Element)>(group, owner),
                                        Pass::begin + e - owner * Pass::count,
                                        wanted.any_lane(owner));
    } else {
        auto place = address_in_consecutive_row<false>(p, Pass::begin, Pass::count, lane,
                                                       places.of_lane(group, owner), row);
        place.wanted = wanted.any_lane(owner);
        return place;
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Pass, class Element, class Group, class Lanes>
HEDDLE_INLINE void load_rows(Group const& group, element_addresses<std::byte const> const& places,
                             Lanes const& wanted, typename Pass::word (&rows)[Pass::count])
{
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    if (places.consecutive) {
        constexpr plan p = Pass::p;
        unsigned const lane = lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place = address_in_consecutive_row<false>(p, Pass::begin, Pass::count, lane,
                                                                 places.first, row);
            rows[row] = load_word<word_bytes, word_bytes>(group, place);
        }
        return;
    }
    if constexpr (Pass::part_bytes == word_bytes) {
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place = address_in_row<Pass, Element>(group, places, wanted, row);
            rows[row] = load_word<word_bytes, word_bytes>(group, place);
        }
    } else {
        // All places first, for words and for their parts.
        word_address<std::byte const> place[Pass::count];
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            place[row] = address_in_row<Pass, Element>(group, places, wanted, row);
        }
        move_words<word_bytes, Pass::part_bytes>(
            group, places.whole_words, [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
                HEDDLE_UNROLL
                for (unsigned row = 0; row < Pass::count; ++row) {
                    auto const word = load_whole_or_parts<word_bytes, Pass::part_bytes>(
                        group, {place[row].address, place[row].wanted && active}, whole);
                    if (active) rows[row] = word;
                }
            });
    }
}

//! A place under a predicate that always holds, as no address has ones alone above 4 GiB.
template <class Byte>
HEDDLE_INLINE word_address<Byte> under_predicate(word_address<Byte> const& place)
{
#if defined(__CUDA_ARCH__)
    auto const upper =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(place.address) >> 32);
    return {place.address, place.wanted && upper != 0xffffffffu};
#else
    return place;
#endif
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Pass, class Element, class Group, class Lanes>
HEDDLE_INLINE void store_rows(Group const& group, element_addresses<std::byte> const& places,
                              Lanes const& wanted, typename Pass::word const (&rows)[Pass::count])
{
    constexpr unsigned word_bytes = Pass::p.word_bytes;
    if constexpr (Pass::begin == 0) group.sync();
    if (places.consecutive) {
        constexpr plan p = Pass::p;
        unsigned const lane = lane_rank(group);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < Pass::count; ++row) {
            auto const place = address_in_consecutive_row<true>(p, Pass::begin, Pass::count, lane,
                                                                places.first, row);
            store_word<word_bytes, word_bytes>(group, place, rows[row]);
        }
        return;
    }
    HEDDLE_UNROLL
    for (unsigned row = 0; row < Pass::count; ++row) {
        auto place = address_in_row<Pass, Element>(group, places, wanted, row);
        if constexpr (Pass::count > max_free_rows) place = under_predicate(place);
        move_words<word_bytes, Pass::part_bytes>(
            group, places.whole_words, [&](bool whole, bool active) HEDDLE_INLINE_LAMBDA {
                store_whole_or_parts<word_bytes, Pass::part_bytes>(
                    group, {place.address, place.wanted && active}, rows[row], whole);
            });
    }
}

//! Consecutive elements whose rows have the word that two of them share for the second one: the first
//! takes it from there.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void take_shared_words(Group const& group, memory_word<WordBytes> (&words)[WordCount])
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    if constexpr (p.word_count < p.touched_words()) {
        static_assert(p.word_count + 1 == p.touched_words() && p.touched_words() <= WordCount);
        // Behind the last element: nothing, or what its tail is not in.
        constexpr bool ends_as_it_begins = p.lane_count * sizeof(Element) % WordBytes == 0;
        bool const has_next = ends_as_it_begins || lane_rank(group) + 1 < p.lane_count;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) {
            std::uint32_t const next = shuffle(group, words[0].part[i], lane_rank(group) + 1);
            words[p.word_count].part[i] = has_next ? next : 0;
        }
    }
}

}  // namespace heddle::detail
