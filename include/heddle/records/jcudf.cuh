// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion between tables with columns of strings and JCUDF rows (jcudf.hpp). Tables without strings are converted by
// rows_to_columns and columns_to_rows with a jcudf_layout.
//
//     heddle::record_layout const layout = heddle::jcudf_layout({8, heddle::jcudf_string});
//     void* const columns[] = {numbers, characters};
//     std::int32_t* const offsets[] = {nullptr, string_offsets};
//
// To rows, the offsets of the rows are computed first. offsets[count] is the number of bytes of all rows:
//
//     heddle::device::jcudf_row_offsets(temporary, bytes, stream, layout, offsets, count, row_offsets);
//     heddle::device::jcudf_columns_to_rows(temporary, bytes, stream, layout, columns, offsets, count, row_offsets,
//                                           rows);
//
// To columns, the fixed-width columns and the offsets of the strings come first. string_offsets[count] is the number of
// characters, which are copied last:
//
//     heddle::device::jcudf_rows_to_columns(temporary, bytes, stream, layout, rows, row_offsets, count, columns,
//                                           offsets);
//     heddle::device::jcudf_rows_to_characters(temporary, bytes, stream, layout, rows, row_offsets, count, offsets,
//                                              characters);
//
// For all functions below:
//   Temporary: as for reduce (reduce.cuh): a call with a null pointer only sets temporary_bytes
//   Layout:    made by jcudf_layout. Column c is a column of strings if its pointer to offsets is not null
//   Strings:   string k has the characters [offsets[k], offsets[k + 1]), as in Arrow and cuDF. To rows, offsets[0] need
//              not be 0, so a batch is converted by pointers to its first rows
//   Columns:   arrays of pointers are host memory, and are read before the call returns. Arrays in global memory have
//              any address, but offsets are aligned to 4 bytes and rows to 8
//   Validity:  null, or a bit mask for each column, which may be null, as for rows_to_columns (conversion.cuh). A
//              string without a value has no characters in the rows, and none in the columns
//   Requires:  rows are fewer than 2^31 bytes (jcudf_batches divides larger tables); no two arrays overlap
//   Stream:    the calls are asynchronous and can be captured in a graph
//   Errors:    those of the launches; cudaErrorInvalidValue if temporary_bytes is too small, if rows are null or not
//              aligned, or if the layout is not that of JCUDF rows
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/string_rows_call.cuh>
#include <heddle/records/jcudf.hpp>
#include <heddle/records/record_layout.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

inline std::byte* const* as_arrays(void const* const* arrays)
{
    return reinterpret_cast<std::byte* const*>(const_cast<void* const*>(arrays));
}
inline std::int32_t* const* as_offsets(std::int32_t const* const* arrays)
{
    return const_cast<std::int32_t* const*>(arrays);
}

//! Calls run(lines) with the lines of a table's strings in temporary storage. Returns before that if the storage is
//! missing.
template <class Run>
cudaError_t with_lines(temporary_storage& storage, std::size_t& temporary_bytes, cudaStream_t stream,
                       string_table const& table, std::uint64_t rows, Run const& run)
{
    auto* const lines = storage.take<string_line>(table.lines().size());
    cudaError_t status = cudaSuccess;
    if (storage.is_missing(temporary_bytes, status)) return status;
    if (!table.is_sound()) return cudaErrorInvalidValue;
    status = detail::write_lines(stream, table.lines(), lines, rows);
    return status == cudaSuccess ? run(static_cast<string_line const*>(lines)) : status;
}

//! The unsigned type of the size of an offset.
template <class Offset>
using unsigned_offset = std::conditional_t<sizeof(Offset) == 4, std::uint32_t, std::uint64_t>;

}  // namespace detail

