// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows to columns: each lane reads a window of its record from shared memory into registers, and stores the elements
// that lie in it. The lanes of a warp have consecutive records, so they store consecutive elements of a column.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/tile_items.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Up to 16 bytes in registers.
struct register_words {
    std::uint32_t word[4];
};

//! Reads `count` words of 4 bytes at a place that is aligned to Unit bytes. Unit 1 means any place.
template <unsigned Unit>
HEDDLE_INLINE register_words read_window(std::byte const* from, std::uint32_t count)
{
    register_words words{};
    if constexpr (Unit == 1) {
        auto const place = reinterpret_cast<std::uintptr_t>(from);
        auto const* const aligned = from - place % 4;
        unsigned const shift = static_cast<unsigned>(place % 4) * 8;
        std::uint32_t low = detail::read_as<std::uint32_t>(aligned);
        HEDDLE_UNROLL
        for (std::uint32_t i = 0; i < 4; ++i) {
            if (i < count) {
                std::uint32_t const high = detail::read_as<std::uint32_t>(aligned + 4 * i + 4);
                words.word[i] = detail::shift_right(low, high, shift);
                low = high;
            }
        }
    } else {
        HEDDLE_UNROLL
        for (std::uint32_t i = 0; i < 4; i += Unit / 4) {
            if (i < count) {
                auto const word = detail::read_as<memory_word<Unit>>(from + 4 * i);
                HEDDLE_UNROLL
                for (std::uint32_t k = 0; k < Unit / 4; ++k) words.word[i + k] = word.part[k];
            }
        }
    }
    return words;
}

//! Reads Bytes bytes (2, 4 or 8) from a place that is aligned to Bytes.
template <unsigned Bytes>
HEDDLE_INLINE register_words read_words(std::byte const* from)
{
    register_words words{};
    if constexpr (Bytes == 2) {
        words.word[0] = detail::read_as<std::uint16_t>(from);
    } else {
        auto const word = detail::read_as<memory_word<Bytes>>(from);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) words.word[i] = word.part[i];
    }
    return words;
}

//! Returns `bytes` bytes (1, 2, 4, 8 or 16) in the opposite order.
HEDDLE_INLINE register_words reversed_bytes(register_words const& words, std::uint32_t bytes)
{
    auto const reversed = [](std::uint32_t word) { return detail::permute_bytes(word, 0, 0x0123); };
    if (bytes == 2) return {{reversed(words.word[0]) >> 16}};
    if (bytes == 4) return {{reversed(words.word[0])}};
    if (bytes == 8) return {{reversed(words.word[1]), reversed(words.word[0])}};
    if (bytes == 16) {
        return {{reversed(words.word[3]), reversed(words.word[2]), reversed(words.word[1]), reversed(words.word[0])}};
    }
    return words;
}

//! Writes the first Bytes bytes to a place that is aligned to min(Bytes, 4), or to Bytes if Whole.
template <unsigned Bytes, bool Whole = true>
HEDDLE_INLINE void write_words(std::byte* to, register_words const& words)
{
    if constexpr (Bytes == 1) {
        detail::write_as(to, static_cast<std::uint8_t>(words.word[0]));
    } else if constexpr (Bytes == 2) {
        detail::write_as(to, static_cast<std::uint16_t>(words.word[0]));
    } else if constexpr (Whole) {
        memory_word<Bytes> word;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) word.part[i] = words.word[i];
        detail::write_as(to, word);
    } else {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) detail::write_as(to + 4 * i, words.word[i]);
    }
}

//! Writes the first `bytes` bytes (1, 2, 4, 8 or 16) to a place that is aligned to 2^unit bytes.
HEDDLE_INLINE void write_bytes(std::byte* to, register_words const& words, std::uint32_t bytes, unsigned unit)
{
    if (1u << unit >= bytes) {
        if (bytes == 4) return detail::write_as(to, words.word[0]);
        if (bytes == 1) return detail::write_as(to, static_cast<std::uint8_t>(words.word[0]));
        if (bytes == 2) return detail::write_as(to, static_cast<std::uint16_t>(words.word[0]));
        if (bytes == 8) return detail::write_as(to, memory_word<8>{{words.word[0], words.word[1]}});
        return detail::write_as(to, memory_word<16>{{words.word[0], words.word[1], words.word[2], words.word[3]}});
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
        if (4 * i >= bytes) break;
        std::uint32_t const word = words.word[i];
        if (unit == 0) {
            HEDDLE_UNROLL
            for (unsigned b = 0; b < 4; ++b) {
                if (4 * i + b < bytes) detail::write_as(to + 4 * i + b, static_cast<std::uint8_t>(word >> 8 * b));
            }
        } else if (unit == 1) {
            detail::write_as(to + 4 * i, static_cast<std::uint16_t>(word));
            if (bytes > 2) detail::write_as(to + 4 * i + 2, static_cast<std::uint16_t>(word >> 16));
        } else {
            detail::write_as(to + 4 * i, word);
        }
    }
}

