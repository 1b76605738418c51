// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared memory and registers that a block uses to select from a tile.
#pragma once

#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Maximum size of elements for selections, so that a tile has at least one element.
inline constexpr std::size_t max_selected_bytes = 16 * 1024;

//! While a tile is compacted in place, a thread keeps up to held_words words of elements in registers, or one larger
//! element. Tiles of elements above max_held_bytes are not compacted in place.
inline constexpr unsigned held_words = 8;
inline constexpr std::size_t max_held_bytes = 256;
HEDDLE_HOST_DEVICE constexpr unsigned held_elements(std::size_t element_bytes)
{
    auto const words = static_cast<unsigned>((element_bytes + 3) / 4);
    return words < held_words ? held_words / words : 1;
}

//! Whether a selection also stores the elements that it does not select.
enum class unselected { discarded, stored };

//! Returns the number of elements in a tile. If the tile has at least as many elements as a warp has lanes, the number
//! is a multiple of the number of lanes.
template <class Element, unselected Others>
constexpr unsigned select_capacity()
{
    constexpr unsigned lanes = 32;
    constexpr std::size_t held =
        Others == unselected::stored ? select_tile_bytes : select_tile_bytes_alone(sizeof(Element));
    constexpr std::size_t most = sizeof(Element) <= max_held_bytes          ? held
                                 : sizeof(Element) <= select_tile_bytes / 2 ? select_tile_bytes / 2
                                                                            : sizeof(Element);
    constexpr auto fit = static_cast<unsigned>(most / sizeof(Element));
    return fit < lanes ? fit : fit / lanes * lanes;
}

//! The shared memory of a block of up to select_threads threads. Selected elements are compacted in the memory of the
//! tile, beginning some bytes before the tile. The other elements, if they are stored, go to `others`. Elements larger
//! than max_held_bytes are not compacted in place: `results` holds both the selected and the other elements.
template <class Element, unsigned Capacity, unselected Others, unsigned WarpLanes = 32>
struct select_memory {
    using stages = tile_stages<Element, Capacity>;
    static constexpr unsigned capacity = Capacity;
    static constexpr unsigned rows = (Capacity + WarpLanes - 1) / WarpLanes;
    static constexpr unsigned max_rows = rows + held_elements(sizeof(Element)) * select_threads / 32;

    static constexpr bool in_place = sizeof(Element) <= max_held_bytes;
    static constexpr bool has_others = in_place && Others == unselected::stored;

    alignas(line_bytes) std::byte results[(in_place ? 0 : stages::stage_bytes) + 2 * line_bytes];
    stages in;
    alignas(line_bytes) std::byte others[has_others ? stages::stage_bytes : 1];
    unsigned selected_in_row[max_rows];  // one bit for each element of a row: 1 if it is selected
    unsigned before[max_rows];           // number of elements selected in earlier rows
    unsigned selected;                   // number of elements selected in the tile
    std::uint64_t before_tile;           // number of elements selected in all earlier tiles
    std::size_t number;                  // the tile's number
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
