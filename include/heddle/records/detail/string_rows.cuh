// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves rows with strings, which differ in size. The fixed parts of the rows pass through shared memory as other
// records do. The characters are copied directly.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/detail/row_pieces.cuh>
#include <heddle/records/detail/row_windows.cuh>
#include <heddle/records/detail/runs.cuh>
#include <heddle/records/detail/string_words.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the length of a string in its row. A string without a value has no characters.
HEDDLE_INLINE std::uint32_t string_bytes(string_line const& line, std::uint64_t row)
{
    bool const is_valid = line.mask == nullptr || (static_cast<std::uint32_t>(line.mask[row / 8]) >> row % 8 & 1) != 0;
    return is_valid ? line.offsets[row + 1] - line.offsets[row] : 0;
}

//! Sets sizes[row] to the number of bytes of a row. The size of row `count` is 0, for an exclusive sum.
template <class Offset>
HEDDLE_INLINE void write_row_size(string_rows const& table, std::uint64_t row, std::uint64_t count, Offset* sizes)
{
    Offset size = 0;
    if (row < count) {
        size = table.characters;
        for (std::uint32_t s = 0; s < table.string_count; ++s) size += detail::string_bytes(table.strings[s], row);
    }
    sizes[row] = (size + 7) / 8 * 8;
}

//! Calls move(offset in shared memory, global address) for the first `words` 8-byte words of each slice of a tile.
//! `global` is the address of the slice in a row of offset 0, and `offsets` are those of the tile's rows.
template <class Block, class Move>
HEDDLE_INLINE void for_each_row_word(Block const& block, std::byte* global, tile_places const& places,
                                     std::uint32_t words, std::uint32_t const* offsets, std::uint32_t rows,
                                     Move const& move)
{
    if (words == 0) return;
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    std::uint32_t const row_step = threads / words, word_step = threads % words;
    std::uint32_t row = thread / words, word = thread % words;
    HEDDLE_UNROLL_4
    while (row < rows) {
        move(places[row] + word * 8, global + offsets[row] + word * 8);
        row += row_step;
        word += word_step;
        if (word >= words) {
            word -= words;
            ++row;
        }
    }
}

//! Calls visit(row, address of its slice in shared memory) for each row of a tile. Each thread takes single rows.
template <class Block, class Visit>
HEDDLE_INLINE void for_each_row(Block const& block, std::byte* shared, tile_places const& places, std::uint32_t rows,
                                Visit const& visit)
{
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    for (auto r = static_cast<std::uint32_t>(block.thread_rank()); r < rows; r += threads) {
        visit(r, shared + places[r]);
    }
}

//! Writes a 4-byte number at a place of the row, if this place lies in the slice.
HEDDLE_INLINE void write_in_slice(std::byte* row, record_slice const& slice, std::uint32_t place, std::uint32_t number)
{
    std::uint32_t const at = place - static_cast<std::uint32_t>(slice.begin);
    if (at < slice.width) detail::write_as(row + at, number);
}

//! Writes the offsets and lengths of the strings to the slices in shared memory. Also begins to fetch the characters.
template <class Block>
HEDDLE_INLINE void write_string_places(Block const& block, std::byte* shared, tile_places const& places,
                                       string_rows const& table, record_slice const& slice, std::uint64_t begin,
                                       std::uint32_t rows)
{
    detail::for_each_row(block, shared, places, rows, [&](std::uint32_t r, std::byte* row) HEDDLE_INLINE_LAMBDA {
        std::uint32_t at = table.characters;
        for (std::uint32_t s = 0; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            std::uint32_t const bytes = detail::string_bytes(line, begin + r);
            if (bytes > 0) detail::fetch_ahead(line.characters + line.offsets[begin + r]);
            detail::write_in_slice(row, slice, line.place, at);
            detail::write_in_slice(row, slice, line.place + 4, bytes);
            at += bytes;
        }
    });
}

