// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a block has in shared memory, and its threads in registers, to select from a tile.
#pragma once

#include "../../config.cuh"
#include "../../tile_stages.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

// Large tiles, so that there are few to look back at, in small blocks; twice the bytes, for a tile and
// for what of it is not wanted, are about what static shared memory has. Measured on an H200: 8 KiB
// 0.51 of a copy, 12: 0.58, 18: 0.66, 24: 0.68; 18 KiB for 256 threads 0.51. Where the rest goes nowhere, 30 KiB
// instead of 20 are 0.85, 0.96, 0.97, 1.02, 1.00, 1.04 and 1.13 times as fast for structs of 4, 8, 12, 16, 28, 64 and
// 128 bytes, and 36 instead of 30 are 0.95, 1.00, 0.99, 1.03 and 1.06 times for 16, 28, 64, 128 and 248; 64 or 256
// threads are not faster.
inline constexpr unsigned select_threads = 128;
inline constexpr std::size_t select_tile_bytes = 20 * 1024;
HEDDLE_HOST_DEVICE constexpr std::size_t select_tile_bytes_alone(std::size_t element_bytes)
{
    return element_bytes < 16 ? select_tile_bytes : element_bytes < 96 ? 30 * 1024 : 36 * 1024;
}

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
