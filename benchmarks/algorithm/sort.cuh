// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// sort_by_member, sort_by_members, sort_by_key, sort: sort structs by a float (and their origin, descending), with heddle, with Thrust on a copy of the input, or with
// CUB, whose merge sort copies the input itself. sort_two, sort_string: the same with comparisons that read far into a
// struct. sort_call, sort_by_key_call: whole calls in place, with their allocations. GB/s are computed as if each struct
// were read once and written once.
#pragma once

#include "calls.cuh"
#include "sorted_records.cuh"

#include <heddle/algorithm/sort.cuh>
#include <heddle/algorithm/sort_members.cuh>
#include <heddle/thrust.cuh>

#include <thrust/gather.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>

namespace heddle_bench::sort {

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

//! Compares the keys in the sorted structs with keys that were sorted without structs.
template <std::size_t Bytes>
__global__ void compare_keys(record<Bytes> const* structs, float const* keys, std::size_t count,
                             unsigned long long* wrong)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        if (structs[i].key != keys[i]) atomicAdd(wrong, 1ull);
    }
}

//! Takes the keys and numbers of structs for CUB's radix sort.
template <std::size_t Bytes>
__global__ void take_keys(record<Bytes> const* structs, std::size_t count, key_and_origin* keys, std::uint32_t* numbers)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        keys[i] = {structs[i].key, ~structs[i].origin};
        numbers[i] = static_cast<std::uint32_t>(i);
    }
}

//! Sorts keys and numbers with CUB, and gathers the structs. The storage holds two arrays of both before CUB's storage.
template <std::size_t Bytes>
cudaError_t sort_by_decomposed(void* temporary, std::size_t bytes, record<Bytes> const* in, record<Bytes>* out,
                               std::size_t count)
{
    auto* const keys = static_cast<key_and_origin*>(temporary);
    auto* const numbers = reinterpret_cast<std::uint32_t*>(keys + 2 * count);
    auto* const storage = reinterpret_cast<std::byte*>(numbers + 2 * count);
    std::size_t storage_bytes = bytes - static_cast<std::size_t>(storage - static_cast<std::byte*>(temporary));
    launch_kernel(take_keys<Bytes>, 4096, block_threads, in, count, keys, numbers);
    cudaError_t const status = cub::DeviceRadixSort::SortPairs(storage, storage_bytes, keys, keys + count, numbers,
                                                               numbers + count, count_for_cub(count), key_parts());
    if (status == cudaSuccess) thrust::gather(thrust::cuda::par_nosync, numbers + count, numbers + 2 * count, in, out);
    return status;
}

template <class Element>
void add_sorts()
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
    auto const sorted_by_thrust = [=](auto compare) {
        return by_thrust([=](auto const& policy) { thrust::stable_sort(policy, out(), out() + count, compare); });
    };
    launcher const by_float = sorted_by_thrust(by_key{});
    auto const add_beside = [&](char const* pattern, char const* variant, launcher const& launch,
                                launcher const& plain) {
        bool const has_keys = std::string(pattern) == "sort_by_key";
        auto const count_wrong = [=] {
            auto const wrong = count_wrong_at(out(), count * size, clear, plain);
            return wrong + (has_keys ? count_wrong_by(compare_keys<size>, out(), memory().keys_out, count) : 0);
        };
        add_measurement<Element>(pattern, variant,
                                 {static_cast<double>(2 * size * count), launch, count_wrong, clear, prepare});
    };
    auto const add = [&](char const* pattern, char const* variant, launcher const& launch) {
        add_beside(pattern, variant, launch, by_float);
    };
    auto const with_memory = [](auto const& sort) -> launcher {
        return [=] {
            std::size_t bytes = memory().temporary_bytes;
            HEDDLE_BENCH_CHECK(sort(memory().temporary, bytes));
        };
    };
    auto const add_call = [&](char const* pattern, char const* variant, auto const& sort) {
        add(pattern, variant, with_memory(sort));
    };
    auto const add_compared = [&](char const* pattern, auto compare) {
        launcher const plain = sorted_by_thrust(compare);
        add_beside(pattern, "plain", plain, plain);
        add_beside(pattern, "coalesced", with_memory([=](void* temporary, std::size_t& bytes) {
                       return heddle::device::sort(temporary, bytes, nullptr, in(), out(), count, compare);
                   }),
                   plain);
    };
    if constexpr (size >= 28) {
        add_compared("sort_two", by_two{});
        add_compared("sort_string", by_string{});
    }

    add("sort_by_member", "plain", by_float);
    add_call("sort_by_member", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::device::sort_by_member<&item::key>(temporary, bytes, nullptr, in(), out(), count);
    });
    launcher const by_members = sorted_by_thrust(by_key_and_origin{});
    add_beside("sort_by_members", "plain", by_members, by_members);
    add_beside("sort_by_members", "coalesced", with_memory([=](void* temporary, std::size_t& bytes) {
                   return heddle::device::sort_by_member<&item::key, &item::origin>(
                       temporary, bytes, nullptr, in(), out(), count, heddle::ascending(), heddle::descending());
               }),
               by_members);
    add_beside("sort_by_members", "cub", with_memory([=](void* temporary, std::size_t& bytes) {
                   return sort_by_decomposed(temporary, bytes, in(), out(), count);
               }),
               by_members);
    // For larger values, Thrust's radix sort needs more shared memory than there is.
    if constexpr (size < 128) {
        add("sort_by_key", "plain", by_thrust([=](auto const& policy) {
                HEDDLE_BENCH_CHECK(
                    cudaMemcpyAsync(memory().keys_out, memory().keys_in, count * sizeof(float), cudaMemcpyDefault));
                thrust::stable_sort_by_key(policy, memory().keys_out, memory().keys_out + count, out());
            }));
    }
    add_call("sort_by_key", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::device::sort_by_key(temporary, bytes, nullptr, memory().keys_in, memory().keys_out, in(), out(),
                                           count);
    });
    add_call("sort", "cub", [=](void* temporary, std::size_t& bytes) {
        return cub::DeviceMergeSort::StableSortKeysCopy(temporary, bytes, in(), out(), count_for_cub(count), by_key{});
    });
    // heddle::device::sort chooses between the methods tiled, by_places and merged (sort_choice.hpp).
    add("sort", "plain", by_float);
    add_call("sort", "coalesced", [=](void* temporary, std::size_t& bytes) {
        return heddle::device::sort(temporary, bytes, nullptr, in(), out(), count, by_key{});
    });
    add_call("sort", "tiled", [=](void* temporary, std::size_t& bytes) {
        return heddle::detail::merge_sort<item>(temporary, bytes, nullptr, in(), out(), count, by_key{});
    });
    add_call("sort", "by_places", [=](void* temporary, std::size_t& bytes) {
        return heddle::detail::sort_by_places<std::uint32_t, item>(temporary, bytes, nullptr, in(), out(), count,
                                                                   by_key{});
    });
    add_call("sort", "merged", [=](void* temporary, std::size_t& bytes) {
        return heddle::detail::sort_themselves<item>(temporary, bytes, nullptr, in(), out(), count, by_key{});
    });
}

