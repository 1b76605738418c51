// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies characters between the columns of strings and the rows, in words of 8 bytes. One thread puts a word together
// from all strings that have bytes in it, so that whole words are written, whatever lengths the strings have.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Whole words of 4 bytes may be read if they lie in [first, end).
struct readable_bytes {
    std::byte const *first, *end;
};
//! Whole words of 4 bytes may be read if a byte of them is needed.
struct readable_words {};

//! A column of strings.
struct string_line {
    std::uint32_t* offsets;  // of the strings in the characters, and of the end
    std::byte* characters;
    std::byte* mask;               // null if all strings are valid
    std::uint32_t place;           // the offset in the row of the string's offset, which its length follows
    std::uint32_t column;          // the number of its validity bit
    readable_bytes readable = {};  // all characters

    //! Returns this line with the bounds of the characters, which the offsets tell.
    HEDDLE_INLINE string_line with_bounds(std::uint64_t count) const
    {
        string_line line = *this;
        if (characters != nullptr) line.readable = {characters + offsets[0], characters + offsets[count]};
        return line;
    }
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

    //! The offset of the word that has the first character, and perhaps the last bytes of the fixed part.
    HEDDLE_INLINE std::uint32_t first_word() const { return characters / 8 * 8; }
};

HEDDLE_INLINE bool may_read(readable_words, std::byte const*, std::uint32_t) { return true; }
HEDDLE_INLINE bool may_read(readable_bytes const& bytes, std::byte const* from, std::uint32_t count)
{
    auto const address = reinterpret_cast<std::uintptr_t>(from);
    return address >= reinterpret_cast<std::uintptr_t>(bytes.first) &&
           address + count <= reinterpret_cast<std::uintptr_t>(bytes.end);
}

//! Reads 1 to 8 bytes at any address. The other bytes of the result are 0.
template <class Readable>
HEDDLE_INLINE std::uint64_t read_string_bytes(Readable const& readable, std::byte const* from, std::uint32_t count)
{
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from) % 4);
    std::byte const* const aligned = HEDDLE_BYTES_BEFORE(from, skew);
    std::uint32_t const words = (skew + count + 3) / 4;
    std::uint32_t low = 0, high = 0;
    if (detail::may_read(readable, aligned, 4 * words)) {
        std::uint32_t const first = detail::read_as<std::uint32_t>(aligned);
        std::uint32_t const second = words > 1 ? detail::read_as<std::uint32_t>(aligned + 4) : 0;
        std::uint32_t const third = words > 2 ? detail::read_as<std::uint32_t>(aligned + 8) : 0;
        low = detail::shift_right(first, second, 8 * skew);
        high = detail::shift_right(second, third, 8 * skew);
    } else {
        HEDDLE_DO_NOT_UNROLL
        for (std::uint32_t b = 0; b < count; ++b) {
            std::uint32_t const byte = detail::read_as<std::uint8_t>(from + b);
            if (b < 4) low |= byte << 8 * b;
            if (b >= 4) high |= byte << 8 * (b - 4);
        }
    }
    std::uint64_t const word = std::uint64_t{high} << 32 | low;
    return word & ~std::uint64_t{0} >> (64 - 8 * count);
}

//! Writes 8 bytes to an aligned address.
HEDDLE_INLINE void write_string_word(std::byte* to, std::uint64_t word)
{
    detail::write_as(to, memory_word<8>{{static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)}});
}

