// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel that converts records whose layout is known at run time. Its parameter is a table, which host code makes.
// Python compiles it with NVRTC, which takes generic lambdas for host code (13.0), so the code has none.
#pragma once

#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/conversion_table.hpp>
#include <heddle/records/detail/row_pieces.cuh>
#include <heddle/records/detail/row_windows.cuh>
#include <heddle/records/detail/runs.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Converts a slice of a tile of records.
template <conversion_way Way, unsigned Unit, class Block, class Table>
HEDDLE_INLINE void convert_slice(Block const& block, std::byte* shared, Table const& table, std::uint32_t number,
                                 std::uint64_t tile)
{
    std::uint64_t count = table.count;
    if (table.device_count != nullptr && *table.device_count < count) count = *table.device_count;
    std::uint64_t const begin = tile * table.tile_rows;
    if (begin >= count) return;
    auto const rows = static_cast<std::uint32_t>(count - begin < table.tile_rows ? count - begin : table.tile_rows);
    record_slice const& slice = table.slices[number];
    if constexpr (Way == conversion_way::rows_to_columns) {
        detail::load_rows(block, shared, table.memory, slice, begin, rows);
        detail::await_copied_words();
        block.sync();
        detail::store_columns<Unit>(block, shared, table, slice, begin, rows);
        detail::move_runs<Way>(block, shared, table, slice, begin, rows);
        detail::move_masks<Way>(block, shared, table, slice, begin, rows, count);
    } else {
        detail::begin_rows(block, shared, table, slice, begin, rows, count);
        detail::move_runs<Way>(block, shared, table, slice, begin, rows);
        detail::await_copied_words();
        block.sync();
        detail::store_rows(block, shared, table.memory, slice,
                           table.memory.keeps_others ? table.written[number] : nullptr, begin, rows);
    }
}

#if defined(__CUDACC__)

// clang before version 20 lacks this attribute, and copies the table to local memory.
#    if HEDDLE_CLANG_CUDA
#        if __has_attribute(grid_constant)
#            define HEDDLE_GRID_CONSTANT __grid_constant__
#        else
#            define HEDDLE_GRID_CONSTANT
#        endif
#    else
#        define HEDDLE_GRID_CONSTANT __grid_constant__
#    endif

//! The number of blocks that shall run on a multiprocessor at the same time. Before sm_80, a multiprocessor has at most
//! 1,024 threads.
template <conversion_way Way>
inline constexpr unsigned resident_blocks = Way == conversion_way::rows_to_columns ||
                                                    (device_architecture > 0 && device_architecture < 800)
                                                ? rows_to_columns_blocks
                                                : columns_to_rows_blocks;

template <conversion_way Way, unsigned Unit, class Table>
__global__ void __launch_bounds__(conversion_threads, resident_blocks<Way>)
    convert_records_kernel(HEDDLE_GRID_CONSTANT Table const table)
{
    extern __shared__ uint4 conversion_words[];
    auto* const shared = reinterpret_cast<std::byte*>(conversion_words);
    std::uint32_t const tile = blockIdx.x / table.slice_count;
    detail::convert_slice<Way, Unit>(this_block<conversion_threads>(), shared, table,
                                     blockIdx.x - tile * table.slice_count, tile);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
