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

//! Moves 4 bytes of a column, of which `count` from byte `first` on belong to the tile. The first one is byte `at` of the
//! element at `place`; the elements of consecutive records are `pitch` bytes apart.
template <conversion_way Way, bool Whole>
HEDDLE_INLINE void move_column_word(std::byte* column, std::byte* place, std::uint32_t at, std::uint32_t element_bytes,
                                    std::uint32_t pitch, std::uint32_t first, std::uint32_t count)
{
    constexpr bool splits = Way == conversion_way::rows_to_columns;
    auto const is_inside = [&](std::uint32_t b) { return Whole || b - first < count; };
    std::uint32_t word = 0;
    if constexpr (!splits && Whole) word = detail::read_as<std::uint32_t>(column);
    HEDDLE_UNROLL
    for (std::uint32_t b = 0; b < 4; ++b) {
        if (!is_inside(b)) continue;
        if constexpr (splits) {
            auto const byte = detail::read_as<std::uint8_t>(place + at);
            if constexpr (Whole) word |= std::uint32_t{byte} << 8 * b;
            if constexpr (!Whole) detail::write_as(column + b, byte);
        } else {
            auto const byte =
                Whole ? static_cast<std::uint8_t>(word >> 8 * b) : detail::read_as<std::uint8_t>(column + b);
            detail::write_as(place + at, byte);
        }
        if (++at == element_bytes) {
            at = 0;
            place += pitch;
        }
    }
    if constexpr (splits && Whole) detail::write_as(column, word);
}

//! Moves a run of any alignment, if elements are adjacent in the column, and slices are regular. Each thread moves 4
//! bytes, which may belong to several records, in one access of the column.
template <conversion_way Way, class Block>
HEDDLE_INLINE void move_adjacent_bytes(Block const& block, std::byte* shared, tile_places const& places,
                                       table_line const& run, std::uint64_t begin, std::uint32_t rows)
{
    std::byte* const first = run.address + begin * run.stride;
    auto const before = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(first) % 4);
    std::uint32_t const end = before + rows * run.stride;
    std::uint32_t const step = static_cast<std::uint32_t>(block.num_threads()) * 4;
    std::byte* const elements = shared + places[0] + run.offset;
    HEDDLE_UNROLL_4
    for (std::uint32_t k = static_cast<std::uint32_t>(block.thread_rank()) * 4; k < end; k += step) {
        std::uint32_t const skipped = k < before ? before : 0, byte = k + skipped - before;
        std::uint32_t const row = run.count == 1 ? byte >> run.unit : detail::quotient(byte >> run.unit, run.number);
        std::byte* const column = first - before + k;
        std::byte* const place = elements + row * places.pitch;
        if (skipped == 0 && k + 4 <= end) {
            detail::move_column_word<Way, true>(column, place, byte - row * run.stride, run.stride, places.pitch, 0, 4);
        } else {
            detail::move_column_word<Way, false>(column, place, byte - row * run.stride, run.stride, places.pitch,
                                                 skipped, (end - k < 4 ? end - k : 4) - skipped);
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
