// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: rows of bytes, or of halves of words, for stores of small elements that straddle words and
// lie anywhere: each row writes the sectors it touches once.
#pragma once

#include "config.cuh"
#include "element_places.cuh"
#include "plan.hpp"
#include "rows.cuh"
#include "shuffle.cuh"
#include "tile.cuh"
#include "transpose.cuh"
#include "word_access.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Stores the wanted lanes' elements, whose words start with their first byte.
//! Group:  all lanes of the tile, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_unit_rows(Tile const& tile, element_places<std::byte> const& places,
                                   memory_word<WordBytes> const (&words)[WordCount])
{
    using unit = integer_of<alignof(Element)>;
    constexpr unsigned unit_bytes = sizeof(unit);
    constexpr unsigned count = sizeof(Element) / unit_bytes;
    std::uint32_t rows[count];
    HEDDLE_UNROLL
    for (unsigned u = 0; u < count; ++u) {
        unsigned const at = u * unit_bytes;
        rows[u] = words[at / WordBytes].part[at % WordBytes / 4] >> (at % 4 * 8);
    }
    elements_to_rows(tile, rows);

    HEDDLE_UNROLL
    for (unsigned row = 0; row < count; ++row) {
        unsigned const e = row * lane_count_v<Tile> + tile.thread_rank();
        unsigned const owner = divided_by<count>(e);
        std::int32_t const offset = shuffle(tile, places.offset, owner);
        std::byte* const address =
            places.base + std::int64_t{offset} * places.unit + (e - owner * count) * unit_bytes;
        bool const wanted = offset != places.unwanted;
        announce_access<true>(tile, address, unit_bytes, wanted);
        if (wanted) {
            *assume_global(reinterpret_cast<unit*>(address)) = static_cast<unit>(rows[row]);
        }
    }
}

}  // namespace heddle::detail
