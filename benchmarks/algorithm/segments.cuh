// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// top_k_few, top_k_many: take the 1,000 structs with the greatest floats, or one of 16 structs. CUB sorts all keys. The
// GB/s are computed as if each struct were read once. segments_short, segments_long, segments_mixed: add up the structs of
// each segment: of up to 20 structs; of up to 2,000; of up to 20, and one that has half of all structs. GB/s count each
// struct, each sum, and both offsets of a segment once. sorted_short, sorted_long, sorted_mixed: sort the same segments
// by the floats; ordered_short, ordered_long, ordered_mixed: the same with a comparison; top_k_segments: take the first
// 10 structs of segments of up to 2,000. CUB sorts keys and numbers: by segments where they are short, otherwise by the
// number of a segment and the key; then structs are gathered. GB/s count each struct that is read or written once.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/segmented_reduce.cuh>
#include <heddle/algorithm/segmented_sort.cuh>
#include <heddle/algorithm/top_k.cuh>

#include <thrust/gather.h>
#include <thrust/sequence.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <algorithm>
#include <vector>

namespace heddle_bench::segments {

template <std::size_t Bytes>
struct record {
    float key;
    std::uint32_t more[Bytes / 4 - 1];
};
struct by_key {
    template <std::size_t Bytes>
    __host__ __device__ bool operator()(record<Bytes> const& a, record<Bytes> const& b) const
    {
        return a.key < b.key;
    }
};
struct sum_of_words {
    template <std::size_t Bytes>
    __host__ __device__ record<Bytes> operator()(record<Bytes> a, record<Bytes> const& b) const
    {
        a.key += b.key;
        for (std::size_t i = 0; i < Bytes / 4 - 1; ++i) a.more[i] += b.more[i];
        return a;
    }
};

//! Memory for the largest array. The first benchmark allocates it.
struct segment_arrays {
    std::size_t bytes = array_bytes(), temporary_bytes = 3 * bytes;
    std::byte *in = allocate<std::byte>(bytes), *out = allocate<std::byte>(bytes);
    std::byte* temporary = allocate<std::byte>(temporary_bytes);
    int* offsets = allocate<int>(bytes / 16);
    std::size_t filled = 0;  // size of the structs in `in`
    std::string chosen;      // the pattern whose offsets are in `offsets`
};
inline segment_arrays& memory() { return made_once<segment_arrays>(); }

//! Keys are integers of up to 12 bits with a sign, so that sums of short segments are exact.
template <std::size_t Bytes>
__global__ void fill(record<Bytes>* structs, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        auto const number = static_cast<std::uint32_t>(i);
        structs[i].key = static_cast<float>(static_cast<std::int32_t>(mixed(number)) >> 20);
        for (unsigned w = 0; w < Bytes / 4 - 1; ++w) structs[i].more[w] = mixed(number + w);
    }
}
//! Makes the keys zero. Sums of millions of floats would depend on the order.
template <std::size_t Bytes>
__global__ void clear_keys(record<Bytes>* structs, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) structs[i].key = 0;
}
template <std::size_t Bytes>
__global__ void take_keys(record<Bytes> const* structs, std::size_t count, float* keys)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) keys[i] = structs[i].key;
}

//! Returns the offsets of segments of up to 2 * mean structs. If `has_huge`, the first one has half of all structs.
inline std::vector<int> make_offsets(std::size_t count, std::size_t mean, bool has_huge)
{
    std::vector<int> offsets{0};
    std::size_t end = has_huge ? count / 2 : 0;
    for (; end < count; end += mixed(static_cast<std::uint32_t>(offsets.size())) % (2 * mean + 1)) {
        if (end > 0) offsets.push_back(static_cast<int>(end));
    }
    offsets.push_back(static_cast<int>(count));
    return offsets;
}

//! Sorts keys and numbers with CUB, and gathers the first structs.
template <std::size_t Bytes>
cudaError_t sort_and_gather(void* temporary, std::size_t bytes, record<Bytes> const* in, record<Bytes>* out,
                            std::size_t count, std::size_t k)
{
    auto* const keys = static_cast<float*>(temporary);
    auto* const numbers = reinterpret_cast<std::uint32_t*>(keys + 2 * count);
    auto* const storage = reinterpret_cast<std::byte*>(numbers + 2 * count);
    std::size_t storage_bytes = bytes - static_cast<std::size_t>(storage - static_cast<std::byte*>(temporary));
    launch_kernel(take_keys<Bytes>, 4096, block_threads, in, count, keys);
    thrust::sequence(thrust::cuda::par_nosync, numbers, numbers + count);
    cudaError_t const status = cub::DeviceRadixSort::SortPairsDescending(
        storage, storage_bytes, keys, keys + count, numbers, numbers + count, count_for_cub(count));
    if (status == cudaSuccess) {
        thrust::gather(thrust::cuda::par_nosync, numbers + count, numbers + count + k, in, out);
    }
    return status;
}