//! Returns the largest k < count for which begin_of(k) <= place.
//! Requires: begin_of(0) <= place; begin_of does not decrease
template <class BeginOf>
HEDDLE_INLINE std::uint32_t last_begin(std::uint32_t count, std::uint32_t place, BeginOf const& begin_of)
{
    std::uint32_t first = 0;
    while (count > 1) {
        std::uint32_t const half = count / 2;
        if (begin_of(first + half) <= place) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return first;
}

//! Copies offsets to shared memory. They may be read after a sync().
template <class Block>
HEDDLE_INLINE void load_offsets(Block const& block, std::uint32_t* shared, std::uint32_t const* global,
                                std::uint32_t count)
{
    for (auto k = static_cast<std::uint32_t>(block.thread_rank()); k < count;
         k += static_cast<std::uint32_t>(block.num_threads())) {
        shared[k] = global[k];
    }
}

//! Copies the characters of a tile of rows to the rows, with the last bytes of the fixed part before them, and zeros
//! behind them. `offsets` are those of the tile's rows and of its end. fixed_part(r) is the address of the fixed part
//! of row begin + r, which has the places of the strings.
template <class Block, class FixedPart>
HEDDLE_INLINE void gather_characters(Block const& block, string_rows const& table, std::uint32_t const* offsets,
                                     std::uint64_t begin, std::uint32_t rows, FixedPart const& fixed_part)
{
    std::uint32_t const start = offsets[0], first_word = table.first_word();
    // The words before those of row r.
    auto const words_until = [&](std::uint32_t r)
                                 HEDDLE_INLINE_LAMBDA { return (offsets[r] - start - r * first_word) / 8; };
    std::uint32_t const words = words_until(rows), step = static_cast<std::uint32_t>(block.num_threads());
    HEDDLE_DO_NOT_UNROLL
    for (auto k = static_cast<std::uint32_t>(block.thread_rank()); k < words; k += step) {
        std::uint32_t const r = detail::last_begin(rows, k, words_until);
        std::byte const* const fixed = fixed_part(r);
        std::uint32_t const place = first_word + 8 * (k - words_until(r));
        std::uint32_t at = place;
        std::uint64_t word = 0;
        if (at < table.characters) {
            at = table.characters;
            word = detail::read_string_bytes(readable_words(), fixed + place, at - place);
        }
        auto const begin_of = [&](std::uint32_t s) HEDDLE_INLINE_LAMBDA {
            return detail::read_as<std::uint32_t>(fixed + table.strings[s].place);
        };
        std::uint32_t s = detail::last_begin(table.string_count, at, begin_of);
        HEDDLE_DO_NOT_UNROLL
        for (; s < table.string_count && at < place + 8; ++s) {
            string_line const& line = table.strings[s];
            std::uint32_t const first = begin_of(s),
                                end = first + detail::read_as<std::uint32_t>(fixed + line.place + 4);
            if (at >= end) continue;
            std::uint32_t const bytes = (end < place + 8 ? end : place + 8) - at;
            word |= detail::read_string_bytes(line.readable, line.characters + line.offsets[begin + r] + (at - first),
                                              bytes)
                    << 8 * (at - place);
            at += bytes;
        }
        detail::write_string_word(table.rows + offsets[r] + place, word);
    }
}

//! Does the same as gather_characters. Each thread has a row, so there is nothing to search, but the words that the
//! threads write at a time lie in different rows.
template <class Block, class FixedPart>
HEDDLE_INLINE void append_characters(Block const& block, string_rows const& table, std::uint32_t const* offsets,
                                     std::uint64_t begin, std::uint32_t rows, FixedPart const& fixed_part)
{
    std::uint32_t const first_word = table.first_word();
    HEDDLE_DO_NOT_UNROLL
    for (auto r = static_cast<std::uint32_t>(block.thread_rank()); r < rows;
         r += static_cast<std::uint32_t>(block.num_threads())) {
        std::byte const* const fixed = fixed_part(r);
        std::byte* to = table.rows + offsets[r] + first_word;
        // The bytes of the next word, of which there are less than 8.
        std::uint32_t filled = table.characters - first_word;
        std::uint64_t word = filled == 0 ? 0 : detail::read_string_bytes(readable_words(), fixed + first_word, filled);
        HEDDLE_DO_NOT_UNROLL
        for (std::uint32_t s = 0; s < table.string_count; ++s) {
            string_line const& line = table.strings[s];
            std::byte const* const from = line.characters + line.offsets[begin + r];
            std::uint32_t const bytes = detail::read_as<std::uint32_t>(fixed + line.place + 4);
            HEDDLE_DO_NOT_UNROLL
            for (std::uint32_t at = 0; at < bytes; at += 8) {
                std::uint32_t const added = bytes - at < 8 ? bytes - at : 8;
                std::uint64_t const characters = detail::read_string_bytes(line.readable, from + at, added);
                word |= characters << 8 * filled;
                if (filled + added >= 8) {
                    detail::write_string_word(to, word);
                    to += 8;
                    word = filled == 0 ? 0 : characters >> (64 - 8 * filled);
                    filled -= 8;
                }
                filled += added;
            }
        }
        if (filled > 0) detail::write_string_word(to, word);
    }
}

//! The largest number of characters of rows that append_characters copies, so that no thread is much later than others.
inline constexpr std::uint32_t max_appended_bytes = 256;

//! Copies the characters of a tile of rows to the rows, in the faster of the two ways.
template <class Block, class FixedPart>
HEDDLE_INLINE void characters_to_rows(Block const& block, string_rows const& table, std::uint32_t const* offsets,
                                      std::uint64_t begin, std::uint32_t rows, FixedPart const& fixed_part)
{
    bool has_long_row = false;
    for (auto r = static_cast<std::uint32_t>(block.thread_rank()); r < rows;
         r += static_cast<std::uint32_t>(block.num_threads())) {
        has_long_row = has_long_row || offsets[r + 1] - offsets[r] - table.first_word() > max_appended_bytes;
    }
    if (block.any(has_long_row)) {
        detail::gather_characters(block, table, offsets, begin, rows, fixed_part);
    } else {
        detail::append_characters(block, table, offsets, begin, rows, fixed_part);
    }
}

//! What rows_to_characters has in shared memory.
struct column_tile {
    static constexpr std::uint32_t max_rows = 256;
    std::uint32_t offsets[max_rows + 1];  // of the strings in the column, and of their end
    std::uint32_t before[max_rows];       // a character's offset in the rows - its offset in the column, modulo 2^32
};

//! Copies the characters of a tile of rows to one column, in which the strings' offsets are given.
template <class Block>
HEDDLE_INLINE void rows_to_characters(Block const& block, column_tile& shared, string_rows const& table,
                                      string_line const& line, std::uint64_t begin, std::uint32_t rows)
{
    auto const thread = static_cast<std::uint32_t>(block.thread_rank());
    auto const threads = static_cast<std::uint32_t>(block.num_threads());
    for (std::uint32_t r = thread; r <= rows; r += threads) {
        std::uint32_t const offset = line.offsets[begin + r];
        shared.offsets[r] = offset;
        if (r == rows) break;
        std::uint32_t const row = table.offsets[begin + r];
        std::uint32_t const place = row + detail::read_as<std::uint32_t>(table.rows + row + line.place);
        shared.before[r] = place - offset;
        if (line.offsets[begin + r + 1] != offset) detail::fetch_ahead(table.rows + place);
    }
    block.sync();
    std::uint32_t const start = shared.offsets[0], end = shared.offsets[rows];
    if (start == end) return;
    // Words are aligned in memory, so the first and the last one may also have characters of other tiles.
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(line.characters) + start) % 8;
    std::uint32_t const words = (end - start + skew + 7) / 8;
    HEDDLE_DO_NOT_UNROLL
    for (std::uint32_t k = thread; k < words; k += threads) {
        std::uint32_t const place = k == 0 ? start : start + 8 * k - skew;
        std::uint32_t const limit = end - start + skew < 8 * k + 8 ? end : start + 8 * k + 8 - skew;
        std::uint32_t at = place;
        std::uint64_t word = 0;
        std::uint32_t r =
            detail::last_begin(rows, at, [&](std::uint32_t i) HEDDLE_INLINE_LAMBDA { return shared.offsets[i]; });
        HEDDLE_DO_NOT_UNROLL
        for (; at < limit; ++r) {
            std::uint32_t const next = shared.offsets[r + 1];
            if (at >= next) continue;
            std::uint32_t const bytes = (next < limit ? next : limit) - at, from = at + shared.before[r];
            word |= detail::read_string_bytes(readable_words(), table.rows + from, bytes) << 8 * (at - place);
            at += bytes;
        }
        std::byte* const to = line.characters + place;
        if (limit - place == 8) {
            detail::write_string_word(to, word);
            continue;
        }
        for (std::uint32_t b = 0; b < limit - place; ++b) {
            detail::write_as(to + b, static_cast<std::uint8_t>(word >> 8 * b));
        }
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
