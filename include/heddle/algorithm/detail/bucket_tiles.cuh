// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits an array by at most 255 buckets. A first kernel counts the structs of each bucket in each tile, and the sums of
// these counts are the places at which the tiles store. In the second kernel, a block sorts the places of its tile by
// bucket; then each warp loads structs of one tile, and stores them to consecutive places of mostly one bucket.
#pragma once

#include <heddle/algorithm/detail/cub_call.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/indexed.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#if defined(__CUDACC__)
#    include <cub/block/block_radix_sort.cuh>
#    include <cub/block/block_scan.cuh>
#    include <cub/device/device_scan.cuh>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr unsigned split_threads = 256;
inline constexpr unsigned split_items = 8;
inline constexpr unsigned split_tile = split_threads * split_items;
inline constexpr std::uint32_t max_tile_buckets = 255;

//! Returns whether an array can be split by tiles: the numbers of all buckets fit in a byte, and CUB can scan all counts.
inline bool can_split_by_tiles(std::size_t count, std::uint32_t bucket_count)
{
    return bucket_count <= max_tile_buckets && count / split_tile < (std::size_t{1} << 31) / (max_tile_buckets + 1) - 1;
}

//! Sets buckets[i] to the bucket of each struct, and counts[b * tiles + t] to the number of structs of tile t in bucket
//! b, for b = 0 … bucket_count.
template <class Index, class BucketAt>
__global__ void __launch_bounds__(split_threads)
    count_buckets_kernel(std::size_t count, BucketAt bucket_at, std::uint32_t bucket_count, unsigned char* buckets,
                         Index* counts)
{
    __shared__ unsigned of_tile[max_tile_buckets + 1];
    std::size_t const tile_first = std::size_t{blockIdx.x} * split_tile;
    of_tile[threadIdx.x] = 0;
    __syncthreads();
    HEDDLE_DO_NOT_UNROLL
    for (unsigned place = threadIdx.x; place < split_tile; place += split_threads) {
        std::size_t const i = tile_first + place;
        if (i >= count) break;
        std::uint32_t const bucket = bucket_at(i);
        buckets[i] = static_cast<unsigned char>(bucket);
        atomicAdd(&of_tile[bucket], 1u);
    }
    __syncthreads();
    if (threadIdx.x <= bucket_count) counts[threadIdx.x * std::size_t{gridDim.x} + blockIdx.x] = of_tile[threadIdx.x];
}

//! Sets offsets[b] to the first place of each bucket.
template <class Index, class Offset>
__global__ void __launch_bounds__(split_threads)
    copy_offsets_kernel(Index const* places, std::size_t tiles, std::uint32_t bucket_count, Offset* offsets)
{
    if (threadIdx.x <= bucket_count) offsets[threadIdx.x] = static_cast<Offset>(places[threadIdx.x * tiles]);
}

//! Replaces counts by the sums of those before them, and sets the offsets. A launch of one block takes less time than
//! CUB's scan of few counts.
template <class Index, class Offset>
__global__ void __launch_bounds__(split_threads)
    scan_few_counts_kernel(Index* counts, unsigned count, unsigned tiles, std::uint32_t bucket_count, Offset* offsets)
{
    using scan = cub::BlockScan<Index, split_threads>;
    __shared__ typename scan::TempStorage for_scan;
    Index before = 0;
    for (unsigned first = 0; first < count; first += split_tile) {
        Index own[split_items], of_all;
        unsigned const own_first = first + threadIdx.x * split_items;
        HEDDLE_UNROLL
        for (unsigned k = 0; k < split_items; ++k) own[k] = own_first + k < count ? counts[own_first + k] : 0;
        scan(for_scan).ExclusiveSum(own, own, of_all);
        HEDDLE_UNROLL
        for (unsigned k = 0; k < split_items; ++k) {
            if (own_first + k < count) counts[own_first + k] = before + own[k];
        }
        before += of_all;
        __syncthreads();
    }
    if (threadIdx.x <= bucket_count) offsets[threadIdx.x] = static_cast<Offset>(counts[threadIdx.x * tiles]);
}
inline constexpr std::size_t max_few_counts = 8 * split_tile;

