// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves rows that have strings, so that each row has a size of its own. The fixed parts of the rows pass through shared
// memory as other records do. The characters are copied directly.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/detail/row_pieces.cuh>
#include <heddle/records/detail/row_windows.cuh>
#include <heddle/records/detail/runs.cuh>
#include <heddle/records/detail/string_copies.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A column of strings.
struct string_line {
    std::uint32_t* offsets;  // of the strings in the characters, and of the end
    std::byte* characters;
    std::byte* mask;       // null if all strings are valid
    std::uint32_t place;   // the offset in the row of the string's offset, which its length follows
    std::uint32_t column;  // the number of its validity bit
};

//! Where the rows of a call lie. The offsets and sizes of rows are multiples of 8.
struct string_rows {
    std::byte* rows;
    std::uint32_t const* offsets;  // of the rows, and of the end
    string_line const* strings;    // in global memory
    std::uint32_t string_count;
    std::uint32_t validity;    // the offset of the validity bytes in a row
    std::uint32_t characters;  // the offset of the first character in a row
    std::uint32_t fixed_end;   // the end of the row's fixed part, a multiple of 8
};

//! A string of a column.
struct string_range {
    std::uint32_t first, end, bytes;  // a string without a value has no bytes
};

HEDDLE_INLINE string_range string_at(string_line const& line, std::uint64_t row)
{
    std::uint32_t const first = line.offsets[row], end = line.offsets[row + 1];
    bool const is_valid = line.mask == nullptr || (static_cast<std::uint32_t>(line.mask[row / 8]) >> row % 8 & 1) != 0;
    return {first, end, is_valid ? end - first : 0};
}

//! Sets sizes[row] to the number of bytes of a row. The size of row `count` is 0, for an exclusive sum.
template <class Offset>
HEDDLE_INLINE void write_row_size(string_rows const& table, std::uint64_t row, std::uint64_t count, Offset* sizes)
{
    Offset size = 0;
    if (row < count) {
        size = table.characters;
        for (std::uint32_t s = 0; s < table.string_count; ++s) size += detail::string_at(table.strings[s], row).bytes;
    }
    sizes[row] = (size + 7) / 8 * 8;
}

//! Calls move(offset in shared memory, global address) for each 8-byte word of the slices of a tile of rows.
template <class Block, class Move>
HEDDLE_INLINE void for_each_row_word(Block const& block, string_rows const& table, record_slice const& slice,
                                     std::uint64_t begin, std::uint32_t rows, Move const& move)
{
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    std::uint32_t const words = slice.width / 8;
    std::uint32_t const row_step = threads / words, word_step = threads % words;
    std::uint32_t row = thread / words, word = thread % words;
    HEDDLE_UNROLL_4
    while (row < rows) {
        move(row * slice.pitch + word * 8, table.rows + slice.begin + table.offsets[begin + row] + word * 8);
        row += row_step;
        word += word_step;
        if (word >= words) {
            word -= words;
            ++row;
        }
    }
}

//! Calls visit(row, place of the slice) for each row of the tile. A thread has a row.
template <class Block, class Visit>
HEDDLE_INLINE void for_each_row(Block const& block, std::byte* shared, record_slice const& slice, std::uint32_t rows,
                                Visit const& visit)
{
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    for (auto r = static_cast<std::uint32_t>(block.thread_rank()); r < rows; r += threads) {
        visit(r, shared + r * slice.pitch);
    }
}

//! Writes a 4-byte number at a place of the row, if this place lies in the slice.
HEDDLE_INLINE void write_in_slice(std::byte* row, record_slice const& slice, std::uint32_t place, std::uint32_t number)
{
    std::uint32_t const at = place - static_cast<std::uint32_t>(slice.begin);
    if (at < slice.width) detail::write_as(row + at, number);
}

//! Writes the offsets and lengths of the strings to the slices in shared memory.
template <class Block>
HEDDLE_INLINE void write_string_places(Block const& block, std::byte* shared, string_rows const& table,
                                       record_slice const& slice, std::uint64_t begin, std::uint32_t rows)
{
    detail::for_each_row(block, shared, slice, rows, [&](std::uint32_t r, std::byte* row) HEDDLE_INLINE_LAMBDA {
        std::uint32_t at = table.characters;
        for (std::uint32_t s = 0; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            std::uint32_t const bytes = detail::string_at(line, begin + r).bytes;
            detail::write_in_slice(row, slice, line.place, at);
            detail::write_in_slice(row, slice, line.place + 4, bytes);
            at += bytes;
        }
    });
}

//! Sets the lengths of strings without a value to 0 in the slices in shared memory. Validity bytes that lie in another
//! slice, or in none, are read from global memory.
template <class Block>
HEDDLE_INLINE void clear_null_lengths(Block const& block, std::byte* shared, string_rows const& table,
                                      record_slice const& slice, std::uint64_t begin, std::uint32_t rows)
{
    detail::for_each_row(block, shared, slice, rows, [&](std::uint32_t r, std::byte* row) HEDDLE_INLINE_LAMBDA {
        for (std::uint32_t s = 0; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            std::uint32_t const place = table.validity + line.column / 8;
            std::uint32_t const at = place - static_cast<std::uint32_t>(slice.begin);
            auto const byte =
                static_cast<std::uint32_t>(at < slice.width ? row[at] : table.rows[table.offsets[begin + r] + place]);
            if ((byte >> line.column % 8 & 1) == 0) detail::write_in_slice(row, slice, line.place + 4, 0);
        }
    });
}

