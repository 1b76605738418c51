// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Columns to rows: elements are copied to their places in a tile of records in shared memory, asynchronously where both
// sides are aligned to 4 bytes, so that a warp waits once for all of them. Other elements pass through registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/row_windows.cuh>
#include <heddle/records/detail/runs.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Begins to copy the elements of a piece of Bytes bytes, whose sides are both aligned to Bytes.
template <unsigned Bytes>
struct whole_piece {
    template <class Existing>
    HEDDLE_INLINE static void run(Existing const& existing, lane_records const& records, std::byte* shared,
                                  table_line const& piece)
    {
        std::byte const* const from = piece.address + records.first * piece.stride;
        std::byte* const to = shared + piece.offset;
        std::uint32_t const stride = piece.stride;
        if (stride == Bytes) {
            HEDDLE_UNROLL
            for (unsigned c = 0; c < records_in_flight; ++c) {
                if (existing.has(c)) copy_word_async<Bytes>(to + records.place[c], from + 32 * c * Bytes);
            }
        } else {
            HEDDLE_UNROLL
            for (unsigned c = 0; c < records_in_flight; ++c) {
                if (existing.has(c)) {
                    copy_word_async<Bytes>(to + records.place[c], from + 32 * c * std::uint64_t{stride});
                }
            }
        }
    }
};

//! The pieces of small elements that a lane has in registers at the same time.
inline constexpr unsigned small_in_flight = 2;

//! Copies the elements of one or two pieces of 1 or 2 bytes, the Word's size.
template <class Word>
struct small_pieces {
    template <class Existing>
    HEDDLE_INLINE static void run(Existing const& existing, lane_records const& records, std::byte* shared,
                                  table_line const* pieces, bool is_pair)
    {
        Word values[small_in_flight][records_in_flight];
        HEDDLE_UNROLL
        for (unsigned p = 0; p < small_in_flight; ++p) {
            if (p > 0 && !is_pair) break;
            std::byte const* const from = pieces[p].address + records.first * sizeof(Word);
            HEDDLE_UNROLL
            for (unsigned c = 0; c < records_in_flight; ++c) {
                if (existing.has(c)) values[p][c] = detail::read_as<Word>(from + 32 * c * sizeof(Word));
            }
        }
        HEDDLE_UNROLL
        for (unsigned p = 0; p < small_in_flight; ++p) {
            if (p > 0 && !is_pair) break;
            std::byte* const to = shared + pieces[p].offset;
            HEDDLE_UNROLL
            for (unsigned c = 0; c < records_in_flight; ++c) {
                if (existing.has(c)) detail::write_as(to + records.place[c], values[p][c]);
            }
        }
    }
};

//! Writes Bytes bytes in units of Unit bytes.
template <unsigned Bytes, unsigned Unit>
HEDDLE_INLINE void write_units(std::byte* to, register_words const& words)
{
    using unit = typename moved_at_once<Unit>::type;
    if constexpr (Unit >= 4) {
        detail::write_words<Bytes, false>(to, words);
    } else {
        HEDDLE_UNROLL
        for (unsigned at = 0; at < Bytes; at += Unit) {
            detail::write_as(to + at, static_cast<unit>(words.word[at / 4] >> at % 4 * 8));
        }
    }
}

//! Copies elements of Bytes bytes from an aligned column to places that are aligned to Unit bytes.
template <unsigned Bytes, unsigned Unit, bool Reversed>
struct value_piece {
    template <class Existing>
    HEDDLE_INLINE static void run(Existing const& existing, lane_records const& records, std::byte* shared,
                                  table_line const& piece)
    {
        std::byte const* const from = piece.address + records.first * piece.stride;
        std::byte* const to = shared + piece.offset;
        std::uint64_t const step = 32 * std::uint64_t{piece.stride};
        register_words values[records_in_flight];
        HEDDLE_UNROLL
        for (unsigned c = 0; c < records_in_flight; ++c) {
            if (existing.has(c)) values[c] = detail::read_words<Bytes>(from + c * step);
        }
        HEDDLE_UNROLL
        for (unsigned c = 0; c < records_in_flight; ++c) {
            if (!existing.has(c)) continue;
            if constexpr (Reversed) values[c] = detail::reversed_bytes(values[c], Bytes);
            detail::write_units<Bytes, Unit>(to + records.place[c], values[c]);
        }
    }
};

