// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the numbers of records by their keys with CUB's radix sort, beginning with the least significant key, and marks
// the first record of each run of equal keys.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/record_keys.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr unsigned key_threads = 256;

//! Sets keys[k] to the key of record numbers[k]. If is_first, first sets numbers[k] = k.
template <class Key, class Index>
__global__ void __launch_bounds__(key_threads)
    take_keys_kernel(std::byte const* in, std::size_t distance, std::size_t count, composed_key composed, bool is_first,
                     Index* numbers, Key* keys)
{
    std::size_t const k = std::size_t{blockIdx.x} * key_threads + threadIdx.x;
    if (k >= count) return;
    std::size_t const number = is_first ? k : numbers[k];
    if (is_first) numbers[k] = static_cast<Index>(k);
    keys[k] = static_cast<Key>(composed.of(in + number * distance));
}

//! Two arrays of keys and two arrays of numbers, in the temporary storage of a sort.
template <class Index>
struct sorted_numbers {
    Index *first, *second;
    std::uint64_t *keys, *other_keys;
    void* for_cub;
    std::size_t cub_bytes;
};

//! Sorts the numbers by one key. Without memory for CUB, only sets cub_bytes.
template <class Key, class Index>
cudaError_t sort_numbers(sorted_numbers<Index>& arrays, cudaStream_t stream, record_layout const& layout,
                         std::byte const* in, std::size_t count, composed_key const& composed, bool is_first)
{
    auto* const keys = reinterpret_cast<Key*>(arrays.keys);
    if (arrays.for_cub != nullptr) {
        cudaError_t const error =
            detail::launch(stream, detail::divide_up(count, key_threads), key_threads, take_keys_kernel<Key, Index>, in,
                           layout.distance(), count, composed, is_first, arrays.first, keys);
        if (error != cudaSuccess) return error;
    }
    cub::DoubleBuffer<Key> cub_keys(keys, reinterpret_cast<Key*>(arrays.other_keys));
    cub::DoubleBuffer<Index> cub_numbers(arrays.first, arrays.second);
    cudaError_t const error = detail::sort_pairs_by_digits<Key, ascending>(
        arrays.for_cub, arrays.cub_bytes, stream, count, static_cast<int>(8 * composed.bytes), cub_keys, cub_numbers);
    if (arrays.for_cub != nullptr && cub_numbers.selector != 0) std::swap(arrays.first, arrays.second);
    return error;
}
template <class Index>
cudaError_t sort_numbers_by(composed_key const& composed, sorted_numbers<Index>& arrays, cudaStream_t stream,
                            record_layout const& layout, std::byte const* in, std::size_t count, bool is_first)
{
    if constexpr (std::is_same_v<Index, std::uint32_t>) {
        if (composed.bytes <= 4) {
            return detail::sort_numbers<std::uint32_t>(arrays, stream, layout, in, count, composed, is_first);
        }
    }
    return detail::sort_numbers<std::uint64_t>(arrays, stream, layout, in, count, composed, is_first);
}

//! Sorts the numbers of `count` records by all keys, and then calls move(numbers).
template <class Index, class Move>
cudaError_t sort_records(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                         record_layout const& layout, std::vector<composed_key> const& keys, std::byte const* in,
                         std::size_t count, Move const& move)
{
    temporary_storage storage(temporary);
    sorted_numbers<Index> arrays{};
    std::size_t key_bytes = 0, cub_bytes = 0;
    for (composed_key const& key : keys) {
        cudaError_t const error = detail::sort_numbers_by(key, arrays, stream, layout, in, count, true);
        if (error != cudaSuccess) return error;
        cub_bytes = arrays.cub_bytes > cub_bytes ? arrays.cub_bytes : cub_bytes;
        std::size_t const of_key = sizeof(Index) > 4 || key.bytes > 4 ? 8 : 4;
        key_bytes = of_key > key_bytes ? of_key : key_bytes;
    }
    std::size_t const key_words = detail::divide_up(count * key_bytes, sizeof(std::uint64_t));
    arrays = {storage.take<Index>(count),
              storage.take<Index>(count),
              storage.take<std::uint64_t>(key_words),
              storage.take<std::uint64_t>(key_words),
              storage.take<std::byte>(cub_bytes),
              cub_bytes};
    cudaError_t error = cudaSuccess;
    if (storage.is_missing(temporary_bytes, error) || count == 0) return error;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        error = detail::sort_numbers_by(keys[k], arrays, stream, layout, in, count, k == 0);
        if (error != cudaSuccess) return error;
    }
    return move(static_cast<Index const*>(arrays.first));
}

//! Sets flags[k] if record k differs from the one before it in a key, and keeps other flags unless is_first.
template <unsigned Threads = key_threads>
__global__ void __launch_bounds__(Threads)
    mark_runs_kernel(std::byte const* in, std::size_t distance, std::size_t count, composed_key composed, bool is_first,
                     std::uint8_t* flags)
{
    std::size_t const k = std::size_t{blockIdx.x} * Threads + threadIdx.x;
    if (k >= count) return;
    std::byte const* const record = in + k * distance;
    bool const differs = k == 0 || composed.of(record) != composed.of(record - distance);
    if (is_first || differs) flags[k] = differs;
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
