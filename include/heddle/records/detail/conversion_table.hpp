// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a conversion kernel: a table of moves between the columns and a slice of each record. The kernel
// copies the slices of a tile of records to shared memory, or from there, so only shared memory is accessed at the
// fields' offsets.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr unsigned conversion_threads = 256;
//! The blocks that run on a multiprocessor at once limit the registers of a thread.
inline constexpr unsigned rows_to_columns_blocks = 4, columns_to_rows_blocks = 5;
//! The records of which a lane moves an element of the same column at the same time: r, r + 32, r + 64 …
inline constexpr unsigned records_in_flight = 4;
//! The largest number of bytes that a thread reads from a record at once.
inline constexpr unsigned window_bytes = 16;
//! The largest width of a slice, and the bytes of shared memory of a tile, which needs no opt-in of the kernel.
inline constexpr unsigned max_slice_bytes = 256;
inline constexpr unsigned conversion_tile_bytes = 36 * 1024;

enum class conversion_way { rows_to_columns, columns_to_rows };

//! How a piece is moved: by whole accesses of the column or in parts, in the order of bytes that it has or in the
//! opposite one.
enum class piece_form : std::uint8_t { whole, reversed, in_parts, reversed_in_parts };

//! One line of the table, which is one of these:
//!
//! | line   | meaning                                                                                             |
//! | ------ | --------------------------------------------------------------------------------------------------- |
//! | piece  | `bytes` (1, 2, 4, 8 or 16) bytes at `offset` of the slice are an element of the column at `address`   |
//! | run    | `count` units of 2^unit bytes at `offset` of the slice are a part of an element of any size          |
//! | window | the 4 · bytes bytes at `offset` of the slice hold `count` pieces, of which the first is line `number` |
//! | mask   | a validity mask, or null; 8 lines belong to the validity byte at `offset`                            |
struct table_line {
    std::byte* address;     // where the value of the first record lies in the column
    std::uint32_t stride;   // the distance between elements of the column
    std::uint32_t number;   // window: its first piece; run: ceil(2^32 / count); mask: whether a null mask is valid
    std::uint16_t offset;   // in the slice
    std::uint16_t count;    // window: its pieces; run: its units
    std::uint8_t bytes;     // piece: its size; window: its words of 4 bytes
    std::uint8_t unit;      // log2 of the bytes of an access of the column, or of both sides of a run
    std::uint8_t row_unit;  // log2 of the bytes of an access of the record
    piece_form form;
};

//! The lines [first, first + count) of a slice.
struct line_range {
    std::uint16_t first = 0, count = 0;
};

//! A range of bytes of each record.
struct record_slice {
    std::uint64_t begin;  // its first byte in the record
    std::uint32_t width;  // its bytes
    std::uint32_t pitch;  // the distance between the slices of two records in shared memory
    std::uint32_t first_line;
    line_range windows;  // rows to columns
    line_range copies;   // columns to rows: pieces that are copied asynchronously
    line_range bytes;    // columns to rows: other pieces of 1 byte
    line_range pairs;    // columns to rows: other pieces of 2 bytes that are moved whole
    line_range values;   // columns to rows: all other pieces
    line_range runs;
    line_range masks;
    bool has_zeros;  // columns to rows: some bytes become 0
};

//! How the slices of a tile lie in memory.
struct records_in_memory {
    std::byte* rows;         // the address of the first record
    std::uint64_t distance;  // between two records
    std::uint32_t unit;      // the bytes of an access of the records: 4, 8 or 16
    bool is_flat;            // the slices are whole records without gaps: a tile is one range of bytes
    bool keeps_others;       // bytes of no field are not written
};

//! The parameters of a launch. Two kernels with tables of different capacity are compiled, because the arguments of a
//! launch are copied.
template <unsigned Lines, unsigned Slices>
struct conversion_table {
    static constexpr unsigned max_lines = Lines, max_slices = Slices;

    records_in_memory memory;
    std::uint64_t count;
    std::uint64_t const* device_count;  // null, or the number of records in device memory; at most `count`
    std::uint32_t tile_rows;            // a multiple of 32
    std::uint32_t slice_count;
    record_slice slices[Slices];
    std::uint32_t written[Slices][max_slice_bytes / 32];  // bit b: byte b of the slice is written
    table_line lines[Lines];
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