//! Calls visit(row, exists, part, parts) for the rows [begin, begin + rows), in which the lanes of a warp have
//! consecutive rows. Lanes without a row have the last one. If there are fewer groups of 32 rows than warps, `parts` warps
//! share the columns of each group.
template <class Block, class Visit>
HEDDLE_INLINE void for_each_warp_of_rows(Block const& block, std::uint64_t begin, std::uint32_t rows,
                                         Visit const& visit)
{
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    std::uint32_t const warps = static_cast<std::uint32_t>(block.num_threads()) / 32, groups = (rows + 31) / 32;
    std::uint32_t const parts = groups < warps ? warps / groups : 1;
    HEDDLE_DO_NOT_UNROLL
    for (std::uint32_t item = thread / 32; item < groups * parts; item += warps) {
        std::uint32_t const group = item / parts, r = 32 * group + thread % 32;
        visit(begin + (r < rows ? r : rows - 1), r < rows, item - group * parts, parts);
    }
}

//! Copies the characters of a tile of rows to the rows, and pads the rows.
template <class Block>
HEDDLE_INLINE void characters_to_rows(Block const& block, string_rows const& table, std::uint64_t begin,
                                      std::uint32_t rows)
{
    auto const warp = detail::warp_of(block);
    auto const copy = [&](std::uint64_t row, bool exists, std::uint32_t part,
                          std::uint32_t parts) HEDDLE_INLINE_LAMBDA {
        // A lane without a row has a multiple of 8 here, so it pads nothing.
        std::uint32_t to = exists ? table.offsets[row] + table.characters : 0;
        for (std::uint32_t s = 0, next = part; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            string_range const string = detail::string_at(line, row);
            std::uint32_t const bytes = exists ? string.bytes : 0;
            if (s == next) {
                next += parts;
                std::uint32_t const first = warp.shfl(string.first, 0), end = warp.shfl(string.end, 31);
                detail::copy_strings(
                    warp, string_arrays{line.characters, table.rows, first, end - first, s + 1 == table.string_count},
                    string_copy{string.first, to, bytes});
            }
            to += bytes;
        }
    };
    detail::for_each_warp_of_rows(block, begin, rows, copy);
}

//! The way back from characters_to_rows. The strings' offsets in the columns are given.
template <class Block>
HEDDLE_INLINE void rows_to_characters(Block const& block, string_rows const& table, std::uint64_t begin,
                                      std::uint32_t rows)
{
    auto const warp = detail::warp_of(block);
    auto const copy = [&](std::uint64_t row, bool exists, std::uint32_t part,
                          std::uint32_t parts) HEDDLE_INLINE_LAMBDA {
        std::uint32_t const own = table.offsets[row], next = table.offsets[row + 1];
        std::uint32_t const first = warp.shfl(own, 0), end = warp.shfl(next, 31);
        for (std::uint32_t s = part; s < table.string_count; s += parts) {
            string_line const& line = table.strings[s];
            std::uint32_t const to = line.offsets[row], bytes = exists ? line.offsets[row + 1] - to : 0;
            std::uint32_t const from = own + detail::read_as<std::uint32_t>(table.rows + own + line.place);
            detail::copy_strings(warp, string_arrays{table.rows, line.characters, first, end - first, false},
                                 string_copy{from, to, bytes});
        }
    };
    detail::for_each_warp_of_rows(block, begin, rows, copy);
}

//! Converts a slice of a tile of rows. To rows, the block that has the end of the fixed parts also copies the
//! characters, because the first characters lie in the last word of the fixed part.
template <conversion_way Way, class Block, class Table>
HEDDLE_INLINE void convert_string_slice(Block const& block, std::byte* shared, Table const& table,
                                        string_rows const& lying, std::uint32_t number, std::uint64_t tile)
{
    std::uint64_t const begin = tile * table.tile_rows, count = table.count;
    auto const rows = static_cast<std::uint32_t>(count - begin < table.tile_rows ? count - begin : table.tile_rows);
    record_slice const& slice = table.slices[number];
    if constexpr (Way == conversion_way::rows_to_columns) {
        detail::for_each_row_word(block, lying, slice, begin, rows,
                                  [&](std::uint32_t to, std::byte const* from)
                                      HEDDLE_INLINE_LAMBDA { copy_word_async<8>(shared + to, from); });
        detail::await_copied_words();
        block.sync();
        if (lying.string_count > 0) {
            detail::clear_null_lengths(block, shared, lying, slice, begin, rows);
            block.sync();
        }
        detail::store_columns<8>(block, shared, table, slice, begin, rows);
        detail::move_masks<Way>(block, shared, table, slice, begin, rows, count);
    } else {
        if (slice.has_zeros) {
            detail::clear_shared(block, shared, rows * slice.pitch + 16);
            block.sync();
        }
        detail::copy_columns(block, shared, table, slice, begin, rows);
        detail::move_masks<Way>(block, shared, table, slice, begin, rows, count);
        detail::await_copied_words();
        block.sync();
        if (lying.string_count > 0) {
            detail::write_string_places(block, shared, lying, slice, begin, rows);
            block.sync();
        }
        detail::for_each_row_word(block, lying, slice, begin, rows,
                                  [&](std::uint32_t from, std::byte* to) HEDDLE_INLINE_LAMBDA {
                                      detail::write_as(to, detail::read_as<memory_word<8>>(shared + from));
                                  });
        if (slice.begin + slice.width == lying.fixed_end && lying.string_count > 0) {
            block.sync();
            detail::characters_to_rows(block, lying, begin, rows);
        }
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