//! Makes keys of the number of a segment and a float, which has no NaN and no -0.
template <std::size_t Bytes>
__global__ void compose_keys(record<Bytes> const* structs, std::size_t count, int const* offsets, int segment_count,
                             std::uint64_t* keys, std::uint32_t* numbers)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        int low = 0, high = segment_count;
        while (low < high) {
            int const middle = low + (high - low) / 2;
            if (offsets[middle] > static_cast<int>(i)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        std::uint32_t const bits = __float_as_uint(structs[i].key);
        std::uint32_t const digits = (bits & 1u << 31) != 0 ? ~bits : bits | 1u << 31;
        keys[i] = static_cast<std::uint64_t>(low - 1) << 32 | digits;
        numbers[i] = static_cast<std::uint32_t>(i);
    }
}
template <std::size_t Bytes>
__global__ void take_first(record<Bytes> const* structs, std::uint32_t const* numbers, int const* offsets,
                           int segment_count, std::size_t k, record<Bytes>* out)
{
    for (std::size_t i = grid_index(); i < static_cast<std::size_t>(segment_count) * k; i += grid_size()) {
        auto const segment = static_cast<int>(i / k);
        int const at = offsets[segment] + static_cast<int>(i % k);
        if (at < offsets[segment + 1]) out[i] = structs[numbers[at]];
    }
}
//! Sorts keys and numbers with CUB, and gathers the structs, or the first k of each segment if k > 0.
template <std::size_t Bytes>
cudaError_t sort_segments(void* temporary, std::size_t bytes, record<Bytes> const* in, record<Bytes>* out,
                          std::size_t count, int const* offsets, int segment_count, bool are_short, std::size_t k)
{
    auto* const composed = static_cast<std::uint64_t*>(temporary);
    auto* const keys = reinterpret_cast<float*>(composed);
    auto* const numbers = reinterpret_cast<std::uint32_t*>(composed + 2 * count);
    auto* const storage = reinterpret_cast<std::byte*>(numbers + 2 * count);
    std::size_t storage_bytes = bytes - static_cast<std::size_t>(storage - static_cast<std::byte*>(temporary));
    cudaError_t status = cudaSuccess;
    if (are_short) {
        launch_kernel(take_keys<Bytes>, 4096, block_threads, in, count, keys);
        thrust::sequence(thrust::cuda::par_nosync, numbers, numbers + count);
        status = cub::DeviceSegmentedSort::StableSortPairs(storage, storage_bytes, keys, keys + count, numbers,
                                                           numbers + count, count_for_cub(count), segment_count,
                                                           offsets, offsets + 1);
    } else {
        int bits = 32;
        for (int last = segment_count - 1; last != 0; last /= 2) ++bits;
        launch_kernel(compose_keys<Bytes>, 4096, block_threads, in, count, offsets, segment_count, composed, numbers);
        status = cub::DeviceRadixSort::SortPairs(storage, storage_bytes, composed, composed + count, numbers,
                                                 numbers + count, count_for_cub(count), 0, bits);
    }
    if (status != cudaSuccess) return status;
    if (k > 0) {
        launch_kernel(take_first<Bytes>, 4096, block_threads, in, numbers + count, offsets, segment_count, k, out);
    } else {
        thrust::gather(thrust::cuda::par_nosync, numbers + count, numbers + 2 * count, in, out);
    }
    return cudaSuccess;
}

