// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves the structs of segments that a sort of keys and indices has put in order.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_marks.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/indexed.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Moves struct `index` of an array to place `to` of another array.
template <class In, class Out>
struct moved_struct {
    In in;
    Out out;

    HEDDLE_DEVICE_INLINE void operator()(std::size_t index, std::size_t to) const
    {
        detail::move_element(in, static_cast<std::ptrdiff_t>(index), out, static_cast<std::ptrdiff_t>(to));
    }
};

//! Sets indices[to] to the index of a struct.
template <class Index>
struct stored_index {
    Index* indices;

    HEDDLE_DEVICE_INLINE void operator()(std::size_t index, std::size_t to) const
    {
        indices[to] = static_cast<Index>(index);
    }
};

//! Sets out[s * stride + i] to the struct in place i of segment s, for each i below k and the size of the segment.
template <class Index, class Offsets, class In, class Out>
__global__ void __launch_bounds__(mark_threads)
    take_first_of_segments_kernel(Index const* indices, Offsets offsets, std::size_t segment_count, std::size_t k,
                                  std::size_t stride, In in, Out out)
{
    std::size_t const places = segment_count * k, threads = std::size_t{gridDim.x} * mark_threads;
    HEDDLE_DO_NOT_UNROLL
    for (std::size_t own = std::size_t{blockIdx.x} * mark_threads + threadIdx.x; own < places; own += threads) {
        std::size_t const segment = own / k, number = own - segment * k;
        auto const at = offsets + static_cast<std::ptrdiff_t>(segment);
        auto const begin = static_cast<std::size_t>(*at), end = static_cast<std::size_t>(*(at + 1));
        if (begin >= end || number >= end - begin) continue;
        detail::move_element(in, static_cast<std::ptrdiff_t>(indices[begin + number]), out,
                             static_cast<std::ptrdiff_t>(segment * stride + number));
    }
}
inline constexpr std::size_t max_blocks_that_take = 1u << 16;

//! Sets `out` to the structs of `in` with each segment in order.
template <class Sorter, class T>
cudaError_t sort_segments(Sorter& sorter, void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                          T const* in, T* out, std::size_t count)
{
    temporary_storage storage(temporary);
    cudaError_t error = sorter.prepare();
    if (error != cudaSuccess) return error;
    sorter.take(storage);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;
    if (in != out && detail::overlap(in, count, static_cast<T const*>(out), count)) return cudaErrorInvalidValue;
    T* const sorted = spare != nullptr ? spare : out;
    auto const to = detail::indexed_side(sorted);
    auto const from = detail::indexed_side(in);
    error = sorter.run(count, moved_struct<indexed_side_t<T const*>, indexed_side_t<T*>>{from, to});
    if (error != cudaSuccess || spare == nullptr) return error;
    return ::cudaMemcpyAsync(out, spare, count * sizeof(T), cudaMemcpyDeviceToDevice, stream);
}

//! Sets out[s * k + i] to the struct in place i of segment s.
template <class Sorter, class T, class Offsets>
cudaError_t take_first_of_segments(Sorter& sorter, void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                   T const* in, T* out, std::size_t count, Offsets const& offsets,
                                   std::size_t segment_count, std::size_t k)
{
    using index = typename Sorter::index_type;
    temporary_storage storage(temporary);
    cudaError_t error = sorter.prepare();
    if (error != cudaSuccess) return error;
    sorter.take(storage);
    auto* const indices = storage.take<index>(count);
    if (storage.is_missing(temporary_bytes, error)) return error;
    bool const is_too_large = k > std::numeric_limits<std::size_t>::max() / sizeof(T) / segment_count;
    if (is_too_large || detail::overlap(in, count, static_cast<T const*>(out), segment_count * k)) {
        return cudaErrorInvalidValue;
    }
    std::size_t const taken = std::min(k, count);
    error = sorter.run(taken, stored_index<index>{indices});
    if (error != cudaSuccess) return error;
    std::size_t const blocks = detail::divide_up(segment_count * taken, mark_threads);
    return detail::launch(stream, std::min(blocks, max_blocks_that_take), mark_threads,
                          take_first_of_segments_kernel<index, Offsets, indexed_side_t<T const*>, indexed_side_t<T*>>,
                          indices, offsets, segment_count, taken, k, detail::indexed_side(in),
                          detail::indexed_side(out));
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
