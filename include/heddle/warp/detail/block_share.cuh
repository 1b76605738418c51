// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides the rows of an array among the blocks of a grid and the groups of a block.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/warp/detail/row_sums.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The rows of a group: consecutive rows, or one row in each turn of the block's groups. (CUB uses these words for the
//! elements of a thread.)
enum class row_arrangement { blocked, striped };

//! The elements of an array that one block takes, divided among its groups.
template <class Group, class Element, row_arrangement Arrangement>
struct block_share {
    static constexpr bool takes_turns = Arrangement == row_arrangement::striped;
    static constexpr unsigned row = row_elements<Group, Element>;

    std::size_t begin, end;    // the block's elements
    std::size_t rows_of_tile;  // rows of each group, rounded up
    unsigned tile_count;
    unsigned before;       // elements before the first row, taken by block 0
    unsigned used_blocks;  // only the first used_blocks blocks have elements

    HEDDLE_INLINE block_share(Element const* first, std::size_t count, unsigned block, unsigned block_count,
                              unsigned groups)
        : tile_count(groups), before(0)
    {
        std::size_t aligned = 0;
        if constexpr (is_read_in_packs<Element>) {
            auto const past = reinterpret_cast<std::uintptr_t>(first) % 16;
            aligned = (16 - past) % 16 / sizeof(Element);
            // An array shorter than a row is not read in packs.
            if (count < aligned + row) aligned = 0;
        }
        std::size_t const step = std::size_t{row} * groups;
        std::size_t const rows = (count - aligned + step - 1) / step;
        std::size_t const each = rows / block_count, more = rows % block_count;
        std::size_t const first_row = block * each + (block < more ? block : more);
        rows_of_tile = each + (block < more ? 1 : 0);
        begin = aligned + first_row * step;
        end = begin + rows_of_tile * step;
        if (begin > count) begin = count;
        if (end > count) end = count;
        if (block == 0) before = static_cast<unsigned>(aligned);
        used_blocks = rows < block_count ? static_cast<unsigned>(rows) : block_count;
    }

    //! Returns the distance in elements between the first rows of consecutive groups.
    HEDDLE_INLINE std::size_t tile_step() const { return takes_turns ? row : rows_of_tile * row; }

    //! Returns the number of groups that have elements. These are the block's first groups.
    HEDDLE_INLINE unsigned used_tiles() const
    {
        std::size_t const groups = (end - begin + tile_step() - 1) / tile_step();
        return groups < tile_count ? static_cast<unsigned>(groups) : tile_count;
    }

    HEDDLE_INLINE tile_rows<Element> rows(Element const* first, unsigned group) const
    {
        std::size_t const stride = takes_turns ? std::size_t{row} * tile_count : row;
        std::size_t const own = begin + group * tile_step();
        std::size_t const start = own < end ? own : end;
        std::size_t const limit = takes_turns || end < start + tile_step() ? end : start + tile_step();
        std::size_t const full = limit - start < row ? 0 : (limit - start - row) / stride + 1;
        std::size_t const after = start + full * stride;
        // Selects an offset, not a pointer: nvcc 13.0 rejects its own code for a choice between two pointers.
        return {first + start, stride, full, after < limit ? static_cast<unsigned>(limit - after) : 0,
                group == 0 ? before : 0};
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
