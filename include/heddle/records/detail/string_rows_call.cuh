// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Host code that launches the conversions of rows with strings.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/cub_call.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/conversion_kernel.cuh>
#include <heddle/records/detail/conversion_launches.hpp>
#include <heddle/records/detail/conversion_plan.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/detail/string_rows.cuh>
#include <heddle/records/record_layout.hpp>

#include <cuda_runtime.h>

#if defined(__CUDACC__)
// g++ wrongly warns of an uninitialized variable in CUB.
#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic push
#        pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#    endif
#    include <cub/device/device_scan.cuh>
#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic pop
#    endif
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The arrays of a call, in global memory. A column is a column of strings if its pointer to offsets is not null.
struct string_table_arrays {
    std::byte* const* columns;     // null if only strings are concerned
    std::int32_t* const* offsets;  // null if there are no strings
    std::byte* const* characters;  // null if only the lengths of strings are concerned
    std::byte* const* validity;    // null, or a mask for each column, which may be null
    std::byte* rows = nullptr;     // null if only the rows' sizes are concerned
    std::uint32_t const* row_offsets = nullptr;
};

//! Describes a conversion of rows with strings to the functions that convert records. For them, a string's field is its
//! length alone, and the field's column is the array of the strings' offsets. To columns, the lengths are stored there
//! until they are summed up. To rows, the block overwrites them with the strings' places, before it stores the rows.
class string_table {
public:
    string_table(record_layout const& layout, string_table_arrays const& arrays) : arrays_(arrays), layout_(layout)
    {
        auto fields = layout.fields();
        auto const characters = layout.validity_offset() + layout.validity_bytes();
        is_sound_ = layout.has_validity() && layout.record_bytes() == (characters + 7) / 8 * 8 &&
                    layout.record_bytes() < std::size_t{1} << 31 && alignment_of(arrays.rows) >= 8;
        for (std::size_t c = 0; c < fields.size(); ++c) {
            record_field& field = fields[c];
            std::byte* column = arrays.columns == nullptr ? nullptr : arrays.columns[c];
            if (arrays.offsets != nullptr && arrays.offsets[c] != nullptr) {
                is_sound_ = is_sound_ && field.bytes == 8 && field.offset % 4 == 0;
                lines_.push_back({reinterpret_cast<std::uint32_t*>(arrays.offsets[c]),
                                  arrays.characters == nullptr ? nullptr : arrays.characters[c],
                                  arrays.validity == nullptr ? nullptr : arrays.validity[c],
                                  static_cast<std::uint32_t>(field.offset), static_cast<std::uint32_t>(c)});
                field = {field.offset + 4, 4};
                column = reinterpret_cast<std::byte*>(arrays.offsets[c]);
            }
            if (column != nullptr) {
                is_sound_ = is_sound_ && is_moved_at_once(field.bytes) && field.offset % field.bytes == 0;
            }
            columns_.push_back(column);
        }
        if (!is_sound_) return;
        // The rows have no common distance. This one makes the conversion treat them as records that are not adjacent and
        // are aligned to 8 bytes, because it is larger than a record and a multiple of 8, but not of 16.
        std::size_t const record = layout.record_bytes();
        layout_ = record_layout(record, std::move(fields)).with_validity(layout.validity_offset());
        layout_ = layout_.with_distance(record % 16 == 0 ? record + 8 : record + 16);
    }

    //! Whether the layout is one of JCUDF rows, and the rows are aligned to 8 bytes.
    bool is_sound() const { return is_sound_; }
    bool has_rows() const { return arrays_.rows != nullptr && arrays_.row_offsets != nullptr; }
    //! Whether all arrays are given of which the conversion needs the addresses.
    bool is_complete(conversion_way way) const
    {
        bool const has_all = std::find(columns_.begin(), columns_.end(), nullptr) == columns_.end();
        return has_rows() && (has_all || way == conversion_way::rows_to_columns);
    }
    std::vector<string_line> const& lines() const { return lines_; }
    //! Returns the arguments of the conversion of the fixed parts. They refer to this object.
    conversion_request request(conversion_way way) const
    {
        return {way, layout_, arrays_.rows, columns_.data(), arrays_.validity, false};
    }
    //! Returns the arguments of the kernels. `lines` are copies of lines() in global memory.
    string_rows memory(string_line const* lines) const
    {
        return {arrays_.rows,
                arrays_.row_offsets,
                lines,
                static_cast<std::uint32_t>(lines_.size()),
                static_cast<std::uint32_t>(layout_.validity_offset()),
                static_cast<std::uint32_t>(layout_.validity_offset() + layout_.validity_bytes()),
                static_cast<std::uint32_t>(layout_.record_bytes())};
    }

private:
    string_table_arrays arrays_;
    record_layout layout_;
    std::vector<std::byte*> columns_;
    std::vector<string_line> lines_;
    bool is_sound_;
};