//! Stores elements of Bytes bytes that begin in word Word of their windows, from bit `shift` on.
template <unsigned Bytes, bool Reversed, unsigned Word>
HEDDLE_INLINE void store_elements(register_words const (&windows)[records_in_flight], unsigned shift, std::byte* to,
                                  lane_records const& records)
{
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c)) continue;
        register_words element{};
        HEDDLE_UNROLL
        for (unsigned i = 0; i < (Bytes + 3) / 4; ++i) element.word[i] = windows[c].word[Word + i];
        if constexpr (Bytes < 4) element.word[0] >>= shift;
        if constexpr (Reversed) element = detail::reversed_bytes(element, Bytes);
        detail::write_words<Bytes>(to + 32 * c * Bytes, element);
    }
}

//! Calls store_elements for the word that is known at run time, in a branch that all lanes take.
template <unsigned Bytes, bool Reversed = false>
HEDDLE_INLINE void store_elements_of(register_words const (&windows)[records_in_flight], std::uint32_t at,
                                     std::byte* to, lane_records const& records)
{
    unsigned const shift = at % 4 * 8;
    if (at < 4 || Bytes == 16) {
        detail::store_elements<Bytes, Reversed, 0>(windows, shift, to, records);
    } else if constexpr (Bytes < 16) {
        if (at < 8) {
            detail::store_elements<Bytes, Reversed, 1>(windows, shift, to, records);
        } else if (at < 12) {
            detail::store_elements<Bytes, Reversed, 2>(windows, shift, to, records);
        } else if constexpr (Bytes < 8) {
            detail::store_elements<Bytes, Reversed, 3>(windows, shift, to, records);
        }
    }
}

//! Stores the elements of a piece of any form.
HEDDLE_INLINE void store_any_elements(register_words const (&windows)[records_in_flight], std::uint32_t at,
                                      table_line const& piece, std::byte* to, lane_records const& records)
{
    HEDDLE_UNROLL
    for (unsigned c = 0; c < records_in_flight; ++c) {
        if (!records.has(c)) continue;
        register_words element = windows[c];
        HEDDLE_UNROLL
        for (unsigned k = 0; k < 3; ++k) {
            if (k >= at / 4) break;
            element = {{element.word[1], element.word[2], element.word[3], 0}};
        }
        element.word[0] >>= at % 4 * 8;
        bool const is_reversed = piece.form == piece_form::reversed || piece.form == piece_form::reversed_in_parts;
        if (is_reversed) element = detail::reversed_bytes(element, piece.bytes);
        detail::write_bytes(to + 32 * c * std::uint64_t{piece.stride}, element, piece.bytes, piece.unit);
    }
}

//! Stores the elements of the columns, of a tile of records in shared memory. Window reads are aligned to Unit bytes.
template <unsigned Unit, class Block, class Table>
HEDDLE_INLINE void store_columns(Block const& block, std::byte const* shared, Table const& table,
                                 record_slice const& slice, std::uint64_t begin, std::uint32_t rows)
{
    table_line const* const lines = table.lines + slice.first_line;
    auto const visit = [&](std::uint32_t item, lane_records const& records) HEDDLE_INLINE_LAMBDA {
        table_line const& window = lines[slice.windows.first + item];
        register_words windows[records_in_flight];
        HEDDLE_UNROLL
        for (unsigned c = 0; c < records_in_flight; ++c) {
            if (!records.has(c)) continue;
            windows[c] = detail::read_window<Unit>(shared + records.place[c] + window.offset, window.bytes);
        }
        HEDDLE_DO_NOT_UNROLL
        for (std::uint32_t p = window.number; p < window.number + window.count; ++p) {
            table_line const& piece = lines[p];
            std::uint32_t const at = piece.offset - std::uint32_t{window.offset};
            std::byte* const to = piece.address + records.first * piece.stride;
            if (piece.form == piece_form::whole) {
                if (piece.bytes == 4) {
                    detail::store_elements_of<4>(windows, at, to, records);
                } else if (piece.bytes == 8) {
                    detail::store_elements_of<8>(windows, at, to, records);
                } else if (piece.bytes == 1) {
                    detail::store_elements_of<1>(windows, at, to, records);
                } else if (piece.bytes == 2) {
                    detail::store_elements_of<2>(windows, at, to, records);
                } else {
                    detail::store_elements_of<16>(windows, at, to, records);
                }
            } else if (piece.form == piece_form::reversed) {
                if (piece.bytes == 4) {
                    detail::store_elements_of<4, true>(windows, at, to, records);
                } else if (piece.bytes == 8) {
                    detail::store_elements_of<8, true>(windows, at, to, records);
                } else {
                    detail::store_elements_of<2, true>(windows, at, to, records);
                }
            } else {
                detail::store_any_elements(windows, at, piece, to, records);
            }
        }
    };
    detail::for_each_item(block, table, slice, slice.windows.count, begin, rows, visit);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
