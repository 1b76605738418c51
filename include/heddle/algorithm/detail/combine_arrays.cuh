// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Merges two sorted arrays, or stores the elements of a set operation, with values or without. Every block reads and
// writes consecutive bytes, whichever bytes the comparison reads.
#pragma once

#include <heddle/algorithm/detail/combined_tiles.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/merge_sort.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Sets cuts[t] to the end of the tile before tile t, for each t < count_of_cuts.
template <class Combination, class T, class Order>
__global__ void __launch_bounds__(merge_partition_threads)
    divide_arrays_kernel(joined_arrays<T> keys, std::size_t count, run_cut<std::size_t>* cuts, std::size_t cut_count,
                         unsigned stride, Order order)
{
    constexpr unsigned warps = merge_partition_threads / 32;
    alignas(128) __shared__ std::byte memory[warps * merge_probe_bytes<T>];
    unsigned const warp = threadIdx.x / 32;
    std::size_t const tile = std::size_t{blockIdx.x} * warps + warp;
    if (tile >= cut_count) return;
    cuts[tile] = detail::cut_before_tile<T, Combination>(memory + warp * merge_probe_bytes<T>, keys, count,
                                                         tile * stride, order);
}

template <class T, class Value, class Combination, class Order>
__global__ void __launch_bounds__(combined_shape_of<T, Value>.threads)
    combine_tiles_kernel(combined_arrays<T, Value> arrays, run_cut<std::size_t> const* cuts, Combination combination,
                         Order order)
{
    detail::combine_tile(heddle::dynamic_shared<combined_memory<T, Value>>(), arrays, cuts, combination, order);
}

//! Launches the kernels of a combination. `cuts` is null, or has room for one cut more than there are tiles.
template <class T, class Value, class Combination, class Order>
cudaError_t launch_combination(cudaStream_t stream, std::size_t tiles, combined_arrays<T, Value> const& arrays,
                               run_cut<std::size_t>* cuts, Combination const& combination, Order const& order)
{
    using memory = combined_memory<T, Value>;
    auto* const combine = combine_tiles_kernel<T, Value, Combination, Order>;
    cudaError_t error = detail::allow_shared_bytes(combine, sizeof(memory));
    if (error == cudaSuccess && cuts != nullptr) {
        error = detail::launch(stream, detail::divide_up(tiles + 1, merge_partition_threads / 32),
                               merge_partition_threads, divide_arrays_kernel<Combination, T, Order>, arrays.keys,
                               arrays.count, cuts, tiles + 1, Combination::stride(memory::capacity), order);
    }
    if (error != cudaSuccess) return error;
    return detail::launch(launch_shape{stream, tiles, memory::shape.threads, sizeof(memory)}, combine, arrays, cuts,
                          combination, order);
}

//! Takes room for the cuts of so many tiles, or none if the blocks find the cuts.
inline run_cut<std::size_t>* take_cuts(temporary_storage& storage, std::size_t tiles)
{
    return tiles > max_tiles_divided_by_blocks ? storage.take<run_cut<std::size_t>>(tiles + 1) : nullptr;
}

//! Sets arrays.out to the merge of both arrays.
template <class T, class Value, class Order>
cudaError_t merge_arrays(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                         combined_arrays<T, Value> const& arrays, Order const& order)
{
    constexpr unsigned stride = merge_of_arrays::stride(combined_memory<T, Value>::capacity);
    std::size_t const tiles = detail::divide_up(arrays.count, stride);
    temporary_storage storage(temporary);
    auto* const cuts = detail::take_cuts(storage, tiles);
    cudaError_t error = cudaSuccess;
    if (storage.is_missing(temporary_bytes, error)) return error;
    return detail::launch_combination(stream, tiles, arrays, cuts, merge_of_arrays(), order);
}

//! Returns the maximum number of elements that an operation stores of `first` and `second` elements.
inline std::size_t max_stored_by(set_operation const& operation, std::size_t first, std::size_t second)
{
    if (operation.only_second) return first + second;
    return operation.only_first || first < second ? first : second;
}

//! Sets arrays.out to the elements of a set operation, and *stored to their number.
//! Requires: arrays.count > 0
template <class T, class Value, class Order>
cudaError_t combine_sets(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                         combined_arrays<T, Value> const& arrays, set_operation const& operation,
                         std::ptrdiff_t* stored, Order const& order)
{
    constexpr unsigned stride = set_of_arrays::stride(combined_memory<T, Value>::capacity);
    std::size_t const tiles = detail::divide_up(arrays.count, stride);
    std::size_t const word_count = look_back_words<count_states>(tiles);
    temporary_storage storage(temporary);
    auto* const cuts = detail::take_cuts(storage, tiles);
    auto* const words = storage.take<std::uint64_t>(word_count);
    cudaError_t error = cudaSuccess;
    if (storage.is_missing(temporary_bytes, error)) return error;
    if (tiles > 1) error = ::cudaMemsetAsync(words, 0, word_count * sizeof(std::uint64_t), stream);
    if (error != cudaSuccess) return error;
    std::size_t const first_count = arrays.keys.first_count;
    set_of_arrays const sets{operation, detail::look_back_in<count_states>(words, tiles, false),
                             detail::max_stored_by(operation, first_count, arrays.count - first_count), stored};
    return detail::launch_combination(stream, tiles, arrays, cuts, sets, order);
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
