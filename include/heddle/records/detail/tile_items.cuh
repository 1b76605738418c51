// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Distributes the lines of a table over the warps of a block. The lanes of a warp have consecutive records.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The records of a lane, and their places in shared memory.
struct lane_records {
    std::uint64_t first;
    std::int32_t left;  // the number of records from the first one on
    bool are_complete;  // whether all lanes of the warp have all records
    std::uint32_t place[records_in_flight];

    HEDDLE_INLINE lane_records(tile_places const& places, std::uint64_t begin, std::uint32_t row, std::uint32_t rows)
        : first(begin + row),
          left(static_cast<std::int32_t>(rows - row)),
          are_complete(row / 32 * 32 + 32 * records_in_flight <= rows)
    {
        HEDDLE_UNROLL
        for (unsigned c = 0; c < records_in_flight; ++c) place[c] = places[row + 32 * c];
    }
    //! Whether record first + 32 c exists.
    HEDDLE_INLINE bool has(unsigned c) const { return static_cast<std::int32_t>(32 * c) < left; }
};

//! Stands for the records of a lane, all of which exist.
struct all_records {
    HEDDLE_INLINE bool has(unsigned) const { return true; }
};

//! Calls Move::run(existing, records, arguments...), where existing.has(c) tells whether record first + 32 c exists.
//! The usual case has no tests.
template <class Move, class... Arguments>
HEDDLE_INLINE void with_existing(lane_records const& records, Arguments const&... arguments)
{
    if (records.are_complete) {
        Move::run(all_records(), records, arguments...);
    } else {
        Move::run(records, records, arguments...);
    }
}

//! Calls visit(k, records) for each item k < count and the records of the tile. The warps of the block take turns.
template <class Block, class Table, class Visit>
HEDDLE_INLINE void for_each_item(Block const& block, Table const& table, record_slice const& slice, std::uint32_t count,
                                 std::uint64_t begin, std::uint32_t rows, Visit const& visit)
{
    if (count == 0) return;
    tile_places const places(table.memory, slice);
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    auto const warps = static_cast<std::uint32_t>(block.num_threads()) / 32;
    std::uint32_t item = thread / 32;
    for (std::uint32_t row = thread % 32; row - thread % 32 < rows; row += 32 * records_in_flight) {
        lane_records const records(places, begin, row, rows);
        for (; item < count; item += warps) visit(item, records);
        item -= count;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