//! Adds whole calls, which allocate their storage, and for which the host waits. sort_by_key_call restores only the keys
//! before each call, and sorts the values in the order that the last call has left.
template <class Element>
void add_whole_calls()
{
    constexpr std::size_t size = sizeof(Element);
    using item = record<size>;
    std::size_t const count = record_count();
    auto const out = [] { return reinterpret_cast<item*>(memory().out); };
    auto const prepare = [=] {
        launch_kernel(fill<size>, 4096, block_threads, reinterpret_cast<item*>(memory().in), memory().keys_in, count);
        memory().filled = size;
    };
    auto const restore = [=](void* to, void const* from, std::size_t bytes) {
        HEDDLE_BENCH_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault));
    };
    auto const clear = [=] { restore(out(), memory().in, count * size); };
    auto const add = [&](char const* pattern, char const* variant, launcher const& call, launcher const& plain) {
        auto const count_wrong = [=] { return count_wrong_at(out(), count * size, clear, plain); };
        add_measurement<Element>(pattern, variant,
                                 {static_cast<double>(2 * size * count), call, count_wrong, clear, prepare});
    };
    auto const sort = [=](auto const& policy) -> launcher {
        return [=] {
            clear();
            thrust::stable_sort(policy, out(), out() + count, by_key{});
        };
    };
    auto const sort_by_key = [=](auto const& policy) -> launcher {
        return [=] {
            restore(memory().keys_out, memory().keys_in, count * sizeof(float));
            thrust::sort_by_key(policy, memory().keys_out, memory().keys_out + count, out());
        };
    };
    if constexpr (is_one_of<28, 40>(size)) {
        launcher const plain = sort(thrust::cuda::par);
        add("sort_call", "plain_thrust", plain, plain);
        add("sort_call", "heddle", sort(heddle::par), plain);
    }
    if constexpr (is_one_of<8, 12, 16, 24>(size)) {
        launcher const plain = sort_by_key(thrust::cuda::par);
        add("sort_by_key_call", "plain_thrust", plain, plain);
        add("sort_by_key_call", "heddle", sort_by_key(heddle::par), plain);
        // The hand-written alternative: sorts indices, then gathers the values into another array.
        launcher const gathered = [=] {
            restore(memory().keys_out, memory().keys_in, count * sizeof(float));
            auto* const indices = reinterpret_cast<std::uint32_t*>(memory().temporary);
            thrust::sequence(thrust::cuda::par, indices, indices + count);
            thrust::sort_by_key(thrust::cuda::par, memory().keys_out, memory().keys_out + count, indices);
            thrust::gather(thrust::cuda::par, indices, indices + count, reinterpret_cast<item*>(memory().in), out());
        };
        add("sort_by_key_call", "gathered", gathered, plain);
    }
}

template <class Element>
void add()
{
    constexpr std::size_t size = sizeof(Element);
    if constexpr (is_one_of<8, 12, 16, 24, 28, 40>(size)) add_whole_calls<Element>();
    if constexpr (is_one_of<12, 28, 40, 64, 128>(size)) add_sorts<Element>();
}

}  // namespace heddle_bench::sort
