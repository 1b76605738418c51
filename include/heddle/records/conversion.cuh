// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion between records whose layout is known at run time and one array for each field.
//
//     heddle::record_layout const points(22, {{0, 4}, {4, 4}, {8, 4}, {16, 2}});
//     void* const columns[] = {x, y, z, intensity};
//     heddle::rows_to_columns(stream, points, rows, count, columns);
//
// For both functions:
//   Columns:   columns[f] is the array of field f in global memory, or null if the field is left out. The array
//              `columns` itself is host memory, and is read before the call returns
//   Validity:  null, or a bit mask for each field: bit k % 8 of byte k / 8 is 1 if record k has a value. A mask may be
//              null, which means that all records have a value. Bits of no record are written as 0
//   Addresses: any. It is fastest if they are multiples of 16, and fields lie at multiples of their sizes
//   Requires:  rows and columns do not overlap
//   Stream:    launches are asynchronous and can be captured in a graph; no temporary storage
//   Errors:    those of the launch; cudaErrorInvalidValue if the number of records is negative, and, if there
//              are records, if a pointer to them or to the columns is null, or if masks are given and the layout has no
//              validity bytes
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/conversion_kernel.cuh>
#include <heddle/records/detail/conversion_launches.hpp>
#include <heddle/records/detail/conversion_plan.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/record_layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Selects whether the bytes of a record that no column fills are kept, or become 0.
enum class other_bytes { kept, zeroed };

namespace types {

//! Options of rows_to_columns and columns_to_rows.
struct conversion_options {
    //! Columns to rows: whether the bytes of a record that no column fills are kept or become 0. Records without such
    //! bytes, and those whose other bytes are zeroed, are written as whole words, which is faster.
    other_bytes others = other_bytes::kept;
    //! Null, or the number of records in device memory. At most `count` records are converted.
    std::uint64_t const* device_count = nullptr;
};

}  // namespace types

using types::conversion_options;

namespace detail {

#if defined(__CUDACC__)

template <conversion_way Way, unsigned Unit, class Table>
cudaError_t launch_conversion(cudaStream_t stream, conversion_plan const& plan, std::uint64_t count,
                              std::uint64_t const* device_count)
{
    return detail::for_each_table<Table>(plan, count, device_count, [&](Table const& table, std::size_t shared_bytes) {
        std::size_t const blocks = divide_up(count, table.tile_rows) * table.slice_count;
        return detail::launch(launch_shape{stream, blocks, conversion_threads, shared_bytes},
                              convert_records_kernel<Way, Unit, Table>, table);
    });
}

//! Tables of few and of many lines.
using small_conversion_table = conversion_table<96, 4>;
using large_conversion_table = conversion_table<1120, 24>;

//! Returns a number of records; a negative one becomes larger than max_conversion_count.
template <class Count>
std::uint64_t count_of_records(Count count)
{
    static_assert(std::is_integral_v<Count>, "heddle: the number of records must be an integer");
    return static_cast<std::uint64_t>(count);
}
inline constexpr std::uint64_t max_conversion_count = ~std::uint64_t{0} >> 1;

template <conversion_way Way>
cudaError_t convert_records(cudaStream_t stream, conversion_request const& request, std::uint64_t count,
                            std::uint64_t const* device_count)
{
    if (count == 0) return cudaSuccess;
    if (count > max_conversion_count || request.rows == nullptr ||
        (request.columns == nullptr && request.layout.field_count() > 0) ||
        (request.validity != nullptr && !request.layout.has_validity())) {
        return cudaErrorInvalidValue;
    }
    conversion_plan const plan(request);
    bool const is_small = plan.lines().size() <= small_conversion_table::max_lines &&
                          plan.slices().size() <= small_conversion_table::max_slices;
    auto const run = [&](auto unit) {
        constexpr unsigned u = decltype(unit)::value;
        return is_small ? detail::launch_conversion<Way, u, small_conversion_table>(stream, plan, count, device_count)
                        : detail::launch_conversion<Way, u, large_conversion_table>(stream, plan, count, device_count);
    };
    if constexpr (Way == conversion_way::rows_to_columns) {
        switch (plan.window_unit()) {
            case 16:
                return run(std::integral_constant<unsigned, 16>());
            case 8:
                return run(std::integral_constant<unsigned, 8>());
            case 4:
                return run(std::integral_constant<unsigned, 4>());
            default:
                return run(std::integral_constant<unsigned, 1>());
        }
    } else {
        return run(std::integral_constant<unsigned, 1>());
    }
}

#endif

}  // namespace detail

#if defined(__CUDACC__)

//! Copies field f of each of `count` records to columns[f], and the validity bits to the masks.
template <class Count>
cudaError_t rows_to_columns(cudaStream_t stream, record_layout const& layout, void const* rows, Count count,
                            void* const* columns, void* const* validity = nullptr, conversion_options options = {})
{
    constexpr auto way = detail::conversion_way::rows_to_columns;
    detail::conversion_request const request{way,
                                             layout,
                                             const_cast<std::byte*>(static_cast<std::byte const*>(rows)),
                                             reinterpret_cast<std::byte* const*>(columns),
                                             reinterpret_cast<std::byte* const*>(validity),
                                             true};
    return detail::convert_records<way>(stream, request, detail::count_of_records(count), options.device_count);
}

//! Copies columns[f] to field f of each of `count` records, and the masks to the validity bits. A field without a mask
//! is valid if it has a column, and missing if it has none. So a call for a part of the fields needs the masks of the
//! others, or a layout without validity bytes. Bytes between records are never written.
template <class Count>
cudaError_t columns_to_rows(cudaStream_t stream, record_layout const& layout, void const* const* columns, Count count,
                            void* rows, void const* const* validity = nullptr, conversion_options options = {})
{
    constexpr auto way = detail::conversion_way::columns_to_rows;
    detail::conversion_request const request{way,
                                             layout,
                                             static_cast<std::byte*>(rows),
                                             reinterpret_cast<std::byte* const*>(const_cast<void* const*>(columns)),
                                             reinterpret_cast<std::byte* const*>(const_cast<void* const*>(validity)),
                                             options.others == other_bytes::kept};
    return detail::convert_records<way>(stream, request, detail::count_of_records(count), options.device_count);
}

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
