// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores elements of unaligned sizes in rows that write no sector twice: dense_rows if the elements are consecutive,
// otherwise sector_rows.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/ends.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/unaligned_rows.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/transpose.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Moves an element within `words` from byte 0 to byte `start`. Fills the bytes before the element with the end of the
//! previous lane's element; lane 0 gets the end of the last lane's element.
//! Requires: sizeof(Element) >= WordBytes
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void move_start_after_neighbor(Group const& group, memory_word<WordBytes> (&words)[WordCount],
                                             unsigned start)
{
    constexpr unsigned parts = WordBytes / 4;
    constexpr unsigned end = static_cast<unsigned>(sizeof(Element)) - WordBytes;
    static_assert(sizeof(Element) >= WordBytes && sizeof(Element) <= WordCount * WordBytes);
    std::uint32_t bits[(WordCount + 1) * parts];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < parts; ++i) {
        unsigned const last = end / 4 + i;
        std::uint32_t const high = last + 1 < WordCount * parts ? detail::part_of(words, last + 1) : 0;
        std::uint32_t const own_end = detail::shift_right(detail::part_of(words, last), high, end % 4 * 8);
        bits[i] = detail::word_of_lane(group, own_end, detail::lane_rank(group) - 1);
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) bits[parts + i] = detail::part_of(words, i);
    detail::move_bytes<direction::up>(bits, start);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) detail::part_of(words, i) = bits[parts + i];
}

//! Stores consecutive elements.
template <>
struct mover<route::dense_rows> {
    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void store(Access& access, memory_word<WordBytes> const (&words)[WordCount]);
};

//! Stores the valid lanes' elements one after the other: all lanes store parts of the same element. Of elements with
//! gaps, a row has parts of several ones.
template <>
struct mover<route::sector_rows> {
    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void store(Access& access, memory_word<WordBytes> const (&words)[WordCount]);
};

template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void mover<route::dense_rows>::store(Access& access, memory_word<WordBytes> const (&words)[WordCount])
{
    using element = typename Access::element_type;
    constexpr dense_rows dense(Access::p);
    using word = memory_word<dense.word_bytes>;
    constexpr unsigned touched = touched_words(sizeof(element), alignof(element), dense.word_bytes);
    auto const& group = access.group;
    std::byte* const base = access.places().first;
    word moved[touched];
    detail::copy_words(moved, words);
    detail::move_start_after_neighbor<element>(group, moved, offset_in_word(access.own, dense.word_bytes));
    group.sync();
    detail::store_ends<element>(group, access.own, detail::range_of<element>(base, dense.lane_count), true, moved);

    constexpr network net(dense.word_count, dense.lane_count);
    unsigned const lane = detail::lane_rank(group);
    unsigned const start = offset_in_word(base, dense.word_bytes);

    // The code below stores all words that the group owns, except a first word that begins before the group.
    word given[dense.word_count];
    detail::copy_words(given, moved);
    detail::rotate_words<direction::down, dense.rotation_bound()>(given, dense.element_rotation(lane, start));

    unsigned const first_owner = dense.scaled_owner(dense.first_step_word(lane), start);
    word taken[dense.word_count];
    HEDDLE_UNROLL
    for (unsigned s = 0; s < dense.word_count; ++s) {
        unsigned const owner = dense.scaled_owner_of_step(s, first_owner);
        taken[s] = detail::word_of_lane(group, given[s], owner >> dense_rows::reciprocal_bits);
    }
    detail::rotate_words<direction::down, net.row_rotation_bound()>(taken, net.row_rotation(lane));

    std::byte* const first = base - start + lane * dense.word_bytes;
    HEDDLE_UNROLL
    for (unsigned j = 0; j < dense.word_count; ++j) {
        unsigned const row = net.order(j);
        if (row >= dense.row_count()) continue;
        unsigned const q = row * dense.lane_count + lane;
        bool is_valid = row > 0 || lane > 0 || start == 0;
        if ((row + 1) * dense.lane_count > dense.least_words) {
            is_valid = is_valid && q < dense.first_word(dense.lane_count, start);
        }
        detail::store_word<dense.word_bytes>(group, {first + row * dense.lane_count * dense.word_bytes, is_valid},
                                             taken[j]);
    }
    group.sync();
}

//! Stores the transposed words of a group's elements in rows of parts of PartBytes bytes.
//! Requires: the elements of all valid lanes are aligned to PartBytes
template <unsigned PartBytes, class Access, unsigned WordCount>
HEDDLE_INLINE void store_rows_of_parts(Access& access, std::uint32_t const (&transposed)[WordCount])
{
    using element = typename Access::element_type;
    using part = integer_of<PartBytes>;
    constexpr part_rows layout(Access::p, PartBytes);
    static_assert(WordCount == layout.word_count());
    auto const& group = access.group;
    HEDDLE_UNROLL
    for (unsigned row = 0; row < layout.row_count(); ++row) {
        unsigned const e = row * layout.lane_count + detail::lane_rank(group);
        unsigned const owner = detail::small_quotient(e, layout.row_count());
        unsigned const own_part = e - owner * layout.row_count();
        unsigned const q = layout.word_of(owner, own_part);
        unsigned const first = layout.first_register(row);
        unsigned const last = layout.last_register(row);
        std::uint32_t bits = transposed[first];
        if (PartBytes < 4) bits = detail::word_of_lane(group, bits, q);
        if (last != first) {
            std::uint32_t const others = detail::word_of_lane(group, transposed[last], q);
            if (q >= last * layout.lane_count) bits = others;
        }
        unsigned const at = own_part * PartBytes;
        std::byte* const first_byte = access.places().template of_lane<sizeof(element)>(group, owner);
        detail::group_store<part>(group, HEDDLE_BYTES_AFTER(first_byte, at), access.valid.any_lane(owner),
                                  [&]() HEDDLE_INLINE_LAMBDA { return static_cast<part>(bits >> (at & 3) * 8); });
    }
}

