// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles of records from which a selection by flags selects.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/records/detail/record_movers.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Selects whether the records whose flag is 0 are left out, or follow the selected ones.
enum class others { left_out, appended };

inline constexpr std::uint32_t max_flags_of_thread = max_listed_records / move_threads;

//! The tiles of a selection. Several blocks move the records of one tile if the records are large.
struct record_tiles {
    std::size_t record_count, tile_count;
    std::uint32_t flags_of_thread;
    std::uint32_t records;  //!< of a tile, at most move_threads * flags_of_thread
    std::uint32_t blocks;   //!< of a tile
    std::uint32_t units_of_block;

    //! Returns the number of records of a tile, which is less than `records` in the last tile only.
    HEDDLE_INLINE std::uint32_t size_of(std::size_t tile) const
    {
        std::size_t const left = record_count - tile * records;
        return left < records ? static_cast<std::uint32_t>(left) : records;
    }
};

//! Divides `count` records into tiles of about 32 KiB, with 256 to 1,024 records, or fewer records of many megabytes.
//! A block moves most_units units at once.
inline record_tiles tiles_of_records(std::size_t count, std::uint32_t record_bytes, std::uint32_t units,
                                     std::uint32_t most_units)
{
    constexpr std::uint32_t tile_bytes = 32 * 1024, moves_of_block = 4;
    record_tiles tiles{count, 0, max_flags_of_thread, max_listed_records, 1, 0};
    while (tiles.flags_of_thread > 1 && std::uint64_t{tiles.records} * record_bytes > tile_bytes) {
        tiles.flags_of_thread /= 2;
        tiles.records /= 2;
    }
    while (tiles.records > 1 && std::uint64_t{tiles.records} * units >> 31 != 0) tiles.records /= 2;
    tiles.tile_count = detail::divide_up(count, tiles.records);
    std::uint32_t const all = tiles.records * units;
    tiles.blocks = static_cast<std::uint32_t>(detail::divide_up(all, moves_of_block * most_units));
    tiles.units_of_block = static_cast<std::uint32_t>(detail::divide_up(all, tiles.blocks));
    return tiles;
}

//! Returns a bit for each of the `count` flags: 1 if the flag is not 0. `wanted` is the number of flags if the tile is
//! whole.
HEDDLE_INLINE std::uint32_t bits_of_flags(std::uint8_t const* flags, std::uint32_t count, std::uint32_t wanted)
{
    std::uint32_t bits = 0;
    if (count == wanted && wanted % 4 == 0 && reinterpret_cast<std::uintptr_t>(flags) % 4 == 0) {
        for (std::uint32_t k = 0; k < wanted; k += 4) {
            auto const four = detail::read_as<std::uint32_t>(flags + k);
            // Bit 7 of each byte is set if the byte is not 0; the product collects these bits.
            std::uint32_t const marks = (((four & 0x7f7f7f7fu) + 0x7f7f7f7fu) | four) >> 7 & 0x01010101u;
            bits |= (marks * 0x1020408u >> 24 & 0xfu) << k;
        }
        return bits;
    }
    for (std::uint32_t k = 0; k < count; ++k) bits |= static_cast<std::uint32_t>(flags[k] != 0) << k;
    return bits;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