//! Sets the lengths of strings without a value to 0 in the slices in shared memory. Validity bytes that lie in another
//! slice, or in none, are read from global memory.
template <class Block>
HEDDLE_INLINE void clear_null_lengths(Block const& block, std::byte* shared, tile_places const& places,
                                      string_rows const& table, record_slice const& slice, std::uint32_t const* offsets,
                                      std::uint32_t rows)
{
    detail::for_each_row(block, shared, places, rows, [&](std::uint32_t r, std::byte* row) HEDDLE_INLINE_LAMBDA {
        for (std::uint32_t s = 0; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            std::uint32_t const place = table.validity + line.column / 8;
            std::uint32_t const at = place - static_cast<std::uint32_t>(slice.begin);
            auto const byte = static_cast<std::uint32_t>(at < slice.width ? row[at] : table.rows[offsets[r] + place]);
            if ((byte >> line.column % 8 & 1) == 0) detail::write_in_slice(row, slice, line.place + 4, 0);
        }
    });
}

//! The bytes of shared memory before a tile, in which the offsets of its rows lie.
HEDDLE_HOST_DEVICE constexpr std::uint32_t tile_offsets_bytes(std::uint32_t rows) { return (rows + 1 + 3) / 4 * 16; }

//! Converts a slice of a tile of rows. If the fixed parts have one slice, the conversion to rows also copies the
//! characters, so that neighboring bytes are written at about the same time.
template <conversion_way Way, class Block, class Table>
HEDDLE_INLINE void convert_string_slice(Block const& block, std::byte* shared, Table const& table,
                                        string_rows const& memory, std::uint32_t number, std::uint64_t tile)
{
    std::uint64_t const begin = tile * table.tile_rows, count = table.count;
    auto const rows = static_cast<std::uint32_t>(count - begin < table.tile_rows ? count - begin : table.tile_rows);
    record_slice const& slice = table.slices[number];
    tile_places const places(table.memory, slice);
    std::byte* const global = memory.rows + slice.begin;
    auto* const offsets = reinterpret_cast<std::uint32_t*>(shared);
    shared += tile_offsets_bytes(table.tile_rows);
    detail::load_offsets(block, offsets, memory.offsets + begin, rows + 1);
    if constexpr (Way == conversion_way::rows_to_columns) {
        block.sync();
        detail::for_each_row_word(block, global, places, slice.width / 8, offsets, rows,
                                  [&](std::uint32_t to, std::byte const* from)
                                      HEDDLE_INLINE_LAMBDA { copy_word_async<8>(shared + to, from); });
        detail::await_copied_words();
        block.sync();
        if (memory.string_count > 0) {
            detail::clear_null_lengths(block, shared, places, memory, slice, offsets, rows);
            block.sync();
        }
        detail::store_columns<8>(block, shared, table, slice, begin, rows);
        detail::move_masks<Way>(block, shared, table, slice, begin, rows, count);
    } else {
        detail::begin_rows(block, shared, table, slice, begin, rows, count);
        detail::await_copied_words();
        block.sync();
        if (memory.string_count > 0) {
            detail::write_string_places(block, shared, places, memory, slice, begin, rows);
            block.sync();
        }
        bool const has_characters = memory.string_count > 0 && slice.width == memory.fixed_end;
        std::uint32_t const words = (has_characters ? memory.first_word() : slice.width) / 8;
        detail::for_each_row_word(block, global, places, words, offsets, rows,
                                  [&](std::uint32_t from, std::byte* to) HEDDLE_INLINE_LAMBDA {
                                      detail::write_as(to, detail::read_as<memory_word<8>>(shared + from));
                                  });
        if (has_characters) {
            detail::characters_to_rows(block, memory, offsets, begin, rows, [&](std::uint32_t r) HEDDLE_INLINE_LAMBDA {
                return static_cast<std::byte const*>(shared + places[r]);
            });
        }
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
