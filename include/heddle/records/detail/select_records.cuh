// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects records whose size is known only at run time by an array of flags. One kernel counts the flags of each tile,
// a scan adds the counts, and a second kernel lists the selected records of its tile in shared memory and moves them.
#pragma once

#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/cub_call.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/dense_selection.cuh>
#include <heddle/records/detail/record_movers.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/select_tiles.cuh>

#include <cuda_runtime.h>

#if defined(__CUDACC__)
#    include <cub/block/block_reduce.cuh>
#    include <cub/block/block_scan.cuh>
#    include <cub/device/device_scan.cuh>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

#if defined(__CUDACC__)

//! The flags of the calling thread, which are consecutive.
struct thread_flags {
    std::uint32_t first;  //!< the number of the first one in the tile
    std::uint32_t count;
    std::uint32_t bits;

    __device__ __forceinline__ thread_flags(record_tiles const& tiles, std::uint8_t const* flags, std::size_t tile)
    {
        std::size_t const start = tile * tiles.records;
        std::uint32_t const size = tiles.size_of(tile);
        first = threadIdx.x * tiles.flags_of_thread;
        count = first >= size ? 0 : size - first < tiles.flags_of_thread ? size - first : tiles.flags_of_thread;
        bits = detail::bits_of_flags(flags + start + first, count, tiles.flags_of_thread);
    }
};

template <unsigned Threads = move_threads>
__global__ void __launch_bounds__(Threads)
    count_flags_kernel(record_tiles tiles, std::uint8_t const* flags, std::uint64_t* counts)
{
    using reduction = cub::BlockReduce<std::uint32_t, Threads>;
    __shared__ typename reduction::TempStorage memory;
    thread_flags const own(tiles, flags, blockIdx.x);
    std::uint32_t const sum = reduction(memory).Sum(static_cast<std::uint32_t>(__popc(own.bits)));
    if (threadIdx.x != 0) return;
    counts[blockIdx.x] = sum;
    if (blockIdx.x == 0) counts[gridDim.x] = 0;
}

//! Moves the records of one tile. before[t] is the number of records that are selected in all tiles before tile t.
template <class Mover, class Selected>
__global__ void __launch_bounds__(move_threads)
    select_records_kernel(record_arrays arrays, Mover mover, fast_divisor units, record_tiles tiles, others rest,
                          std::uint8_t const* flags, std::uint64_t const* before, Selected selected)
{
    using scan = cub::BlockScan<std::uint32_t, move_threads>;
    __shared__ typename scan::TempStorage scanned;
    __shared__ moved_record records[max_listed_records];
    __shared__ typename Mover::memory memory;
    std::uint32_t tile = blockIdx.x, part = 0;
    if (tiles.blocks > 1) {
        tile = blockIdx.x / tiles.blocks;
        part = blockIdx.x % tiles.blocks;
    }
    std::size_t const tile_start = std::size_t{tile} * tiles.records;
    std::size_t const start = before[tile], all_selected = before[tiles.tile_count];
    if (blockIdx.x == 0 && threadIdx.x == 0) detail::assign_to(selected, static_cast<std::ptrdiff_t>(all_selected));

    thread_flags const own(tiles, flags, tile);
    std::uint32_t chosen = 0, chosen_of_tile = 0;
    scan(scanned).ExclusiveSum(static_cast<std::uint32_t>(__popc(own.bits)), chosen, chosen_of_tile);
    for (std::uint32_t k = 0; k < own.count; ++k) {
        std::uint32_t const number = own.first + k, other = number - chosen;
        if ((own.bits >> k & 1u) != 0) {
            records[chosen] = arrays.at(tile_start + number, start + chosen);
            ++chosen;
        } else if (rest == others::appended) {
            std::size_t const others_start = all_selected + (tile_start - start);
            records[chosen_of_tile + other] = arrays.at(tile_start + number, others_start + other);
        }
    }
    __syncthreads();

    // The selected records are consecutive in the output, and so are the others.
    std::uint32_t const middle = chosen_of_tile * units.divisor();
    std::uint32_t const all = rest == others::appended ? tiles.size_of(tile) * units.divisor() : middle;
    std::uint32_t const first = part * tiles.units_of_block;
    std::uint32_t const end = all < first + tiles.units_of_block ? all : first + tiles.units_of_block;
    mover.move(memory, records, units, first, end < middle ? end : middle);
    if (end > middle) {
        mover.move(memory, records + chosen_of_tile, units, first > middle ? first - middle : 0, end - middle);
    }
}

//! Counts the flags of each tile, adds the counts, and then calls move(before): before[t] is the number of flags in all
//! tiles before tile t that are not 0.
template <class Selected, class Move>
cudaError_t count_and_move(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           record_tiles const& tiles, std::uint8_t const* flags, Selected const& selected,
                           Move const& move)
{
    temporary_storage storage(temporary);
    auto* const before = storage.take<std::uint64_t>(tiles.tile_count + 1);
    auto const add = [&](void* for_cub, std::size_t& bytes) {
        return detail::call_cub([&] {
            return cub::DeviceScan::ExclusiveSum(for_cub, bytes, before, before, tiles.tile_count + 1, stream);
        });
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = add(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    if (storage.is_missing(temporary_bytes, error)) return error;
    if (tiles.record_count == 0) return detail::write_value(stream, selected, std::ptrdiff_t{0});

    error = detail::launch(stream, tiles.tile_count, move_threads, count_flags_kernel<>, tiles, flags, before);
    if (error == cudaSuccess) error = add(for_cub, cub_bytes);
    return error != cudaSuccess ? error : move(static_cast<std::uint64_t const*>(before));
}

//! Moves the records whose flag is not 0 to the output, and, if asked, the others behind them.
template <class Selected>
cudaError_t select_records(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                           record_arrays const& arrays, std::uint8_t const* flags, std::size_t count, others rest,
                           Selected const& selected)
{
    if (detail::are_selected_densely(arrays)) {
        flagged_records const marker{flags};
        record_tiles const tiles = detail::dense_tiles(count, arrays.record_bytes);
        return detail::count_and_move(
            temporary, temporary_bytes, stream, tiles, flags, selected, [&](std::uint64_t const* before) {
                return detail::launch_dense_selection(stream, arrays, tiles, marker, rest, {}, before, selected);
            });
    }
    return detail::with_mover<dense_side::out>(arrays, [&](auto const& mover) {
        using mover_type = std::remove_cv_t<std::remove_reference_t<decltype(mover)>>;
        record_tiles const tiles =
            detail::tiles_of_records(count, arrays.record_bytes, mover.units, mover.most_units());
        return detail::count_and_move(
            temporary, temporary_bytes, stream, tiles, flags, selected, [&](std::uint64_t const* before) {
                return detail::launch(stream, tiles.tile_count * tiles.blocks, move_threads,
                                      select_records_kernel<mover_type, Selected>, arrays, mover,
                                      fast_divisor(mover.units), tiles, rest, flags, before, selected);
            });
    });
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