//! Stores each struct to the address to(bucket, its number in the order of the buckets).
template <class Index, class T, class To>
__global__ void __launch_bounds__(split_threads)
    move_to_buckets_kernel(std::size_t count, unsigned char const* buckets, Index const* places, int bits, T const* in,
                           To to)
{
    using sort = cub::BlockRadixSort<unsigned char, split_threads, split_items, unsigned short>;
    __shared__ typename sort::TempStorage for_sort;
    __shared__ unsigned char sorted[split_tile];
    __shared__ unsigned short from[split_tile];
    __shared__ unsigned short first_of_bucket[max_tile_buckets + 1];
    std::size_t const tile_first = std::size_t{blockIdx.x} * split_tile;
    unsigned const valid = count - tile_first < split_tile ? static_cast<unsigned>(count - tile_first) : split_tile;
    unsigned char keys[split_items];
    unsigned short own[split_items];
    HEDDLE_UNROLL
    for (unsigned k = 0; k < split_items; ++k) {
        unsigned const place = threadIdx.x * split_items + k;
        own[k] = static_cast<unsigned short>(place);
        keys[k] = place < valid ? buckets[tile_first + place] : 0xff;  // stays behind the structs
    }
    sort(for_sort).SortBlockedToStriped(keys, own, 0, bits);
    HEDDLE_UNROLL
    for (unsigned k = 0; k < split_items; ++k) {
        sorted[k * split_threads + threadIdx.x] = keys[k];
        from[k * split_threads + threadIdx.x] = own[k];
    }
    __syncthreads();
    HEDDLE_DO_NOT_UNROLL
    for (unsigned k = threadIdx.x; k < valid; k += split_threads) {
        if (k == 0 || sorted[k - 1] != sorted[k]) first_of_bucket[sorted[k]] = static_cast<unsigned short>(k);
    }
    __syncthreads();
    auto const input = heddle::make_coalesced(in + tile_first);
    HEDDLE_DO_NOT_UNROLL
    for (unsigned k = threadIdx.x; k < valid; k += split_threads) {
        unsigned const bucket = sorted[k];
        std::size_t const place = places[bucket * std::size_t{gridDim.x} + blockIdx.x] + (k - first_of_bucket[bucket]);
        detail::move_element(input, from[k], heddle::make_coalesced(to(bucket, place)), 0);
    }
}

//! The steps of a split. find() sets the offsets, then move() stores the structs.
//! Requires: can_split_by_tiles(count, bucket_count)
template <class Index>
class split_by_tiles {
public:
    split_by_tiles(cudaStream_t stream, std::size_t count, std::uint32_t bucket_count)
        : stream_(stream),
          count_(count),
          bucket_count_(bucket_count),
          tiles_(std::max<std::size_t>(1, detail::divide_up(count, split_tile)))
    {
    }

    cudaError_t take(temporary_storage& storage)
    {
        buckets_ = storage.take<unsigned char>(count_);
        places_ = storage.take<Index>(place_count());
        cudaError_t const error = scan(nullptr);
        scan_storage_ = storage.take<std::byte>(scan_bytes_);
        return error;
    }

    template <class BucketAt, class Offset>
    cudaError_t find(BucketAt const& bucket_at, Offset* offsets)
    {
        cudaError_t error = detail::launch(stream_, tiles_, split_threads, count_buckets_kernel<Index, BucketAt>,
                                           count_, bucket_at, bucket_count_, buckets_, places_);
        if (error != cudaSuccess) return error;
        if (place_count() <= max_few_counts) {
            return detail::launch(stream_, 1, split_threads, scan_few_counts_kernel<Index, Offset>, places_,
                                  static_cast<unsigned>(place_count()), static_cast<unsigned>(tiles_), bucket_count_,
                                  offsets);
        }
        error = scan(scan_storage_);
        if (error != cudaSuccess) return error;
        return detail::launch(stream_, 1, split_threads, copy_offsets_kernel<Index, Offset>, places_, tiles_,
                              bucket_count_, offsets);
    }

    template <class T, class To>
    cudaError_t move(T const* in, To const& to)
    {
        return detail::launch(stream_, tiles_, split_threads, move_to_buckets_kernel<Index, T, To>, count_, buckets_,
                              places_, detail::bits_of_indices<unsigned char>(bucket_count_ + std::size_t{1}), in, to);
    }

private:
    std::size_t place_count() const { return (std::size_t{bucket_count_} + 1) * tiles_; }
    cudaError_t scan(void* storage)
    {
        return detail::call_cub([&] {
            return cub::DeviceScan::ExclusiveSum(storage, scan_bytes_, places_, places_,
                                                 static_cast<int>(place_count()), stream_);
        });
    }

    cudaStream_t const stream_;
    std::size_t const count_;
    std::uint32_t const bucket_count_;
    std::size_t const tiles_;
    unsigned char* buckets_ = nullptr;
    Index* places_ = nullptr;  // at first the counts
    std::size_t scan_bytes_ = 0;
    void* scan_storage_ = nullptr;
};

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
