// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a block has in shared memory, and its threads in registers, to select from a tile.
#pragma once

#include "../../block/tile_stages.cuh"
#include "../../config.cuh"
#include "tile_sizes.hpp"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Of elements of up to so many bytes a tile has at least one.
inline constexpr std::size_t max_selected_bytes = 16 * 1024;

//! Elements that a thread keeps in registers at a time while a tile is compacted. Larger ones are not kept,
//! and do not take the place of others.
inline constexpr unsigned held_words = 8;
inline constexpr std::size_t max_held_bytes = 256;
HEDDLE_HOST_DEVICE constexpr unsigned held_elements(std::size_t element_bytes)
{
    auto const words = static_cast<unsigned>((element_bytes + 3) / 4);
    return words < held_words ? held_words / words : 1;
}

//! As many rows of elements, one for each lane of a warp, as fit in a tile; of large elements fewer than
//! a row.
//! HasOthers: elements that are not wanted go somewhere, too
template <class Element, bool HasOthers>
constexpr unsigned select_capacity()
{
    constexpr unsigned lanes = 32;
    constexpr std::size_t held =
        HasOthers ? select_tile_bytes : select_tile_bytes_alone(sizeof(Element));
    constexpr std::size_t most = sizeof(Element) <= max_held_bytes          ? held
                                 : sizeof(Element) <= select_tile_bytes / 2 ? select_tile_bytes / 2
                                                                            : sizeof(Element);
    constexpr auto fit = static_cast<unsigned>(most / sizeof(Element));
    return fit < lanes ? fit : fit / lanes * lanes;
}

//! What a block of up to select_threads has in shared memory to select from a tile. The results take the
//! place of the elements, from some bytes before them on; those that are not wanted, if they go
//! somewhere, have room of their own. Large elements have one room for both, beside them.
template <class Element, unsigned Capacity, bool HasOthers, unsigned WarpLanes = 32>
struct select_memory {
    using stages = tile_stages<Element, Capacity>;
    static constexpr unsigned capacity = Capacity;
    static constexpr unsigned rows = (Capacity + WarpLanes - 1) / WarpLanes;
    static constexpr unsigned max_rows =
        rows + held_elements(sizeof(Element)) * select_threads / 32;

    static constexpr bool in_place = sizeof(Element) <= max_held_bytes;

    alignas(line_bytes) std::byte results[(in_place ? 0 : stages::stage_bytes) + 2 * line_bytes];
    stages in;
    alignas(line_bytes) std::byte others[in_place && HasOthers ? stages::stage_bytes : 1];
    unsigned wanted[max_rows];  // a bit for each element of a row
    unsigned before[max_rows];  // how many are wanted in the rows before
    unsigned selected;          // in the tile
    std::uint64_t before_tile;
    std::size_t number;  // of the tile
};

}  // namespace heddle::detail