//! Stores the elements of the valid lanes, which have gaps, in rows of the largest parts to which all are aligned.
template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_part_rows(Access& access, memory_word<WordBytes> const (&words)[WordCount])
{
    using element = typename Access::element_type;
    constexpr unsigned word_count = (static_cast<unsigned>(sizeof(element)) + 3) / 4;
    static_assert(4 * word_count <= WordCount * WordBytes);
    auto const& group = access.group;
    auto const are_aligned = [&](unsigned bytes) HEDDLE_INLINE_LAMBDA {
        return group.all(!access.is_valid || detail::offset_in_word(access.own, bytes) == 0);
    };
    std::uint32_t transposed[word_count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < word_count; ++w) transposed[w] = detail::part_of(words, w);
    detail::elements_to_rows<select_pipes::two>(group, transposed);
    group.sync();
    bool is_stored = false;
    if constexpr (sizeof(element) % 4 == 0) {
        is_stored = are_aligned(4);
        if (is_stored) detail::store_rows_of_parts<4>(access, transposed);
    }
    if constexpr (alignof(element) == 1 && sizeof(element) % 2 == 0) {
        if (!is_stored) {
            is_stored = are_aligned(2);
            if (is_stored) detail::store_rows_of_parts<2>(access, transposed);
        }
    }
    if (!is_stored) detail::store_rows_of_parts<alignof(element)>(access, transposed);
    group.sync();
}

template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_sector_rows(Access& access, memory_word<WordBytes> const (&words)[WordCount])
{
    using element = typename Access::element_type;
    using part = integer_of<alignof(element)>;
    constexpr sector_rows layout(Access::p);
    auto const& group = access.group;
    constexpr int row_bytes = static_cast<int>(layout.row_bytes());
    static_assert(4 * layout.word_count() <= WordCount * WordBytes);
    std::uint32_t transposed[layout.word_count()];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < layout.word_count(); ++w) transposed[w] = detail::part_of(words, w);
    detail::elements_to_rows<select_pipes::two>(group, transposed);
    group.sync();

    HEDDLE_UNROLL
    for (unsigned owner = 0; owner < layout.lane_count; ++owner) {
        bool const owner_is_valid = access.valid.any_lane(owner);
        std::byte* const first_byte = access.places().template of_lane<sizeof(element)>(group, owner);
        // The offset of this lane's part of the first row from the beginning of the element. It may be negative.
        int const begin = static_cast<int>(detail::lane_rank(group) * layout.part_bytes) -
                          static_cast<int>(offset_in_word(first_byte, layout.row_bytes()));
        std::byte* const first_part = HEDDLE_BYTES_AFTER(first_byte, static_cast<std::uintptr_t>(begin));
        HEDDLE_UNROLL
        for (unsigned r = 0; r < layout.row_count(); ++r) {
            int const row = static_cast<int>(r);
            int const at = begin + row * row_bytes;
            // If row_bytes is a multiple of 4, this lane's word numbers in two rows differ by a constant.
            int const word = row_bytes % 4 == 0 ? (begin >> 2) + row * (row_bytes / 4) : at >> 2;
            int const q = static_cast<int>(owner * layout.word_count()) + word;
            unsigned const first = layout.first_register(owner, r);
            unsigned const last = layout.last_register(owner, r);
            std::uint32_t bits = detail::word_of_lane(group, transposed[first], static_cast<unsigned>(q));
            if (last != first) {
                std::uint32_t const others = detail::word_of_lane(group, transposed[last], static_cast<unsigned>(q));
                if (q >= static_cast<int>(last * layout.lane_count)) bits = others;
            }
            bool is_valid = owner_is_valid;
            if (layout.may_begin(r)) is_valid = is_valid && at >= 0;
            if (layout.may_end(r)) is_valid = is_valid && at < static_cast<int>(sizeof(element));
            std::byte* const address = HEDDLE_BYTES_AFTER(first_part, r * layout.row_bytes());
            detail::group_store<part>(group, address, is_valid,
                                      [&]() HEDDLE_INLINE_LAMBDA { return static_cast<part>(bits >> (at & 3) * 8); });
        }
    }
    group.sync();
}

template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void mover<route::sector_rows>::store(Access& access, memory_word<WordBytes> const (&words)[WordCount])
{
    if constexpr (Access::p.has_gaps) {
        detail::store_part_rows(access, words);
    } else {
        detail::store_sector_rows(access, words);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
