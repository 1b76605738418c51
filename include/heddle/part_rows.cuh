// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: rows of bytes, or of halves of words, for stores of elements that straddle words and lie
// anywhere: no part of a sector is written by an instruction of its own.
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

//! Stores the wanted lanes' elements, whose words start with their first byte. Words of 4 bytes are
//! transposed, and each row of them is written part by part: n parts that follow each other at a time.
//! Group:  all lanes of the tile, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Tile, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_part_rows(Tile const& tile, element_places<std::byte> const& places,
                                   memory_word<WordBytes> const (&words)[WordCount])
{
    using part = integer_of<alignof(Element)>;
    constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    constexpr unsigned lanes = lane_count_v<Tile>;
    constexpr unsigned parts_per_word = 4 / sizeof(part);
    constexpr unsigned count = (bytes + 3) / 4;
    std::uint32_t rows[count];
    HEDDLE_UNROLL
    for (unsigned w = 0; w < count; ++w) rows[w] = part_of(words, w);
    elements_to_rows<true>(tile, rows);

    HEDDLE_UNROLL
    for (unsigned row = 0; row < count; ++row) {
        HEDDLE_UNROLL
        for (unsigned k = 0; k < parts_per_word; ++k) {
            unsigned const number = k * lanes + lane_rank(tile);  // of the part in the row
            unsigned const source = number / parts_per_word;
            unsigned const at_in_word = number % parts_per_word * sizeof(part);
            unsigned const e = row * lanes + source;
            unsigned const owner = divided_by<count>(e);
            unsigned const at = (e - owner * count) * 4 + at_in_word;
            std::uint32_t const word = shuffle(tile, rows[row], source);
            std::int32_t const offset = shuffle(tile, places.offset, owner);
            std::byte* const address = places.at(offset) + at;
            bool const wanted = offset != places.unwanted && at < bytes;
            announce_access<true>(tile, address, sizeof(part), wanted);
            if (wanted) {
                *assume_global(reinterpret_cast<part*>(address)) =
                    static_cast<part>(word >> at_in_word * 8);
            }
        }
    }
}

}  // namespace heddle::detail
