// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves elements of any size between columns and a tile of records, in units of 1 to 16 bytes. Consecutive threads move
// consecutive units of the column. Also moves validity masks.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/tile_items.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <conversion_way Way, unsigned Unit>
HEDDLE_INLINE void move_unit(std::byte* shared, std::byte* global)
{
    using word = typename moved_at_once<Unit>::type;
    if constexpr (Way == conversion_way::rows_to_columns) {
        detail::write_as(global, detail::read_as<word>(shared));
    } else if constexpr (Unit >= 4) {
        copy_word_async<Unit>(shared, global);
    } else {
        detail::write_as(shared, detail::read_as<word>(global));
    }
}

//! Moves a run in units of Unit bytes. Consecutive threads move consecutive units.
template <conversion_way Way, unsigned Unit, class Block>
HEDDLE_INLINE void move_run_by(Block const& block, std::byte* shared, tile_places const& places, table_line const& run,
                               std::uint64_t begin, std::uint32_t rows)
{
    std::byte* const first = run.address + begin * run.stride;
    std::uint32_t const step = static_cast<std::uint32_t>(block.num_threads());
    HEDDLE_UNROLL_4
    for (std::uint32_t k = static_cast<std::uint32_t>(block.thread_rank()); k < rows * run.count; k += step) {
        std::uint32_t const row = run.count == 1 ? k : detail::quotient(k, run.number);
        std::uint32_t const at = (k - row * run.count) * Unit;
        detail::move_unit<Way, Unit>(shared + places[row] + run.offset + at,
                                     first + std::uint64_t{row} * run.stride + at);
    }
}

//! Moves a run of any alignment, if elements are adjacent in the column, and slices are regular. Each thread moves 4 bytes, which may
//! belong to several records, in one access of the column.
template <conversion_way Way, class Block>
HEDDLE_INLINE void move_adjacent_bytes(Block const& block, std::byte* shared, tile_places const& places,
                                       table_line const& run, std::uint64_t begin, std::uint32_t rows)
{
    constexpr bool splits = Way == conversion_way::rows_to_columns;
    std::byte* const first = run.address + begin * run.stride;
    auto const head = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(first) % 4);
    std::uint32_t const bytes = rows * run.stride, words = (head + bytes + 3) / 4;
    std::uint32_t const step = static_cast<std::uint32_t>(block.num_threads());
    HEDDLE_UNROLL_4
    for (std::uint32_t k = static_cast<std::uint32_t>(block.thread_rank()); k < words; k += step) {
        std::uint32_t const skipped = k == 0 ? head : 0;
        std::uint32_t const byte = 4 * k + skipped - head;
        bool const is_whole = skipped == 0 && byte + 4 <= bytes;
        std::byte* const global = first + byte - skipped;
        std::uint32_t word = 0;
        if constexpr (!splits) {
            if (is_whole) {
                word = detail::read_as<std::uint32_t>(global);
            } else {
                for (std::uint32_t b = skipped; b < 4 && byte + b - skipped < bytes; ++b) {
                    word |= std::uint32_t{detail::read_as<std::uint8_t>(global + b)} << 8 * b;
                }
            }
        }
        std::uint32_t const row = run.count == 1 ? byte >> run.unit : detail::quotient(byte >> run.unit, run.number);
        std::uint32_t at = byte - row * run.stride;
        std::byte* place = shared + places[row] + run.offset;
        HEDDLE_UNROLL
        for (std::uint32_t b = 0; b < 4; ++b) {
            if (b < skipped || byte + b - skipped >= bytes) continue;
            if constexpr (splits) {
                word |= std::uint32_t{detail::read_as<std::uint8_t>(place + at)} << 8 * b;
            } else {
                detail::write_as(place + at, static_cast<std::uint8_t>(word >> 8 * b));
            }
            if (++at == run.stride) {
                at = 0;
                place += places.pitch;
            }
        }
        if constexpr (splits) {
            if (is_whole) {
                detail::write_as(global, word);
            } else {
                for (std::uint32_t b = skipped; b < 4 && byte + b - skipped < bytes; ++b) {
                    detail::write_as(global + b, static_cast<std::uint8_t>(word >> 8 * b));
                }
            }
        }
    }
}

