// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of JCUDF rows, the row format of Spark's GPU plugin, and the division of a table into batches.
//
//     heddle::record_layout const layout = heddle::jcudf_layout({8, 2, heddle::jcudf_string, 4});
//
// A row consists of:
//   Fields:     in the order of the columns; each is aligned to its size. The field of a string is two 4-byte numbers,
//               aligned to 4: the offset of its characters from the start of the row, and its length
//   Validity:   bytes behind the last field, without a gap: bit c % 8 of byte c / 8 is 1 if column c has a value
//   Characters: those of all strings of the row, in the order of the columns, without gaps
//   Padding:    up to a multiple of 8 bytes
// Source: NVIDIA/spark-rapids-jni, RowConversion.java and row_conversion.cu
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>
#include <heddle/records/record_layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Stands for a column of strings where jcudf_layout expects the size of a column.
inline constexpr std::size_t jcudf_string = 0;

//! The largest number of bytes of a batch of rows, because a batch is a list of bytes with offsets of 31 bits.
inline constexpr std::uint64_t max_jcudf_batch_bytes = 0x7fffffff;

namespace types {

//! The rows [first, first + count) of a table.
struct row_range {
    //! The number of the first row.
    std::uint64_t first;
    //! The number of rows.
    std::uint64_t count;
};

}  // namespace types

using types::row_range;

//! Returns the layout of JCUDF rows whose columns have these sizes: 1, 2, 4, 8 or 16 bytes, or jcudf_string. Field c is
//! column c. A record is the row without the characters, padded to 8 bytes. The characters begin before the padding, at
//! validity_offset() + validity_bytes().
//! Errors: std::invalid_argument with a sentence if there are no columns, or a column has another size
inline record_layout jcudf_layout(std::vector<std::size_t> const& column_bytes)
{
    if (column_bytes.empty())
        throw std::invalid_argument("heddle: a table has no columns; JCUDF rows need at least one");
    std::vector<record_field> fields;
    fields.reserve(column_bytes.size());
    std::size_t end = 0;
    for (std::size_t const bytes : column_bytes) {
        bool const is_string = bytes == jcudf_string;
        if (!is_string && bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16) {
            throw std::invalid_argument("heddle: column " + std::to_string(fields.size()) + " has elements of " +
                                        std::to_string(bytes) +
                                        " bytes; the columns of JCUDF rows have elements of 1, 2, 4, 8 or 16 bytes, "
                                        "or are strings (heddle::jcudf_string)");
        }
        std::size_t const alignment = is_string ? 4 : bytes;
        std::size_t const offset = (end + alignment - 1) / alignment * alignment;
        fields.push_back({offset, is_string ? 8 : bytes});
        end = fields.back().offset + fields.back().bytes;
    }
    std::size_t const record_bytes = (end + (fields.size() + 7) / 8 + 7) / 8 * 8;
    return record_layout(record_bytes, std::move(fields)).with_validity(end);
}

//! Divides a table without strings into batches of at most `limit` bytes of rows. Each batch but the last has a
//! multiple of 32 rows, so the batches' validity masks begin at whole words.
//! Errors: std::invalid_argument with a sentence if 32 rows exceed the limit
inline std::vector<row_range> jcudf_batches(record_layout const& layout, std::uint64_t count,
                                            std::uint64_t limit = max_jcudf_batch_bytes)
{
    std::uint64_t const most = limit / layout.distance();
    std::uint64_t const whole = most / 32 * 32;
    if (count > most && whole == 0) {
        throw std::invalid_argument("heddle: 32 rows of " + std::to_string(layout.distance()) +
                                    " bytes exceed the limit of a batch (" + std::to_string(limit) +
                                    " bytes); convert fewer columns at once");
    }
    std::vector<row_range> batches;
    for (std::uint64_t first = 0; first < count;) {
        std::uint64_t const rows = count - first <= most ? count - first : whole;
        batches.push_back({first, rows});
        first += rows;
    }
    return batches;
}

//! Divides a table with strings into such batches. Element k of `offsets` is the offset of row 32 k, and the last
//! element is the number of bytes of all rows. device::jcudf_row_offsets computes the offsets of all rows, of which a
//! cudaMemcpy2D copies every 32nd.
//! Errors: std::invalid_argument with a sentence if `offsets` has a wrong size, or if 32 rows exceed the limit
inline std::vector<row_range> jcudf_batches(std::vector<std::uint64_t> const& offsets, std::uint64_t count,
                                            std::uint64_t limit = max_jcudf_batch_bytes)
{
    if (offsets.size() != (count + 31) / 32 + 1) {
        throw std::invalid_argument("heddle: a table of " + std::to_string(count) + " rows has " +
                                    std::to_string((count + 31) / 32 + 1) +
                                    " offsets of rows 0, 32, 64 and so on and of the end, but " +
                                    std::to_string(offsets.size()) + " offsets are given");
    }
    std::vector<row_range> batches;
    for (std::size_t first = 0; first + 1 < offsets.size();) {
        auto const next = std::upper_bound(offsets.begin() + static_cast<std::ptrdiff_t>(first), offsets.end(),
                                           offsets[first] + limit);
        auto const last = static_cast<std::size_t>(next - offsets.begin()) - 1;
        if (last == first) {
            throw std::invalid_argument("heddle: the " + std::to_string(offsets[first + 1] - offsets[first]) +
                                        " bytes of the rows from " + std::to_string(32 * first) +
                                        " on exceed the limit of a batch (" + std::to_string(limit) +
                                        " bytes), which has at least 32 rows; convert fewer columns at once");
        }
        batches.push_back({32 * first, std::min<std::uint64_t>(32 * last, count) - 32 * first});
        first = last;
    }
    return batches;
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
