// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores a group's consecutive elements that straddle words as rows without gaps: a row that ended
// within a sector would have it written twice.
#pragma once

#include "../../config.cuh"
#include "../../plan/dense_rows.hpp"
#include "../../plan/network.hpp"
#include "../../plan/plan.hpp"
#include "../../shuffle.cuh"
#include "../../transpose.cuh"
#include "../standard_library.hpp"
#include "ends.cuh"
#include "group.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! Words of an element that starts at byte 0 and shall start at byte `start`. What the first has before
//! that is the end of the previous lane's element, before the first lane's that of the last.
//! Requires: sizeof(Element) >= WordBytes
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void move_start_after_neighbour(Group const& group,
                                              memory_word<WordBytes> (&words)[WordCount],
                                              unsigned start)
{
    constexpr unsigned parts = WordBytes / 4;
    constexpr unsigned end = static_cast<unsigned>(sizeof(Element)) - WordBytes;
    static_assert(sizeof(Element) >= WordBytes && sizeof(Element) <= WordCount * WordBytes);
    std::uint32_t bits[(WordCount + 1) * parts];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < parts; ++i) {
        unsigned const last = end / 4 + i;
        std::uint32_t const high = last + 1 < WordCount * parts ? part_of(words, last + 1) : 0;
        std::uint32_t const own_end = shift_right(part_of(words, last), high, end % 4 * 8);
        bits[i] = shuffle(group, own_end, lane_rank(group) - 1);
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) bits[parts + i] = part_of(words, i);
    move_bytes<true>(bits, start);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) part_of(words, i) = bits[parts + i];
}

//! Stores the elements of a group, the first of which begins at `base`, each lane's own at `own`. Their
//! words start with their first byte.
//! Group:  all lanes of the group, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_dense_rows(Group const& group, std::byte* base, std::byte* own,
                                    memory_word<WordBytes> const (&words)[WordCount])
{
    constexpr dense_rows dense(plan_of<Element, lane_count_v<Group>>());
    using word = memory_word<dense.word_bytes>;
    constexpr unsigned touched = touched_words(sizeof(Element), alignof(Element), dense.word_bytes);
    word moved[touched];
    copy_words(moved, words);
    move_start_after_neighbour<Element>(group, moved, offset_in_word(own, dense.word_bytes));
    group.sync();
    store_ends<Element>(group, own, range_of<Element>(base, dense.lane_count), true, moved);

    constexpr network net(dense.word_count, dense.lane_count);
    unsigned const lane = lane_rank(group);
    unsigned const start = offset_in_word(base, dense.word_bytes);

    // All words that end in the elements, but one that begins before them.
    word given[dense.word_count];
    copy_words(given, moved);
    rotate_words<false, dense.rotation_bound()>(given, dense.element_rotation(lane, start));

    unsigned const first_owner = dense.scaled_owner(dense.first_step_word(lane), start);
    word taken[dense.word_count];
    HEDDLE_UNROLL
    for (unsigned s = 0; s < dense.word_count; ++s) {
        unsigned const owner = dense.scaled_owner_of_step(s, first_owner);
        taken[s] = shuffle(group, given[s], owner >> dense_rows::reciprocal_bits);
    }
    rotate_words<false, net.row_rotation_bound()>(taken, net.row_rotation(lane));

    std::byte* const first = base - start + lane * dense.word_bytes;
    HEDDLE_UNROLL
    for (unsigned j = 0; j < dense.word_count; ++j) {
        unsigned const row = net.order(j);
        if (row >= dense.row_count()) continue;
        unsigned const q = row * dense.lane_count + lane;
        bool wanted = row > 0 || lane > 0 || start == 0;
        if ((row + 1) * dense.lane_count > dense.least_words) {
            wanted = wanted && q < dense.first_word(dense.lane_count, start);
        }
        store_word<dense.word_bytes, dense.word_bytes>(
            group, {first + row * dense.lane_count * dense.word_bytes, wanted}, taken[j]);
    }
}

}  // namespace heddle::detail