//! Moves all runs of a slice. The block's threads take the units of one run after the other.
template <conversion_way Way, class Block, class Table>
HEDDLE_INLINE void move_runs(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                             std::uint64_t begin, std::uint32_t rows)
{
    tile_places const places(table.memory, slice);
    table_line const* const lines = table.lines + slice.first_line;
    for (std::uint32_t k = slice.runs.first; k < std::uint32_t{slice.runs.first} + slice.runs.count; ++k) {
        table_line const& run = lines[k];
        if (run.unit < 2 && places.are_regular() && run.stride == std::uint32_t{run.count} << run.unit) {
            detail::move_adjacent_bytes<Way>(block, shared, places, run, begin, rows);
            continue;
        }
        switch (run.unit) {
            case 4:
                detail::move_run_by<Way, 16>(block, shared, places, run, begin, rows);
                break;
            case 3:
                detail::move_run_by<Way, 8>(block, shared, places, run, begin, rows);
                break;
            case 2:
                detail::move_run_by<Way, 4>(block, shared, places, run, begin, rows);
                break;
            case 1:
                detail::move_run_by<Way, 2>(block, shared, places, run, begin, rows);
                break;
            default:
                detail::move_run_by<Way, 1>(block, shared, places, run, begin, rows);
        }
    }
}

//! Writes 32 bits of a mask, of which bit 0 belongs to record `row`, or the bytes of them that hold bits of records.
HEDDLE_INLINE void write_mask_bits(std::byte* mask, std::uint64_t row, std::uint64_t count, std::uint32_t bits)
{
    std::byte* const to = mask + row / 8;
    if (reinterpret_cast<std::uintptr_t>(to) % 4 == 0 && row + 32 <= count) return detail::write_as(to, bits);
    for (unsigned b = 0; b < 4; ++b) {
        if (row + 8 * b < count) to[b] = static_cast<std::byte>(bits >> 8 * b & 0xff);
    }
}

HEDDLE_INLINE std::uint32_t read_mask_bits(std::byte const* mask, std::uint64_t row, std::uint64_t count)
{
    std::byte const* const from = mask + row / 8;
    if (reinterpret_cast<std::uintptr_t>(from) % 4 == 0 && row + 32 <= count) {
        return detail::read_as<std::uint32_t>(from);
    }
    std::uint32_t bits = 0;
    for (unsigned b = 0; b < 4; ++b) {
        if (row + 8 * b < count) bits |= static_cast<std::uint32_t>(from[b]) << 8 * b;
    }
    return bits;
}

//! Moves the validity bits between masks and the records' validity bytes. Each warp takes 32 records of one byte.
//! Group:    all threads of the block
template <conversion_way Way, class Block, class Table>
HEDDLE_INLINE void move_masks(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                              std::uint64_t begin, std::uint32_t rows, std::uint64_t count)
{
    table_line const* const lines = table.lines + slice.first_line;
    auto const warp = detail::warp_of(block);
    std::uint32_t const lane = static_cast<std::uint32_t>(block.thread_rank()) % 32;
    auto const visit = [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
        table_line const* const masks = lines + slice.masks.first + 8 * item;
        for (unsigned c = 0; c < records_in_flight; ++c) {
            std::uint64_t const first = records.first - lane + 32 * c;
            if (first >= begin + rows) break;
            std::byte* const validity = shared + records.place[c] + masks[0].offset;
            if constexpr (Way == conversion_way::rows_to_columns) {
                std::uint32_t const own = records.has(c) ? static_cast<std::uint32_t>(*validity) : 0;
                std::uint32_t kept = 0;
                for (unsigned f = 0; f < 8; ++f) {
                    std::uint32_t const bits = warp.ballot((own >> f & 1) != 0);
                    if (lane == f) kept = bits;
                }
                if (lane < 8 && masks[lane].address != nullptr) {
                    detail::write_mask_bits(masks[lane].address, first, count, kept);
                }
            } else {
                std::uint32_t bits = 0;
                if (lane < 8) {
                    table_line const& mask = masks[lane];
                    bits =
                        mask.address == nullptr ? 0u - mask.number : detail::read_mask_bits(mask.address, first, count);
                }
                std::uint32_t own = 0;
                for (unsigned f = 0; f < 8; ++f) own |= (warp.shfl(bits, f) >> lane & 1) << f;
                if (records.has(c)) *validity = static_cast<std::byte>(own);
            }
        }
    };
    detail::for_each_item(block, table, slice, slice.masks.count / 8u, begin, rows, visit);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