template <class Element>
void add()
{
    constexpr std::size_t size = sizeof(Element);
    using item = record<size>;
    std::size_t const count = array_bytes() / std::max(size, std::size_t{32});
    auto const in = [] { return reinterpret_cast<item*>(memory().in); };
    auto const out = [] { return reinterpret_cast<item*>(memory().out); };
    auto const with_memory = [](auto const& call) -> launcher {
        return [=] {
            std::size_t bytes = memory().temporary_bytes;
            HEDDLE_BENCH_CHECK(call(memory().temporary, bytes));
        };
    };
    auto const add_beside = [&](std::string const& pattern, char const* variant, std::size_t out_count, double bytes,
                                std::function<void()> const& prepare, launcher const& launch, launcher const& by_cub) {
        auto const clear = [=] { HEDDLE_BENCH_CHECK(cudaMemset(memory().out, 0xff, out_count * size)); };
        auto const count_wrong = [=] { return count_wrong_at(memory().out, out_count * size, clear, by_cub); };
        add_measurement<Element>(pattern, variant, {bytes, launch, count_wrong, clear, prepare});
    };

    auto const prepare_keys = [=] {
        if (memory().filled == size) return;
        memory().filled = size;
        launch_kernel(fill<size>, 4096, block_threads, in(), count);
    };
    auto const add_top_k = [&](std::string const& pattern, std::size_t k) {
        launcher const by_cub = with_memory([=](void* temporary, std::size_t& bytes) {
            return sort_and_gather(temporary, bytes, in(), out(), count, k);
        });
        auto const add_variant = [&](char const* variant, launcher const& launch) {
            add_beside(pattern, variant, k, static_cast<double>(count * size), prepare_keys, launch, by_cub);
        };
        add_variant("cub", by_cub);
        add_variant("coalesced", with_memory([=](void* temporary, std::size_t& bytes) {
                        return heddle::device::top_k_by_member<&item::key>(temporary, bytes, nullptr, in(), out(),
                                                                           count, k, heddle::descending());
                    }));
    };
    add_top_k("top_k_few", std::min<std::size_t>(1000, count / 16));
    add_top_k("top_k_many", count / 16);

    auto const prepare_offsets = [=](std::string const& pattern, std::size_t mean, bool has_huge) {
        std::string const chosen = pattern + std::to_string(size);
        if (memory().chosen == chosen) return;
        memory().chosen = chosen;
        auto const offsets = make_offsets(count, mean, has_huge);
        HEDDLE_BENCH_CHECK(
            cudaMemcpy(memory().offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyDefault));
    };
    auto const add_segments = [&](std::string const& pattern, std::size_t mean, bool has_huge) {
        std::size_t const segment_count = make_offsets(count, mean, has_huge).size() - 1;
        auto const prepare = [=] {
            prepare_offsets(pattern, mean, has_huge);
            if (memory().filled == size + 1) return;
            memory().filled = size + 1;  // not the keys of top_k
            launch_kernel(fill<size>, 4096, block_threads, in(), count);
            launch_kernel(clear_keys<size>, 4096, block_threads, in(), count);
        };
        launcher const by_cub = with_memory([=](void* temporary, std::size_t& bytes) {
            return cub::DeviceSegmentedReduce::Reduce(temporary, bytes, in(), out(), count_for_cub(segment_count),
                                                      memory().offsets, memory().offsets + 1, sum_of_words(), item{});
        });
        auto const bytes_moved = static_cast<double>(count * size + segment_count * (size + 2 * sizeof(int)));
        auto const add_variant = [&](char const* variant, launcher const& launch) {
            add_beside(pattern, variant, segment_count, bytes_moved, prepare, launch, by_cub);
        };
        add_variant("cub", by_cub);
        add_variant("coalesced", with_memory([=](void* temporary, std::size_t& bytes) {
                        return heddle::device::segmented_reduce(temporary, bytes, nullptr, in(), memory().offsets,
                                                                memory().offsets + 1, segment_count, out(), item{},
                                                                sum_of_words());
                    }));
    };
    add_segments("segments_short", 10, false);
    add_segments("segments_long", 1000, false);
    add_segments("segments_mixed", 10, true);

    auto const add_sorted = [&](std::string const& pattern, std::size_t mean, bool has_huge, std::size_t k,
                                bool by_order = false) {
        std::size_t const segment_count = make_offsets(count, mean, has_huge).size() - 1;
        auto const prepare = [=] {
            prepare_offsets(pattern, mean, has_huge);
            prepare_keys();
        };
        bool const are_short = mean < 100 && !has_huge;
        launcher const by_cub = with_memory([=](void* temporary, std::size_t& bytes) {
            return sort_segments(temporary, bytes, in(), out(), count, memory().offsets,
                                 static_cast<int>(segment_count), are_short, k);
        });
        std::size_t const out_count = k > 0 ? segment_count * k : count;
        auto const bytes_moved = static_cast<double>((count + out_count) * size);
        auto const add_variant = [&](char const* variant, launcher const& launch) {
            add_beside(pattern, variant, out_count, bytes_moved, prepare, launch, by_cub);
        };
        add_variant("cub", by_cub);
        add_variant("coalesced", with_memory([=](void* temporary, std::size_t& bytes) {
                        if (k > 0) {
                            return heddle::device::segmented_top_k_by_member<&item::key>(
                                temporary, bytes, nullptr, in(), out(), count, memory().offsets, segment_count, k);
                        }
                        if (by_order) {
                            return heddle::device::segmented_sort(temporary, bytes, nullptr, in(), out(), count,
                                                                  memory().offsets, segment_count, by_key());
                        }
                        return heddle::device::segmented_sort_by_member<&item::key>(
                            temporary, bytes, nullptr, in(), out(), count, memory().offsets, segment_count);
                    }));
    };
    add_sorted("sorted_short", 10, false, 0);
    add_sorted("sorted_long", 1000, false, 0);
    add_sorted("sorted_mixed", 10, true, 0);
    add_sorted("ordered_short", 10, false, 0, true);
    add_sorted("ordered_long", 1000, false, 0, true);
    add_sorted("ordered_mixed", 10, true, 0, true);
    add_sorted("top_k_segments", 1000, false, 10);
}

}  // namespace heddle_bench::segments