namespace device {

//! Sets row_offsets[k] to the number of bytes of the rows before row k, for k <= count. An Offset has 32 or 64 bits;
//! with 64 bits, the rows may have any number of bytes.
//! Cost:     reads the strings' offsets, and scans the sizes of the rows
template <class Count, class Offset>
cudaError_t jcudf_row_offsets(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                              record_layout const& layout, std::int32_t const* const* string_offsets, Count count,
                              Offset* row_offsets, void const* const* validity = nullptr)
{
    static_assert(sizeof(Offset) == 4 || sizeof(Offset) == 8, "heddle: offsets of rows have 32 or 64 bits");
    detail::string_table const table(
        layout, {nullptr, detail::as_offsets(string_offsets), nullptr, detail::as_arrays(validity)});
    auto* const sizes = reinterpret_cast<detail::unsigned_offset<Offset>*>(row_offsets);
    auto const row_count = static_cast<std::uint64_t>(count);
    std::size_t scan_bytes = 0;
    cudaError_t const error = detail::sum_up(nullptr, scan_bytes, stream, sizes, row_count + 1);
    if (error != cudaSuccess) return error;
    detail::temporary_storage storage(temporary);
    auto* const for_scan = storage.take<std::byte>(scan_bytes);
    return detail::with_lines(
        storage, temporary_bytes, stream, table, row_count, [&](detail::string_line const* lines) {
            cudaError_t const status = detail::launch(
                stream, detail::divide_up(row_count + 1, detail::conversion_threads), detail::conversion_threads,
                detail::write_row_sizes_kernel<detail::unsigned_offset<Offset>>, table.memory(lines), row_count, sizes);
            return status == cudaSuccess ? detail::sum_up(for_scan, scan_bytes, stream, sizes, row_count + 1) : status;
        });
}

//! Copies columns[c] to field c of each row, and the masks to the validity bits. Of a column of strings, columns[c] are
//! the characters. All other bytes of the rows become 0.
//! Requires: no column is null, except characters of which there are none; row_offsets are those of jcudf_row_offsets
template <class Count>
cudaError_t jcudf_columns_to_rows(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                  record_layout const& layout, void const* const* columns,
                                  std::int32_t const* const* string_offsets, Count count,
                                  std::int32_t const* row_offsets, void* rows, void const* const* validity = nullptr)
{
    constexpr auto way = detail::conversion_way::columns_to_rows;
    detail::string_table const table(
        layout, {detail::as_arrays(columns), detail::as_offsets(string_offsets), detail::as_arrays(columns),
                 detail::as_arrays(validity), static_cast<std::byte*>(rows),
                 reinterpret_cast<std::uint32_t const*>(row_offsets)});
    auto const row_count = static_cast<std::uint64_t>(count);
    detail::temporary_storage storage(temporary);
    return detail::with_lines(storage, temporary_bytes, stream, table, row_count,
                              [&](detail::string_line const* lines) {
                                  return detail::convert_string_rows<way>(stream, table, lines, row_count);
                              });
}

//! Copies field c of each row to columns[c], and the validity bits to the masks. Of a column of strings, computes the
//! offsets of its characters, string_offsets[c][0 … count]; columns[c] is not used. A column is left out if both
//! pointers are null.
//! Requires: the rows are JCUDF rows of this layout
template <class Count>
cudaError_t jcudf_rows_to_columns(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                  record_layout const& layout, void const* rows, std::int32_t const* row_offsets,
                                  Count count, void* const* columns, std::int32_t* const* string_offsets,
                                  void* const* validity = nullptr)
{
    constexpr auto way = detail::conversion_way::rows_to_columns;
    detail::string_table const table(
        layout,
        {detail::as_arrays(columns), string_offsets, nullptr, detail::as_arrays(validity),
         static_cast<std::byte*>(const_cast<void*>(rows)), reinterpret_cast<std::uint32_t const*>(row_offsets)});
    auto const row_count = static_cast<std::uint64_t>(count);
    std::size_t scan_bytes = 0;
    cudaError_t const error =
        detail::sum_up(nullptr, scan_bytes, stream, static_cast<std::uint32_t*>(nullptr), row_count + 1);
    if (error != cudaSuccess) return error;
    detail::temporary_storage storage(temporary);
    auto* const for_scan = storage.take<std::byte>(scan_bytes);
    return detail::with_lines(
        storage, temporary_bytes, stream, table, row_count, [&](detail::string_line const* lines) {
            cudaError_t status = detail::convert_string_rows<way>(stream, table, lines, row_count);
            for (detail::string_line const& line : table.lines()) {
                if (status != cudaSuccess) break;
                status = detail::sum_up(for_scan, scan_bytes, stream, line.offsets, row_count + 1);
            }
            return status;
        });
}

//! Copies the characters of column c to characters[c]. A column without characters is left out.
//! Requires: string_offsets are those of jcudf_rows_to_columns
template <class Count>
cudaError_t jcudf_rows_to_characters(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                     record_layout const& layout, void const* rows, std::int32_t const* row_offsets,
                                     Count count, std::int32_t const* const* string_offsets, void* const* characters)
{
    std::vector<std::int32_t*> offsets;
    for (std::size_t c = 0; c < layout.field_count(); ++c) {
        offsets.push_back(characters[c] == nullptr ? nullptr : const_cast<std::int32_t*>(string_offsets[c]));
    }
    detail::string_table const table(layout, {nullptr, offsets.data(), detail::as_arrays(characters), nullptr,
                                              static_cast<std::byte*>(const_cast<void*>(rows)),
                                              reinterpret_cast<std::uint32_t const*>(row_offsets)});
    auto const row_count = static_cast<std::uint64_t>(count);
    detail::temporary_storage storage(temporary);
    return detail::with_lines(storage, temporary_bytes, stream, table, row_count,
                              [&](detail::string_line const* lines) {
                                  return detail::copy_characters_to_columns(stream, table, lines, row_count);
                              });
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
