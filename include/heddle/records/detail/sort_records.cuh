// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the numbers of records by their keys, and marks the first record of each run of equal keys.
#pragma once

#include <heddle/algorithm/detail/key_passes.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/record_keys.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the key of a record.
template <class Key>
struct record_key_at {
    std::byte const* records;
    std::size_t distance;
    composed_key composed;

    HEDDLE_INLINE Key operator()(std::size_t number) const
    {
        return static_cast<Key>(composed.of(records + number * distance));
    }
};

//! Sorts the numbers by one key. Numbers of 64 bits are rare, so that one sort with wide keys serves them all.
template <class Index>
cudaError_t sort_numbers(key_passes<Index>& passes, record_layout const& layout, std::byte const* in,
                         composed_key const& composed)
{
    int const bits = static_cast<int>(8 * composed.bytes);
    if constexpr (std::is_same_v<Index, std::uint32_t>) {
        if (composed.bytes <= 4) {
            record_key_at<std::uint32_t> const key_at{in, layout.distance(), composed};
            return passes.template run<std::uint32_t>(key_at, ascending(), bits);
        }
    }
    record_key_at<std::uint64_t> const key_at{in, layout.distance(), composed};
    return passes.template run<std::uint64_t>(key_at, ascending(), bits);
}

//! Sorts the numbers of `count` records by all keys, and then calls move(numbers).
template <class Index, class Move>
cudaError_t sort_records(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                         record_layout const& layout, std::vector<composed_key> const& keys, std::byte const* in,
                         std::size_t count, Move const& move)
{
    temporary_storage storage(temporary);
    key_passes<Index> passes(stream, count);
    auto const run_all = [&] {
        cudaError_t error = cudaSuccess;
        for (std::size_t k = 0; k < keys.size() && error == cudaSuccess; ++k) {
            error = detail::sort_numbers(passes, layout, in, keys[k]);
        }
        return error;
    };
    cudaError_t error = run_all();
    if (error != cudaSuccess) return error;
    passes.take(storage);
    if (storage.is_missing(temporary_bytes, error) || count == 0) return error;
    error = run_all();
    return error == cudaSuccess ? move(passes.indices()) : error;
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
