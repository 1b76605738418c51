// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds records to records at indices, in an order that does not depend on the run or the GPU. The indices are sorted
// first; then the deltas of each record are added up, and the sum is added to the record.
//
//     std::size_t bytes = 0;
//     heddle::device::deterministic_scatter_add(nullptr, bytes, stream, deltas, indices, count, out);
//     cudaMalloc(&temporary, bytes);
//     heddle::device::deterministic_scatter_add(temporary, bytes, stream, deltas, indices, count, out);
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_sums.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/atomic.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/device_pointer.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

template <class Record, class Values, class T, class Position>
__global__ void __launch_bounds__(batch_threads)
    add_batches_kernel(Values values, places_for_sums<T, Position> next, T* out)
{
    __shared__ batch_memory<32> memory;
    detail::add_batches<Record>(this_block<batch_threads>(), memory, values, blockIdx.x, next, out);
}

template <class Record, class Position, class T, class Index>
cudaError_t deterministic_scatter_add(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream,
                                      T const* deltas, Index const* indices, std::size_t count, T* out,
                                      std::size_t record_count)
{
    temporary_storage storage(temporary);
    auto* const sorted = storage.take<Index>(count);
    auto* const positions = storage.take<Position>(count);
    std::size_t const after_sort = storage.mark();
    auto* const unsorted = storage.take<Position>(count);
    auto const sort = [&](void* for_cub, std::size_t& bytes) {
        return detail::sort_pairs_to<ascending>(for_cub, bytes, stream, count, indices, sorted, unsorted, positions,
                                                bits_of_indices<Index>(record_count));
    };
    std::size_t cub_bytes = 0;
    cudaError_t error = sort(nullptr, cub_bytes);
    if (error != cudaSuccess) return error;
    auto* const for_cub = storage.take<std::byte>(cub_bytes);
    storage.release_to(after_sort);
    sum_levels<T, Position> const levels(storage, count);
    if (storage.is_missing(temporary_bytes, error)) return error;

    error = detail::number_elements(stream, unsorted, count);
    if (error == cudaSuccess) error = sort(for_cub, cub_bytes);
    if (error == cudaSuccess && levels.segment_bytes() > 0) {
        error = cudaMemsetAsync(levels.segments(), 0xff, levels.segment_bytes(), stream);
    }
    if (error != cudaSuccess) return error;
    sorted_updates<T, Index, Position> const updates{deltas, sorted, positions, count};
    return levels.run(updates, [&](auto const& values, places_for_sums<T, Position> const& next) {
        using values_type = std::decay_t<decltype(values)>;
        return detail::launch(stream, divide_up(values.count, batch_tile), batch_threads,
                              add_batches_kernel<Record, values_type, T, Position>, values, next, out);
    });
}

}  // namespace detail

namespace device {

//! Adds deltas[k] to out[indices[k]] for every k below count, or the named members alone, as heddle::scatter_add does.
//! All runs of a program have equal results, bit by bit, on all GPUs.
//! Order:    the deltas of a record are added in the order of k: each 32 consecutive ones from left to right, then each
//!           32 consecutive ones of these sums, and so on, until one sum is left. (The last sum may have fewer than
//!           32.) This sum is added to the record. So the result depends on the deltas of this record alone
//! Numbers:  those of atomic_add, which adds the sum to the record. It takes a subnormal float as 0, as all atomic
//!           additions of floats in global memory do
//! Storage:  a call with a null `temporary` only sets temporary_bytes to the size that the same call needs: a little
//!           more than two indices and three positions for each delta. A position has 4 bytes, or 8 if there are 2³²
//!           deltas or more. For deltas of more than about 192 bytes, it is a sixteenth of all deltas, an index and a
//!           position each
//! Requires: arrays lie in global memory, and each is a raw pointer, a coalesced_ptr or a thrust::device_ptr. Deltas
//!           have the type of the records, and indices are integers. `out` does not overlap the other arrays. If
//!           record_count is not 0, all indices are less than record_count
//! Cost:     a radix sort of indices and positions, one gather of the deltas, and one atomic operation for each number
//!           of the records that change. After the sort, it launches one kernel, and one more for each power of 32
//!           (32, 1,024 …) below count. With a record_count, the sort reads only the bits that an index may have: up to
//!           2²⁴ records, it takes three passes, instead of eight for indices of 64 bits
//! Stream:   launches are asynchronous and can be captured in a graph
//! Errors:   those of the launches and of CUB; cudaErrorInvalidValue if temporary_bytes is too small, and then nothing
//!           is written. An earlier error that was not queried is cleared and not returned (cub_call.cuh)
template <auto... Member, class In, class Map, class Out>
cudaError_t deterministic_scatter_add(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, In deltas,
                                      Map indices, std::size_t count, Out out, std::size_t record_count = 0)
{
    static_assert(detail::has_raw_pointer<In> && detail::has_raw_pointer<Map> && detail::has_raw_pointer<Out>,
                  "heddle: deterministic_scatter_add takes arrays of deltas, indices and records: raw pointers, "
                  "coalesced_ptr or thrust::device_ptr; copy the values of other iterators to an array, with "
                  "heddle::copy");
    if constexpr (detail::has_raw_pointer<In> && detail::has_raw_pointer<Map> && detail::has_raw_pointer<Out>) {
        using T = detail::element_t<Out>;
        using index = detail::element_t<Map>;
        static_assert(std::is_same_v<detail::element_t<In>, T>,
                      "heddle: the deltas of deterministic_scatter_add must have the type of the records");
        static_assert(std::is_integral_v<index> && !std::is_same_v<index, bool>,
                      "heddle: the indices of deterministic_scatter_add must be integers");
        static_assert(!std::is_const_v<detail::pointee_t<Out>>,
                      "heddle: deterministic_scatter_add cannot add to records of const T");
        using record =
            detail::atomic_record<T, detail::reduction::add, detail::policy_of_pointer<Out>::value.scope, Member...>;
        if (count == 0) {
            cudaError_t status = cudaSuccess;
            detail::temporary_storage(temporary).is_missing(temporary_bytes, status);
            return status;
        }
        return detail::with_index(count, [&](auto position) {
            return detail::deterministic_scatter_add<record, decltype(position), T, index>(
                temporary, temporary_bytes, stream, detail::raw_pointer(deltas), detail::raw_pointer(indices), count,
                const_cast<T*>(detail::raw_pointer(out)), record_count);
        });
    } else {
        return cudaErrorInvalidValue;
    }
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
