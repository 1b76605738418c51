// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A stable merge sort that moves whole elements: blocks sort tiles, then each pass merges pairs of runs. Every pass
// reads and writes consecutive bytes, whichever bytes the comparison reads.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/merge_rows.cuh>
#include <heddle/algorithm/detail/merge_tiles.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/thread.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A pass over `count` elements that merges pairs of runs, each of `tiles` tiles. `tiles` is a power of two.
template <class T>
struct merge_pass {
    static constexpr unsigned capacity = merge_memory<T>::capacity;

    std::size_t count, tiles;

    HEDDLE_DEVICE_INLINE run_pair<std::size_t> pair_of(std::size_t tile) const
    {
        return run_pair<std::size_t>::at((tile & ~(2 * tiles - 1)) * capacity, tiles * capacity, count);
    }
    HEDDLE_DEVICE_INLINE unsigned size_of(std::size_t tile) const
    {
        std::size_t const left = count - tile * capacity;
        return left < capacity ? static_cast<unsigned>(left) : capacity;
    }
};

template <class T, class Order>
__global__ void __launch_bounds__(merge_shape_of<T>.threads)
    sort_tiles_kernel(T const* in, T* out, merge_pass<T> pass, Order order)
{
    std::size_t const tile = blockIdx.x, start = tile * pass.capacity;
    detail::sort_tile(heddle::dynamic_shared<merge_memory<T>>(), in + start, out + start, pass.size_of(tile), order);
}

//! Sets taken[t] to the number of elements that the tiles of the same pair before tile t take from the first run.
template <class T, class Order>
__global__ void __launch_bounds__(merge_partition_threads)
    divide_merges_kernel(T const* in, std::size_t* taken, std::size_t tiles, merge_pass<T> pass, Order order)
{
    constexpr unsigned warps = merge_partition_threads / 32;
    alignas(128) __shared__ std::byte memory[warps * merge_probe_bytes<T>];
    std::size_t const tile = std::size_t{blockIdx.x} * warps + threadIdx.x / 32;
    if (tile >= tiles) return;
    auto const pair = pass.pair_of(tile);
    merge_rows<T> const rows(memory + threadIdx.x / 32 * merge_probe_bytes<T>);
    joined_arrays<T> const elements{in, in, 0};
    taken[tile] = pair.taken(tile * pass.capacity - pair.begin, warp_search<T, Order>{rows, elements, order});
}

//! Merges pairs of runs. If `divided` is null, the block divides the merge itself.
template <class T, class Order>
__global__ void __launch_bounds__(merge_shape_of<T>.threads)
    merge_tiles_kernel(T const* in, T* out, std::size_t const* divided, merge_pass<T> pass, Order order)
{
    auto& memory = heddle::dynamic_shared<merge_memory<T>>();
    std::size_t const tile = blockIdx.x, start = tile * pass.capacity;
    unsigned const size = pass.size_of(tile);
    auto const pair = pass.pair_of(tile);
    std::size_t const output = start - pair.begin;
    std::size_t taken[2];
    if (divided != nullptr) {
        taken[0] = divided[tile];
        taken[1] = start + size == pair.end ? pair.middle - pair.begin : divided[tile + 1];
    } else {
        auto* const found = reinterpret_cast<std::size_t*>(memory.numbers);  // the merge writes numbers later
        unsigned const warp = threadIdx.x / 32;
        if (warp < 2) {
            merge_rows<T> const rows(memory.rows + warp * merge_probe_bytes<T>);
            joined_arrays<T> const elements{in, in, 0};
            found[warp] = pair.taken(output + warp * size, warp_search<T, Order>{rows, elements, order});
        }
        __syncthreads();
        taken[0] = found[0];
        taken[1] = found[1];
    }
    detail::merge_tile(memory, in, out + start, pair, output, size, taken, order);
}

//! Sets `out` to the elements of `in` in order. in == out is allowed.
template <class T, class Order>
cudaError_t merge_sort(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                       std::size_t count, Order const& order)
{
    constexpr merge_shape shape = merge_shape_of<T>;
    std::size_t const tiles = detail::divide_up(count, shape.capacity());
    bool const divides_first = tiles > max_tiles_divided_by_blocks;
    temporary_storage storage(temporary);
    T* const spare = tiles > 1 ? storage.take<T>(count) : nullptr;
    auto* const divided = divides_first ? storage.take<std::size_t>(tiles) : nullptr;
    cudaError_t error = cudaSuccess;
    if (storage.is_missing(temporary_bytes, error)) return error;

    auto* const sort_tiles = sort_tiles_kernel<T, Order>;
    auto* const merge_tiles = merge_tiles_kernel<T, Order>;
    constexpr std::size_t shared_bytes = sizeof(merge_memory<T>);
    error = detail::allow_shared_bytes(sort_tiles, shared_bytes);
    if (error == cudaSuccess) error = detail::allow_shared_bytes(merge_tiles, shared_bytes);
    if (error != cudaSuccess) return error;

    // The passes alternate between the two arrays, and the last one writes `out`.
    T* from = spare;
    T* to = out;
    for (std::size_t run = 1; run < tiles; run *= 2) std::swap(from, to);
    launch_shape const grid{stream, tiles, shape.threads, shared_bytes};
    error = detail::launch(grid, sort_tiles, in, to, merge_pass<T>{count, 1}, order);
    for (std::size_t run = 1; run < tiles && error == cudaSuccess; run *= 2) {
        std::swap(from, to);
        merge_pass<T> const pass{count, run};
        if (divides_first) {
            error =
                detail::launch(stream, detail::divide_up(tiles, merge_partition_threads / 32), merge_partition_threads,
                               divide_merges_kernel<T, Order>, from, divided, tiles, pass, order);
        }
        if (error == cudaSuccess) error = detail::launch(grid, merge_tiles, from, to, divided, pass, order);
    }
    return error;
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
