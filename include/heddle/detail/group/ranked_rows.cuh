// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of the words of a group of ranks' elements, which lie anywhere: where they lie, and how they are stored.
#pragma once

#include "../../active_group.cuh"
#include "../../config.cuh"
#include "../../plan/active_plan.hpp"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "element_addresses.cuh"
#include "group.cuh"
#include "rows.cuh"
#include "words.cuh"

namespace heddle::detail {

//! Where the lanes' words of a group's rows lie, of elements of Count words in a pass. To be asked row by row.
//! Broadcasts: whether all lanes are told where an element lies, when its first row is asked for
template <unsigned Count, bool Broadcasts>
class ranked_rows_addresses {
public:
    //! own:      where word 0 of the group would lie, if all its words lay side by side with the lane's
    HEDDLE_INLINE explicit ranked_rows_addresses(std::byte* own) : own_{own, false} {}

    //! Where the lane's word of row 0 would lie, if all words lay side by side with the one it has of this row.
    HEDDLE_EXEC_CHECK_DISABLE
    template <unsigned WordBytes>
    HEDDLE_INLINE std::byte* column_of_row(active_groups<ranked_lanes> const& groups, unsigned row)
    {
        unsigned const rank = groups.thread_rank();
        unsigned const begin = row * ranked_lanes;
        if constexpr (!Broadcasts) {
            return own_.of_lane(groups, small_quotient(begin + rank, Count)) + rank * WordBytes;
        } else {
            // A row has words of one element or two, and the rows have the elements in order.
            unsigned const first = begin / Count;
            unsigned const last = (begin + ranked_lanes - 1) / Count;
            HEDDLE_UNROLL
            for (unsigned e = row == 0 ? 0 : (begin - 1) / Count + 1; e <= last; ++e) {
                columns_[e] = own_.of_lane(groups, e) + rank * WordBytes;
            }
            return rank < last * Count - begin ? columns_[first] : columns_[last];
        }
    }

private:
    element_addresses<std::byte> own_;
    std::byte* columns_[ranked_lanes];
};

//! first: of each lane, where its group's first element would lie if all lay side by side with its own
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned Begin = 0, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_ranked_rows(active_groups<ranked_lanes> const& groups, std::byte* first,
                                     memory_word<WordBytes> const (&words)[WordCount])
{
    constexpr plan p = plan_of_ranks(words_of<Element>());
    static_assert(p.word_count <= WordCount && p.word_bytes == WordBytes);
    constexpr unsigned left = p.word_count - Begin;
    constexpr unsigned count = left < p.pass_words ? left : p.pass_words;
    constexpr unsigned row_bytes = ranked_lanes * WordBytes;
    // Between two words of a row that are two elements': what other passes have of the first.
    constexpr unsigned skipped = (p.word_count - count) * WordBytes;
    memory_word<WordBytes> rows[count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < count; ++w) rows[w] = words[Begin + w];
    elements_to_rows<false>(groups, rows);
    if constexpr (Begin == 0) groups.sync();
    unsigned const rank = groups.thread_rank();
    if constexpr (p.straddles()) {
        element_addresses<std::byte> const addresses{first, false};
        HEDDLE_UNROLL
        for (unsigned row = 0; row < count; ++row) {
            unsigned const owner = small_quotient(row * ranked_lanes + rank, count);
            std::byte* const element = addresses.template of_lane<sizeof(Element)>(groups, owner);
            unsigned const w = Begin + row * ranked_lanes + rank - owner * count;
            store_word<WordBytes, WordBytes>(groups, address_of_word<Element>(element, w, true),
                                             rows[row]);
        }
    } else {
        ranked_rows_addresses<count, broadcasts_addresses(p)> addresses(first + rank * skipped);
        HEDDLE_UNROLL
        for (unsigned row = 0; row < count; ++row) {
            // Without what is known when compiled, which stays in the instruction that stores.
            std::byte* const column =
                opaque(addresses.template column_of_row<WordBytes>(groups, row));
            store_word<WordBytes, WordBytes>(
                groups, {column + row * row_bytes + Begin * WordBytes, true}, rows[row]);
        }
    }
    if constexpr (count != left) {
        store_ranked_rows<Element, Begin + count>(groups, first, words);
    }
}

}  // namespace heddle::detail
