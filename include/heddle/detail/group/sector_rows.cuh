// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements that straddle words, stored to anywhere: in rows of parts that end with sectors.
#pragma once

#include "../../config.cuh"
#include "../../plan/sector_rows.hpp"
#include "../../shuffle.cuh"
#include "../../transpose.cuh"
#include "../standard_library.hpp"
#include "element_addresses.cuh"
#include "group.cuh"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! Stores the wanted lanes' elements, whose words start with their first byte, one after the other.
//! Group:  all lanes of the group, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Lanes, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_sector_rows(Group const& group, Lanes const& wanted_lanes,
                                     element_addresses<std::byte> const& places,
                                     memory_word<WordBytes> const (&words)[WordCount])
{
    using part = integer_of<alignof(Element)>;
    constexpr sector_rows layout(plan_of<Element, lane_count_v<Group>>());
    constexpr int row_bytes = static_cast<int>(layout.row_bytes());
    static_assert(4 * layout.word_count() <= WordCount * WordBytes);
    std::uint32_t transposed[layout.word_count()];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < layout.word_count(); ++w) transposed[w] = part_of(words, w);
    elements_to_rows<true>(group, transposed);
    group.sync();

    HEDDLE_UNROLL
    for (unsigned owner = 0; owner < layout.lane_count; ++owner) {
        bool const is_wanted = wanted_lanes.any_lane(owner);
        std::byte* const element = places.of_lane<sizeof(Element)>(group, owner);
        // This lane's part of the first row, from where the element begins.
        int const begin = static_cast<int>(lane_rank(group) * layout.part_bytes) -
                          static_cast<int>(offset_in_word(element, layout.row_bytes()));
        std::byte* const first_part =
            HEDDLE_BYTES_AFTER(element, static_cast<std::uintptr_t>(begin));
        HEDDLE_UNROLL
        for (unsigned r = 0; r < layout.row_count(); ++r) {
            int const row = static_cast<int>(r);
            int const at = begin + row * row_bytes;
            // Two numbers of which only one is computed for each row.
            int const word = row_bytes % 4 == 0 ? (begin >> 2) + row * (row_bytes / 4) : at >> 2;
            int const q = static_cast<int>(owner * layout.word_count()) + word;
            unsigned const first = layout.first_register(owner, r);
            unsigned const last = layout.last_register(owner, r);
            std::uint32_t bits = shuffle(group, transposed[first], static_cast<unsigned>(q));
            if (last != first) {
                std::uint32_t const others =
                    shuffle(group, transposed[last], static_cast<unsigned>(q));
                if (q >= static_cast<int>(last * layout.lane_count)) bits = others;
            }
            bool wanted = is_wanted;
            if (layout.may_begin(r)) wanted = wanted && at >= 0;
            if (layout.may_end(r)) wanted = wanted && at < static_cast<int>(sizeof(Element));
            std::byte* const address = HEDDLE_BYTES_AFTER(first_part, r * layout.row_bytes());
            announce_access<true>(group, address, layout.part_bytes, wanted);
            if (wanted) {
                write_as(assume_global(address), static_cast<part>(bits >> (at & 3) * 8));
            }
        }
    }
}

}  // namespace heddle::detail
