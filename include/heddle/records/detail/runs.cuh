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

//! The threads of a block that move a run.
struct run_threads {
    std::uint32_t rank, count;
};

//! Moves a run in units of Unit bytes. Consecutive threads move consecutive units.
template <conversion_way Way, unsigned Unit>
HEDDLE_INLINE void move_run_by(std::byte* shared, tile_places const& places, table_line const& run, std::byte* column,
                               std::uint32_t rows, run_threads const& threads)
{
    HEDDLE_UNROLL_4
    for (std::uint32_t k = threads.rank; k < rows * run.count; k += threads.count) {
        std::uint32_t const row = run.count == 1 ? k : detail::quotient(k, run.number);
        std::uint32_t const at = (k - row * run.count) * Unit;
        detail::move_unit<Way, Unit>(shared + places[row] + at, column + std::uint64_t{row} * run.stride + at);
    }
}

//! A byte of a column whose elements are adjacent.
struct column_place {
    std::uint32_t row;   // the record to which the byte belongs
    std::int32_t after;  // the bytes of the record's element from this byte on

    //! Requires: `byte` is a multiple of the run's unit
    HEDDLE_INLINE column_place(table_line const& run, unsigned unit, std::uint32_t byte)
        : row(detail::quotient(byte / unit, run.number)),
          after(static_cast<std::int32_t>((row + 1) * run.stride - byte))
    {
    }
    //! Advances by `rows` elements and `bytes` bytes, which are fewer than those of an element.
    HEDDLE_INLINE void advance(std::uint32_t rows, std::int32_t bytes, std::int32_t stride)
    {
        row += rows;
        after -= bytes;
        if (after <= 0) {
            after += stride;
            ++row;
        }
    }
};

//! The words of a column that a thread reads before it distributes them.
inline constexpr unsigned column_words_in_flight = 4;

//! Moves a run whose elements are adjacent in the column in whole words of the column, each of which belongs to one or
//! two records. In records, they are moved in parts of Part bytes, the run's unit. IsRegular: the places are regular.
template <conversion_way Way, unsigned Part, bool IsRegular>
HEDDLE_INLINE void move_adjacent(std::byte* shared, tile_places const& places, table_line const& run, std::byte* column,
                                 std::uint32_t rows, run_threads const& threads)
{
    constexpr bool splits = Way == conversion_way::rows_to_columns;
    using part = typename moved_at_once<Part>::type;
    std::uint32_t const end = rows * run.stride;
    auto const most = static_cast<std::uint32_t>(0 - reinterpret_cast<std::uintptr_t>(column)) % 4;
    std::uint32_t const before = most < end ? most : end;
    std::uint32_t const words = (end - before) / 4;
    // The parts before the first whole word and behind the last one.
    if (std::uint32_t const k = threads.rank * Part; k < end - 4 * words) {
        std::uint32_t const byte = k < before ? k : k + 4 * words;
        column_place const place(run, Part, byte);
        detail::move_unit<Way, Part>(shared + places[place.row] + run.stride - place.after, column + byte);
    }
    column_place place(run, Part, before + 4 * threads.rank);
    std::uint32_t const row_step = detail::quotient(4 * threads.count / Part, run.number);
    auto const stride = static_cast<std::int32_t>(run.stride);
    auto const byte_step = static_cast<std::int32_t>(4 * threads.count) - static_cast<std::int32_t>(row_step) * stride;
    std::uint32_t const regular_gap = places.pitch - run.stride;
    std::byte* from = column + before + 4 * threads.rank;
    HEDDLE_DO_NOT_UNROLL
    for (std::uint32_t k = threads.rank; k < words; k += column_words_in_flight * threads.count) {
        std::uint32_t moved[column_words_in_flight] = {};
        HEDDLE_UNROLL
        for (unsigned c = 0; c < column_words_in_flight && !splits; ++c) {
            if (k + c * threads.count < words) moved[c] = detail::read_as<std::uint32_t>(from + 4 * c * threads.count);
        }
        HEDDLE_UNROLL
        for (unsigned c = 0; c < column_words_in_flight; ++c) {
            if (k + c * threads.count >= words) break;
            std::uint32_t const here = IsRegular ? place.row * places.pitch + places[0] : places[place.row];
            std::uint32_t const gap = IsRegular ? regular_gap : places[place.row + 1] - here - run.stride;
            std::byte* to = shared + here + stride - place.after;
            HEDDLE_UNROLL
            for (std::uint32_t b = 0; b < 4; b += Part) {
                if (b > 0 && static_cast<std::int32_t>(b) == place.after) to += gap;
                if constexpr (splits) {
                    moved[c] |= std::uint32_t{detail::read_as<part>(to + b)} << 8 * b;
                } else {
                    detail::write_as(to + b, static_cast<part>(moved[c] >> 8 * b));
                }
            }
            if (splits) detail::write_as(from + 4 * c * threads.count, moved[c]);
            place.advance(row_step, byte_step, stride);
        }
        from += 4 * column_words_in_flight * threads.count;
    }
}

//! Moves a run in units of its alignment, or in words of the column.
template <conversion_way Way, unsigned Unit>
HEDDLE_INLINE void move_small_run(std::byte* shared, tile_places const& places, table_line const& run,
                                  std::byte* column, std::uint32_t rows, run_threads const& threads)
{
    if (run.stride != run.count * Unit) {
        detail::move_run_by<Way, Unit>(shared, places, run, column, rows, threads);
    } else if (places.are_regular()) {
        detail::move_adjacent<Way, Unit, true>(shared, places, run, column, rows, threads);
    } else {
        detail::move_adjacent<Way, Unit, false>(shared, places, run, column, rows, threads);
    }
}

//! Moves all runs of a slice. If there are many, each warp takes one after the other, otherwise the whole block does.
template <conversion_way Way, class Block, class Table>
HEDDLE_INLINE void move_runs(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                             std::uint64_t begin, std::uint32_t rows)
{
    std::uint32_t const count = slice.runs.count;
    if (count == 0) return;
    tile_places const places(table.memory, slice);
    table_line const* const lines = table.lines + slice.first_line + slice.runs.first;
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    auto const all = static_cast<std::uint32_t>(block.num_threads());
    run_threads threads{thread, all};
    if (count >= all / 16) threads = {thread % 32, 32};
    for (std::uint32_t item = thread / threads.count; item < count; item += all / threads.count) {
        table_line const& run = lines[item];
        std::byte* const place = shared + run.offset;
        std::byte* const column = run.address + begin * run.stride;
        if (run.unit == 0) {
            detail::move_small_run<Way, 1>(place, places, run, column, rows, threads);
        } else if (run.unit == 1) {
            detail::move_small_run<Way, 2>(place, places, run, column, rows, threads);
        } else if (run.unit == 2) {
            detail::move_run_by<Way, 4>(place, places, run, column, rows, threads);
        } else if (run.unit == 3) {
            detail::move_run_by<Way, 8>(place, places, run, column, rows, threads);
        } else {
            detail::move_run_by<Way, 16>(place, places, run, column, rows, threads);
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
