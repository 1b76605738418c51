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
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <unsigned Unit>
HEDDLE_INLINE void copy_element_async(std::byte* shared, std::byte const* global, unsigned bytes)
{
    for (unsigned at = 0; at < bytes; at += Unit) copy_word_async<Unit>(shared + at, global + at);
}

template <unsigned Bytes>
HEDDLE_INLINE void copy_elements_async(std::byte* shared, std::byte const* column, lane_records const& records)
{
    std::byte const* const from = column + records.first * Bytes;
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (records.has(c)) copy_word_async<Bytes>(shared + records.place[c], from + 32 * c * Bytes);
    }
}

//! Begins to copy the elements of a piece, of which both sides are aligned to at least 4 bytes.
HEDDLE_INLINE void copy_piece(std::byte* shared, table_line const& piece, lane_records const& records)
{
    unsigned const unit = 1u << piece.unit;
    if (piece.bytes == 4) return detail::copy_elements_async<4>(shared, piece.address, records);
    if (piece.bytes == 8 && unit == 8) return detail::copy_elements_async<8>(shared, piece.address, records);
    if (piece.bytes == 16 && unit == 16) return detail::copy_elements_async<16>(shared, piece.address, records);
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c)) continue;
        std::byte* const to = shared + records.place[c];
        std::byte const* const from = piece.address + (records.first + 32 * c) * piece.stride;
        unit == 4 ? detail::copy_element_async<4>(to, from, piece.bytes)
                  : detail::copy_element_async<8>(to, from, piece.bytes);
    }
}

//! The pieces of small elements that a lane has in registers at the same time.
inline constexpr unsigned small_in_flight = 4;

template <class Word>
HEDDLE_INLINE void read_small(std::uint32_t (&values)[records_in_flight], std::byte const* column,
                              lane_records const& records)
{
    std::byte const* const from = column + records.first * sizeof(Word);
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (records.has(c)) values[c] = detail::read_as<Word>(from + 32 * c * sizeof(Word));
    }
}

//! Copies the elements of `count` pieces of 1 or 2 bytes.
//! Requires: count <= small_in_flight
HEDDLE_INLINE void copy_small(std::byte* shared, table_line const* pieces, std::uint32_t count,
                              lane_records const& records)
{
    std::uint32_t values[small_in_flight][records_in_flight];
    HEDDLE_UNROLL
    for (unsigned p = 0; p < small_in_flight; ++p) {
        if (p >= count) break;
        pieces[p].bytes == 1 ? detail::read_small<std::uint8_t>(values[p], pieces[p].address, records)
                             : detail::read_small<std::uint16_t>(values[p], pieces[p].address, records);
    }
    HEDDLE_UNROLL
    for (unsigned p = 0; p < small_in_flight; ++p) {
        if (p >= count) break;
        HEDDLE_UNROLL
        for (unsigned c = 0; c < records_in_flight; ++c) {
            if (!records.has(c)) continue;
            std::byte* const to = shared + records.place[c] + pieces[p].offset;
            if (pieces[p].bytes == 1) {
                detail::write_as(to, static_cast<std::uint8_t>(values[p][c]));
            } else {
                detail::write_as(to, static_cast<std::uint16_t>(values[p][c]));
            }
        }
    }
}

//! Reads `bytes` bytes (1, 2, 4 or 8) from a place that is aligned to 2^unit bytes.
HEDDLE_INLINE register_words read_bytes(std::byte const* from, std::uint32_t bytes, unsigned unit)
{
    register_words words{};
    if (1u << unit >= bytes) {
        if (bytes == 1) {
            words.word[0] = detail::read_as<std::uint8_t>(from);
        } else if (bytes == 2) {
            words.word[0] = detail::read_as<std::uint16_t>(from);
        } else if (bytes == 4) {
            words.word[0] = detail::read_as<std::uint32_t>(from);
        } else {
            auto const word = detail::read_as<memory_word<8>>(from);
            words.word[0] = word.part[0];
            words.word[1] = word.part[1];
        }
        return words;
    }
    HEDDLE_UNROLL
    for (unsigned b = 0; b < 8; ++b) {
        if (b < bytes) words.word[b / 4] |= std::uint32_t{detail::read_as<std::uint8_t>(from + b)} << 8 * (b % 4);
    }
    return words;
}

//! Copies the elements of any piece, or writes zeros.
HEDDLE_INLINE void copy_special(std::byte* shared, table_line const& piece, lane_records const& records)
{
    register_words values[records_in_flight] = {};
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c) || piece.address == nullptr) continue;
        values[c] =
            detail::read_bytes(piece.address + (records.first + 32 * c) * piece.stride, piece.bytes, piece.unit);
    }
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c)) continue;
        if (piece.form == piece_form::reversed) values[c] = detail::reversed_bytes(values[c], piece.bytes);
        detail::write_bytes(shared + records.place[c] + piece.offset, values[c], piece.bytes, piece.row_unit);
    }
}

//! Copies all pieces of a slice. Asynchronous copies begin first, and may not be complete at the end.
template <class Block, class Table>
HEDDLE_INLINE void copy_columns(Block const& block, std::byte* shared, Table const& table, record_slice const& slice,
                                std::uint64_t begin, std::uint32_t rows)
{
    table_line const* const lines = table.lines + slice.first_line;
    detail::for_each_item(block, table, slice, slice.copies.count, begin, rows,
                          [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
                              table_line const& piece = lines[slice.copies.first + item];
                              detail::copy_piece(shared + piece.offset, piece, records);
                          });
    std::uint32_t const batches = (slice.small.count + small_in_flight - 1) / small_in_flight;
    detail::for_each_item(block, table, slice, batches, begin, rows,
                          [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
                              std::uint32_t const first = item * small_in_flight, left = slice.small.count - first;
                              detail::copy_small(shared, lines + slice.small.first + first,
                                                 left < small_in_flight ? left : small_in_flight, records);
                          });
    detail::for_each_item(block, table, slice, slice.special.count, begin, rows,
                          [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
                              detail::copy_special(shared, lines[slice.special.first + item], records);
                          });
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