//! Whether each slice consists of whole words of 8 bytes, as in every layout of JCUDF rows.
inline bool has_whole_words(conversion_plan const& plan)
{
    auto const& slices = plan.slices();
    return std::all_of(slices.begin(), slices.end(),
                       [](record_slice const& each) { return each.begin % 8 == 0 && each.width % 8 == 0; }) &&
           plan.memory().unit % 8 == 0 && plan.window_unit() == 8 && plan.pitch() % 8 == 0;
}

#if defined(__CUDACC__)

inline constexpr unsigned string_lines_of_launch = 64;

struct string_lines {
    string_line line[string_lines_of_launch];
};

template <class Lines>
__global__ void write_lines_kernel(HEDDLE_GRID_CONSTANT Lines const lines, string_line* to, unsigned line_count,
                                   std::uint64_t count)
{
    if (threadIdx.x < line_count) to[threadIdx.x] = lines.line[threadIdx.x].with_bounds(count);
}

//! Copies lines to global memory. They are arguments of launches, so that they need not outlive the call.
template <class Lines = string_lines>
cudaError_t write_lines(cudaStream_t stream, std::vector<string_line> const& from, string_line* to, std::uint64_t rows)
{
    cudaError_t status = cudaSuccess;
    for (std::size_t k = 0; k < from.size() && status == cudaSuccess; k += string_lines_of_launch) {
        Lines lines{};
        std::size_t const count = std::min<std::size_t>(from.size() - k, string_lines_of_launch);
        std::copy_n(from.data() + k, count, lines.line);
        status = detail::launch(stream, 1, string_lines_of_launch, write_lines_kernel<Lines>, lines, to + k,
                                static_cast<unsigned>(count), rows);
    }
    return status;
}

//! Replaces sizes by their exclusive sums.
template <class Offset>
cudaError_t sum_up(void* temporary, std::size_t& bytes, cudaStream_t stream, Offset* sizes, std::size_t count)
{
    return detail::call_cub(
        [&] { return cub::DeviceScan::ExclusiveSum(temporary, bytes, sizes, sizes, count, stream); });
}

template <class Offset>
__global__ void __launch_bounds__(conversion_threads)
    write_row_sizes_kernel(string_rows table, std::uint64_t count, Offset* sizes)
{
    std::uint64_t const row = std::uint64_t{blockIdx.x} * conversion_threads + threadIdx.x;
    if (row <= count) detail::write_row_size(table, row, count, sizes);
}

template <conversion_way Way, class Table>
__global__ void __launch_bounds__(conversion_threads, 4)
    convert_string_rows_kernel(HEDDLE_GRID_CONSTANT Table const table, string_rows memory)
{
    extern __shared__ uint4 shared_words[];
    std::uint32_t const tile = blockIdx.x / table.slice_count;
    detail::convert_string_slice<Way>(this_block<conversion_threads>(), reinterpret_cast<std::byte*>(shared_words),
                                      table, memory, blockIdx.x - tile * table.slice_count, tile);
}

//! Copies the characters of the rows to the columns. A block has a tile of rows and one column.
template <class Rows>
__global__ void __launch_bounds__(conversion_threads)
    rows_to_characters_kernel(Rows table, std::uint64_t count, std::uint32_t tile_rows)
{
    __shared__ column_tile shared;
    std::uint32_t const tile = blockIdx.x / table.string_count;
    std::uint64_t const begin = std::uint64_t{tile} * tile_rows;
    auto const rows = static_cast<std::uint32_t>(count - begin < tile_rows ? count - begin : tile_rows);
    detail::rows_to_characters(this_block<conversion_threads>(), shared, table,
                               table.strings[blockIdx.x - tile * table.string_count], begin, rows);
}

