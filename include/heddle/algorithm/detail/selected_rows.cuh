// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The selected elements of a tile: one bit for each element, and, for each row, the number selected in earlier rows.
#pragma once

#include <heddle/algorithm/detail/select_memory.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/scan.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Calls visit(row, warps) for the first row of each chunk of a tile. A chunk has Held rows for each warp: warp w has
//! rows row + w, row + w + warps, and so on.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Held, class Block, class Warp, class Visit>
HEDDLE_INLINE void for_each_chunk(Block const& block, Warp const&, unsigned size, Visit const& visit)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const warps = static_cast<unsigned>(block.num_threads()) / lanes;
    for (unsigned row = 0; row * lanes < size; row += Held * warps) visit(row, warps);
}

//! Sets the bits of the selected elements of a tile, and clears the other bits.
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Warp, class Memory, class Tile, class IsSelected>
HEDDLE_INLINE void mark_rows(Block const& block, Warp const& warp, Memory& memory, Tile const& tile,
                             IsSelected const& is_selected)
{
    constexpr unsigned held = held_elements(sizeof(typename Memory::stages::element_type));
    unsigned const lane = detail::lane_rank(warp);
    detail::for_each_chunk<held>(block, warp, tile.size(), [&](unsigned first, unsigned warps) HEDDLE_INLINE_LAMBDA {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < held; ++i) {
            unsigned const row = first + i * warps + warp.meta_group_rank();
            unsigned const k = row * lane_count_v<Warp> + lane;
            unsigned const bits = warp.ballot(k < tile.size() && is_selected(k));
            // The lane that stores depends on the row, because with a fixed lane nvcc 13.0 generates two loops, one of
            // them for this lane, with slow ballots in both.
            if (lane == row % lane_count_v<Warp>) memory.selected_in_row[row] = bits;
        }
    });
    block.sync();
}

//! Computes the number of selected elements before each row. Returns the number of selected elements in the tile.
//! Group: all lanes of the first warp
template <class Warp, class Memory>
HEDDLE_INLINE unsigned count_rows(Warp const& warp, Memory& memory, unsigned size)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = detail::lane_rank(warp);
    unsigned const rows = (size + lanes - 1) / lanes;
    unsigned total = 0;
    for (unsigned first = 0; first < rows; first += lanes) {
        unsigned const row = first + lane;
        unsigned const own = row < rows ? detail::count_of_lanes(memory.selected_in_row[row]) : 0;
        unsigned const sum = heddle::inclusive_scan(warp, own, plus{});
        if (row < rows) memory.before[row] = total + sum - own;
        total += heddle::shuffle(warp, sum, lanes - 1);
    }
    return total;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
