// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits an array by any number of buckets: sorts buckets and indices with CUB, and moves each struct once.
#pragma once

#include <heddle/algorithm/detail/bucket_tiles.cuh>
#include <heddle/algorithm/detail/key_passes.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/indexed.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Sets offsets[b] to the number of sorted buckets that are less than b, for b = 0 … bucket_count.
template <class Offset>
__global__ void __launch_bounds__(key_threads)
    find_offsets_kernel(std::uint32_t const* sorted, std::size_t count, std::uint32_t bucket_count, Offset* offsets)
{
    std::size_t const bucket = std::size_t{blockIdx.x} * key_threads + threadIdx.x;
    if (bucket > bucket_count) return;
    std::size_t first = 0;
    for (std::size_t left = count; left > 0;) {
        std::size_t const half = left / 2;
        bool const is_less = sorted[first + half] < bucket;
        first = is_less ? first + half + 1 : first;
        left = is_less ? left - half - 1 : half;
    }
    offsets[bucket] = static_cast<Offset>(first);
}

//! Stores each struct to the address to(bucket, its number in the order of the buckets).
template <class Index, class T, class To>
__global__ void __launch_bounds__(key_threads)
    move_sorted_kernel(std::size_t count, std::uint32_t const* sorted, Index const* indices, T const* in, To to)
{
    std::size_t const k = std::size_t{blockIdx.x} * key_threads + threadIdx.x;
    if (k >= count) return;
    detail::move_element(heddle::make_coalesced(in), static_cast<std::ptrdiff_t>(indices[k]),
                         heddle::make_coalesced(to(sorted[k], k)), 0);
}

//! The steps of a split, as in split_by_tiles.
template <class Index>
class split_by_sort {
public:
    split_by_sort(cudaStream_t stream, std::size_t count, std::uint32_t bucket_count)
        : stream_(stream), count_(count), bucket_count_(bucket_count)
    {
    }

    cudaError_t take(temporary_storage& storage)
    {
        indices_ = {storage.take<Index>(count_), storage.take<Index>(count_)};
        buckets_ = {storage.take<std::uint32_t>(count_), storage.take<std::uint32_t>(count_)};
        cudaError_t const error = sort(nullptr);
        sort_storage_ = storage.take<std::byte>(sort_bytes_);
        return error;
    }

    template <class BucketAt, class Offset>
    cudaError_t find(BucketAt const& bucket_at, Offset* offsets)
    {
        cudaError_t error = detail::launch(stream_, detail::divide_up(count_, key_threads), key_threads,
                                           take_keys_kernel<std::uint32_t, Index, BucketAt>, count_, true, bucket_at,
                                           indices_.first, buckets_.first);
        if (error == cudaSuccess) error = sort(sort_storage_);
        if (error != cudaSuccess) return error;
        return detail::launch(stream_, detail::divide_up(std::size_t{bucket_count_} + 1, key_threads), key_threads,
                              find_offsets_kernel<Offset>, buckets_.first, count_, bucket_count_, offsets);
    }

    template <class T, class To>
    cudaError_t move(T const* in, To const& to)
    {
        return detail::launch(stream_, detail::divide_up(count_, key_threads), key_threads,
                              move_sorted_kernel<Index, T, To>, count_, buckets_.first, indices_.first, in, to);
    }

private:
    cudaError_t sort(void* storage)
    {
        return detail::sort_pairs(storage, sort_bytes_, stream_, count_, buckets_, indices_, ascending(),
                                  detail::bits_of_indices<std::uint32_t>(bucket_count_ + std::size_t{1}));
    }

    cudaStream_t const stream_;
    std::size_t const count_;
    std::uint32_t const bucket_count_;
    two_arrays<Index> indices_{};
    two_arrays<std::uint32_t> buckets_{};
    std::size_t sort_bytes_ = 0;
    void* sort_storage_ = nullptr;
};

//! Calls run(split), where `split` has the steps for this number of structs and buckets.
template <class Run>
cudaError_t with_split(cudaStream_t stream, std::size_t count, std::uint32_t bucket_count, Run const& run)
{
    return detail::with_index(count, [&](auto index) {
        using index_type = decltype(index);
        if (detail::can_split_by_tiles(count, bucket_count))
            return run(split_by_tiles<index_type>(stream, count, bucket_count));
        return run(split_by_sort<index_type>(stream, count, bucket_count));
    });
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
