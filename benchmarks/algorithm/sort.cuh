// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// sort_by_member, sort_by_key, sort: sort structs by a float, with heddle, with Thrust on a copy of the input, or with
// CUB, whose merge sort copies the input itself. GB/s are computed as if each struct were read once and written once.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/sort.cuh>

#include <thrust/sort.h>
#include <cub/device/device_merge_sort.cuh>

#include <algorithm>

namespace heddle_bench::sort {

//! A struct with a float as key, its original index, and members that are computed from this index.
template <std::size_t Bytes>
struct record {
    float key;
    std::uint32_t origin;
    std::uint32_t more[Bytes / 4 - 2];
};

struct by_key {
    template <class Record>
    __host__ __device__ bool operator()(Record const& a, Record const& b) const
    {
        return a.key < b.key;
    }
};

inline std::size_t record_count() { return std::min(std::size_t{1} << 24, array_bytes() / 32); }

//! Memory for structs of the largest size. The first sort allocates it.
struct sort_arrays {
    std::size_t bytes = record_count() * 128, temporary_bytes = 2 * bytes + (std::size_t{64} << 20);
    std::byte *in = allocate<std::byte>(bytes), *out = allocate<std::byte>(bytes);
    std::byte* temporary = allocate<std::byte>(temporary_bytes);
    float *keys_in = allocate<float>(record_count()), *keys_out = allocate<float>(record_count());
    std::size_t filled = 0;  // number of bytes that the structs in `in` occupy
};
inline sort_arrays& memory() { return made_once<sort_arrays>(); }

template <std::size_t Bytes>
__global__ void fill(record<Bytes>* structs, float* keys, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        auto const origin = static_cast<std::uint32_t>(i);
        // Some keys are equal.
        keys[i] = structs[i].key = static_cast<float>(static_cast<std::int32_t>(mixed(origin)) >> 8);
        structs[i].origin = origin;
        for (unsigned w = 0; w < Bytes / 4 - 2; ++w) structs[i].more[w] = mixed(origin + w);
    }
}

//! Compares the keys in the sorted structs with keys that were sorted without structs.
template <std::size_t Bytes>
__global__ void compare_keys(record<Bytes> const* structs, float const* keys, std::size_t count,
                             unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        if (structs[i].key != keys[i]) atomicAdd(wrong, 1ull);
    }
}

template <class Element>
void add()
{
    constexpr std::size_t size = sizeof(Element);
    using item = record<size>;
    std::size_t const count = record_count();
    auto const in = [] { return reinterpret_cast<item*>(memory().in); };
    auto const out = [] { return reinterpret_cast<item*>(memory().out); };
    auto const clear = [=] { HEDDLE_BENCH_CHECK(cudaMemset(memory().out, 0xff, count * size)); };
    auto const prepare = [=] {
        if (memory().filled == size) return;
        memory().filled = size;
        launch_kernel(fill<size>, 4096, block_threads, in(), memory().keys_in, count);
    };
    // Thrust sorts in place, so it sorts a copy of the input.
    auto const by_thrust = [=](auto const& sort) -> launcher {
        return [=] {
            HEDDLE_BENCH_CHECK(cudaMemcpyAsync(memory().out, memory().in, count * size, cudaMemcpyDefault));
            prepared_memory allocator(memory().temporary, memory().temporary_bytes);
            sort(thrust::cuda::par_nosync(allocator));
        };
    };
    launcher const plain =
        by_thrust([=](auto const& policy) { thrust::stable_sort(policy, out(), out() + count, by_key{}); });
    auto const add = [&](char const* pattern, char const* variant, launcher const& launch) {
        bool const has_keys = std::string(pattern) == "sort_by_key";
        auto const count_wrong = [=] {
            auto const wrong = count_wrong_at(out(), count * size, clear, plain);
            return wrong + (has_keys ? count_wrong_by(compare_keys<size>, out(), memory().keys_out, count) : 0);
        };
        add_measurement<Element>(pattern, variant,
                                 {static_cast<double>(2 * size * count), launch, count_wrong, clear, prepare});
    };
    auto const add_call = [&](char const* pattern, char const* variant, auto const& sort) {
        add(pattern, variant, [=] {
            std::size_t bytes = memory().temporary_bytes;
            HEDDLE_BENCH_CHECK(sort(memory().temporary, bytes));
        });
    };

    add("sort_by_member", "plain", plain);
    add_call("sort_by_member", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::sort_by_member<&item::key>(temporary, bytes, nullptr, in(), out(), count);
    });
    // For larger values, Thrust's radix sort needs more shared memory than there is.
    if constexpr (size < 128) {
        add("sort_by_key", "plain", by_thrust([=](auto const& policy) {
                HEDDLE_BENCH_CHECK(
                    cudaMemcpyAsync(memory().keys_out, memory().keys_in, count * sizeof(float), cudaMemcpyDefault));
                thrust::stable_sort_by_key(policy, memory().keys_out, memory().keys_out + count, out());
            }));
    }
    add_call("sort_by_key", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::sort_by_key(temporary, bytes, nullptr, memory().keys_in, memory().keys_out, in(), out(), count);
    });
    add_call("sort", "cub", [=](void* temporary, std::size_t& bytes) {
        return cub::DeviceMergeSort::StableSortKeysCopy(temporary, bytes, in(), out(), count_for_cub(count), by_key{});
    });
    // heddle::sort chooses between the methods by_places and merged, depending on the size of the struct.
    add("sort", "plain", plain);
    add_call("sort", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::sort(temporary, bytes, nullptr, in(), out(), count, by_key{});
    });
    add_call("sort", "by_places", [=](void* temporary, std::size_t& bytes) {
        return heddle::detail::sort_by_places<std::uint32_t, item>(temporary, bytes, nullptr, in(), out(), count,
                                                                   by_key{});
    });
    add_call("sort", "merged", [=](void* temporary, std::size_t& bytes) {
        return heddle::detail::sort_themselves<item>(temporary, bytes, nullptr, in(), out(), count, by_key{});
    });
}

}  // namespace heddle_bench::sort