template <unsigned Bytes, bool Reversed>
HEDDLE_INLINE void copy_values_of(std::byte* shared, table_line const& piece, lane_records const& records)
{
    if (piece.row_unit == 0) {
        detail::with_existing<value_piece<Bytes, 1, Reversed>>(records, shared, piece);
    } else if (piece.row_unit == 1 || Bytes == 2) {
        detail::with_existing<value_piece<Bytes, 2, Reversed>>(records, shared, piece);
    } else if constexpr (Bytes > 2) {
        detail::with_existing<value_piece<Bytes, 4, Reversed>>(records, shared, piece);
    }
}

//! Copies the elements of a piece from a column that is not aligned.
HEDDLE_INLINE void copy_any_values(std::byte* shared, table_line const& piece, lane_records const& records)
{
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c)) continue;
        register_words value{};
        std::byte const* const from = piece.address + (records.first + 32 * c) * piece.stride;
        HEDDLE_UNROLL
        for (unsigned b = 0; b < 8; ++b) {
            if (b >= piece.bytes) break;
            value.word[b / 4] |= std::uint32_t{detail::read_as<std::uint8_t>(from + b)} << 8 * (b % 4);
        }
        if (piece.form == piece_form::reversed_in_parts) value = detail::reversed_bytes(value, piece.bytes);
        detail::write_bytes(shared + records.place[c] + piece.offset, value, piece.bytes, piece.row_unit);
    }
}

//! Copies the elements of a piece through registers.
HEDDLE_INLINE void copy_through_registers(std::byte* shared, table_line const& piece, lane_records const& records)
{
    bool const is_reversed = piece.form == piece_form::reversed;
    if (piece.form == piece_form::in_parts || piece.form == piece_form::reversed_in_parts) {
        detail::copy_any_values(shared, piece, records);
    } else if (piece.bytes == 4) {
        is_reversed ? detail::copy_values_of<4, true>(shared, piece, records)
                    : detail::copy_values_of<4, false>(shared, piece, records);
    } else if (piece.bytes == 8) {
        is_reversed ? detail::copy_values_of<8, true>(shared, piece, records)
                    : detail::copy_values_of<8, false>(shared, piece, records);
    } else {
        is_reversed ? detail::copy_values_of<2, true>(shared, piece, records)
                    : detail::copy_values_of<2, false>(shared, piece, records);
    }
}

//! Copies the pieces of a range, whose elements are Words.
template <class Word, class Block, class Table>
HEDDLE_INLINE void copy_small(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                              line_range range, std::uint64_t begin, std::uint32_t rows)
{
    table_line const* const pieces = table.lines + slice.first_line + range.first;
    detail::for_each_item(block, table, slice, (range.count + 1u) / small_in_flight, begin, rows,
                          [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
                              std::uint32_t const first = item * small_in_flight;
                              detail::with_existing<small_pieces<Word>>(records, shared, pieces + first,
                                                                        first + 1 < range.count);
                          });
}

//! Copies all pieces of a slice. Asynchronous copies begin first, and may not be complete at the end.
template <class Block, class Table>
HEDDLE_INLINE void copy_columns(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                                std::uint64_t begin, std::uint32_t rows)
{
    table_line const* const lines = table.lines + slice.first_line;
    auto const copy = [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
        table_line const& piece = lines[slice.copies.first + item];
        if (piece.bytes == 4) {
            detail::with_existing<whole_piece<4>>(records, shared, piece);
        } else if (piece.bytes == 8) {
            detail::with_existing<whole_piece<8>>(records, shared, piece);
        } else {
            detail::with_existing<whole_piece<16>>(records, shared, piece);
        }
    };
    detail::for_each_item(block, table, slice, slice.copies.count, begin, rows, copy);
    detail::copy_small<std::uint8_t>(block, shared, table, slice, slice.bytes, begin, rows);
    detail::copy_small<std::uint16_t>(block, shared, table, slice, slice.pairs, begin, rows);
    detail::for_each_item(block, table, slice, slice.values.count, begin, rows,
                          [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
                              detail::copy_through_registers(shared, lines[slice.values.first + item], records);
                          });
}

//! Copies all pieces and validity bits of a slice, and sets its other bytes to 0 if it has_zeros. Asynchronous copies
//! may not be complete at the end.
template <class Block, class Table>
HEDDLE_INLINE void begin_rows(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                              std::uint64_t begin, std::uint32_t rows, std::uint64_t count)
{
    if (slice.has_zeros) {
        for (auto at = static_cast<std::uint32_t>(block.thread_rank()) * 16; at < rows * slice.pitch + 16;
             at += static_cast<std::uint32_t>(block.num_threads()) * 16) {
            detail::write_as(shared + at, memory_word<16>{});
        }
        block.sync();
    }
    detail::copy_columns(block, shared, table, slice, begin, rows);
    detail::move_masks<conversion_way::columns_to_rows>(block, shared, table, slice, begin, rows, count);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