//! Copies the characters to rows of which all fixed parts are written. A block has a tile of rows.
template <class Rows>
__global__ void __launch_bounds__(conversion_threads)
    characters_to_rows_kernel(Rows table, std::uint64_t count, std::uint32_t tile_rows)
{
    std::uint64_t const begin = std::uint64_t{blockIdx.x} * tile_rows;
    auto const rows = static_cast<std::uint32_t>(count - begin < tile_rows ? count - begin : tile_rows);
    std::uint32_t const* const offsets = table.offsets + begin;
    detail::characters_to_rows(this_block<conversion_threads>(), table, offsets, begin, rows,
                               [&](std::uint32_t r) { return static_cast<std::byte const*>(table.rows + offsets[r]); });
}

template <conversion_way Way>
cudaError_t copy_characters(cudaStream_t stream, string_rows const& memory, std::uint64_t count)
{
    if (count == 0 || memory.string_count == 0) return cudaSuccess;
    std::uint32_t const tile_rows =
        std::min(detail::tile_rows_of(count, conversion_tile_bytes / column_tile::max_rows), column_tile::max_rows);
    std::size_t const tiles = detail::divide_up(count, tile_rows);
    if constexpr (Way == conversion_way::rows_to_columns) {
        return detail::launch(stream, tiles * memory.string_count, conversion_threads,
                              rows_to_characters_kernel<string_rows>, memory, count, tile_rows);
    } else {
        return detail::launch(stream, tiles, conversion_threads, characters_to_rows_kernel<string_rows>, memory, count,
                              tile_rows);
    }
}

template <conversion_way Way, class Table>
cudaError_t launch_string_rows(cudaStream_t stream, conversion_plan const& plan, string_rows const& memory,
                               std::uint64_t count)
{
    static_assert(sizeof(Table) + sizeof(string_rows) <= 32764);
    return detail::for_each_table<Table>(plan, count, nullptr, [&](Table const& table, std::size_t shared_bytes) {
        std::size_t const blocks = divide_up(count, table.tile_rows) * table.slice_count;
        std::size_t const with_offsets = shared_bytes + tile_offsets_bytes(table.tile_rows);
        return detail::launch(launch_shape{stream, blocks, conversion_threads, with_offsets},
                              convert_string_rows_kernel<Way, Table>, table, memory);
    });
}

//! Converts the fixed parts of the rows, and to rows also the characters.
template <conversion_way Way>
cudaError_t convert_string_rows(cudaStream_t stream, string_table const& arrays, string_line const* lines,
                                std::uint64_t count)
{
    if (count == 0) return cudaSuccess;
    if (!arrays.is_complete(Way)) return cudaErrorInvalidValue;
    conversion_request const request = arrays.request(Way);
    conversion_plan const plan(request);
    if (plan.slices().empty()) return cudaSuccess;
    if (!detail::has_whole_words(plan)) return cudaErrorInvalidValue;
    string_rows const memory = arrays.memory(lines);
    using small_table = conversion_table<96, 4>;
    using large_table = conversion_table<1120, 24>;
    bool const is_small =
        plan.lines().size() <= small_table::max_lines && plan.slices().size() <= small_table::max_slices;
    cudaError_t const status = is_small ? detail::launch_string_rows<Way, small_table>(stream, plan, memory, count)
                                        : detail::launch_string_rows<Way, large_table>(stream, plan, memory, count);
    bool const has_characters = Way == conversion_way::columns_to_rows && plan.slices().size() > 1;
    if (status != cudaSuccess || !has_characters) return status;
    return detail::copy_characters<conversion_way::columns_to_rows>(stream, memory, count);
}

//! Copies the characters of the rows to the columns.
template <class Count>
cudaError_t copy_characters_to_columns(cudaStream_t stream, string_table const& arrays, string_line const* lines,
                                       Count count)
{
    if (count > 0 && !arrays.has_rows()) return cudaErrorInvalidValue;
    return detail::copy_characters<conversion_way::rows_to_columns>(stream, arrays.memory(lines), count);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
