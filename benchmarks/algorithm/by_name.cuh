// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms of Thrust by their names, with Thrust's policy (plain) and with heddle's (coalesced). No struct satisfies
// the predicate of find_if, and the arrays of equal are equal. Runs of equal keys have 20 structs. The inputs of merges
// and set operations are the halves of an array, of which one has every struct once or twice. segmented_scan scans
// segments of 20 structs; CUB scans runs of keys of as many. GB/s count the structs and keys that must be read or
// written.
#pragma once

#include "by_tiles.cuh"

#include <heddle/algorithm/segmented_scan.cuh>
#include <heddle/thrust.cuh>

#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/inner_product.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>
#include <cub/device/device_scan.cuh>

namespace heddle_bench::by_name {

using by_tiles::is_even;
using by_tiles::sum_of_members;

struct is_zero {
    template <class Element>
    __host__ __device__ bool operator()(Element const& element) const
    {
        return element.members[0] == 0 && element.members[1] == 0;
    }
};
struct has_less {
    template <class Element>
    __host__ __device__ bool operator()(Element const& a, Element const& b) const
    {
        return a.members[0] < b.members[0];
    }
};
struct has_same {
    template <class Element>
    __host__ __device__ bool operator()(Element const& a, Element const& b) const
    {
        return a.members[0] == b.members[0];
    }
};
struct product_of_members {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& a, Element const& b) const
    {
        return static_cast<std::uint32_t>(a.members[0] * b.members[0]);
    }
};

inline constexpr std::size_t run_length = 20;

//! Memory for arrays of the largest structs and the most keys. The first benchmark allocates it.
struct named_arrays {
    std::size_t most = array_bytes() / 16 + run_length;
    std::byte *sorted = allocate<std::byte>(array_bytes()), *same = allocate<std::byte>(array_bytes());
    std::uint32_t *runs = allocate<std::uint32_t>(most), *sorted_keys = allocate<std::uint32_t>(most),
                  *keys_out = allocate<std::uint32_t>(most);
    int* offsets = allocate<int>(most / run_length + 2);
    std::size_t filled = 0;  // size of the structs in `sorted`
};
inline named_arrays& memory() { return made_once<named_arrays>(); }

//! Fills both halves of the sorted arrays, the runs and the offsets.
template <class Element>
__global__ void fill_sorted(Element* sorted, std::uint32_t* keys, std::uint32_t* runs, int* offsets, std::size_t count)
{
    std::size_t const half = count / 2;
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        auto const key = static_cast<std::uint32_t>(i < half ? i * 2 / 3 : i - half);
        for (auto& member : sorted[i].members) member = key;
        keys[i] = key;
        runs[i] = static_cast<std::uint32_t>(i / run_length);
        if (i % run_length == 0) offsets[i / run_length] = static_cast<int>(i);
        if (i + 1 == count) offsets[i / run_length + 1] = static_cast<int>(count);
    }
}

template <class Element>
void fill_arrays()
{
    if (memory().filled == sizeof(Element)) return;
    memory().filled = sizeof(Element);
    launch_kernel(fill_sorted<Element>, 4096, block_threads, reinterpret_cast<Element*>(memory().sorted),
                  memory().sorted_keys, memory().runs, memory().offsets, count_of<Element>());
    HEDDLE_BENCH_CHECK(cudaMemcpy(memory().same, arrays().in, array_bytes(), cudaMemcpyDeviceToDevice));
}

enum class limit_of { reads, copies };

//! Adds call(policy) with Thrust's policy and with heddle's, and the limit. call() returns a number.
template <class Element, class Call>
void add_name(char const* pattern, limit_of limit, double bytes, Call const& call)
{
    auto const plain = [=] {
        prepared_memory allocator;
        write_number(static_cast<std::size_t>(call(thrust::cuda::par_nosync(allocator))));
    };
    add_compared<Element>(pattern, "plain", bytes, plain, plain, fill_arrays<Element>);
    auto const ours = [=] {
        prepared_memory allocator;
        write_number(static_cast<std::size_t>(call(heddle::par_nosync(allocator))));
    };
    add_compared<Element>(pattern, "coalesced", bytes, ours, plain, fill_arrays<Element>);
    if (limit == limit_of::reads) {
        add_reading_limit<Element>(pattern);
    } else {
        add_measurement<Element>(pattern, "limit", measure_memcpy<Element>(count_of<Element>()));
    }
}

template <class Element>
void add_searches()
{
    std::size_t const count = count_of<Element>();
    auto const first = [] { return in_as<Element>(); };
    auto const same = [] { return reinterpret_cast<Element const*>(memory().same); };
    auto const add_reading = [](char const* pattern, double arrays, auto const& call) {
        add_name<Element>(pattern, limit_of::reads, arrays * bytes_of<Element>(), call);
    };
    add_reading("find_if", 1, [=](auto const& policy) {
        return thrust::find_if(policy, first(), first() + count, is_zero{}) - first();
    });
    add_reading("equal", 2, [=](auto const& policy) {
        return thrust::equal(policy, first(), first() + count, same(), has_same{});
    });
    add_reading("count_if", 1,
                [=](auto const& policy) { return thrust::count_if(policy, first(), first() + count, is_even{}); });
    add_reading("max_element", 1, [=](auto const& policy) {
        return thrust::max_element(policy, first(), first() + count, has_less{}) - first();
    });
    add_reading("inner_product", 2, [=](auto const& policy) {
        return thrust::inner_product(policy, first(), first() + count, same(), 0u, thrust::plus<std::uint32_t>{},
                                     product_of_members{});
    });
}

template <class Element>
void add_moves()
{
    std::size_t const count = count_of<Element>();
    auto const first = [] { return in_as<Element>(); };
    auto const to = [] { return result_as<Element>(); };
    auto const keys_end = [=] { return memory().runs + count; };
    double const bytes = bytes_of<Element>(), bytes_of_keys = static_cast<double>(count * sizeof(std::uint32_t));
    double const runs = 1.0 / run_length;
    add_name<Element>("reverse_copy", limit_of::copies, 2 * bytes, [=](auto const& policy) {
        return thrust::reverse_copy(policy, first(), first() + count, to()) - to();
    });
    add_name<Element>("adjacent_difference", limit_of::copies, 2 * bytes, [=](auto const& policy) {
        return thrust::adjacent_difference(policy, first(), first() + count, to(), sum_of_members{}) - to();
    });
    add_name<Element>("inclusive_scan_by_key", limit_of::copies, 2 * bytes + bytes_of_keys, [=](auto const& policy) {
        return thrust::inclusive_scan_by_key(policy, memory().runs, keys_end(), first(), to(),
                                             thrust::equal_to<std::uint32_t>{}, sum_of_members{}) -
               to();
    });
    add_name<Element>("reduce_by_key", limit_of::reads, (1 + runs) * (bytes + bytes_of_keys), [=](auto const& policy) {
        auto const ends = thrust::reduce_by_key(policy, memory().runs, keys_end(), first(), memory().keys_out, to(),
                                                thrust::equal_to<std::uint32_t>{}, sum_of_members{});
        return ends.second - to();
    });
    // Only the first struct of each run must be read.
    add_name<Element>(
        "unique_by_key_copy", limit_of::reads, 2 * runs * bytes + (1 + runs) * bytes_of_keys, [=](auto const& policy) {
            auto const ends =
                thrust::unique_by_key_copy(policy, memory().runs, keys_end(), first(), memory().keys_out, to());
            return ends.second - to();
        });
}

template <class Element>
void add_merges()
{
    std::size_t const half = count_of<Element>() / 2;
    auto const sorted = [] { return reinterpret_cast<Element const*>(memory().sorted); };
    auto const keys = [] { return memory().sorted_keys; };
    auto const to = [] { return result_as<Element>(); };
    auto const bytes = static_cast<double>(half * sizeof(Element));
    auto const bytes_of_keys = static_cast<double>(half * sizeof(std::uint32_t));
    // Algorithm::call(policy, first1, last1, first2, last2, result, less) for the halves of the array
    auto const add_pair = [&](char const* pattern, double moved, auto const& call) {
        add_name<Element>(pattern, limit_of::copies, moved * bytes, [=](auto const& policy) {
            return call(policy, sorted(), sorted() + half, sorted() + half, sorted() + 2 * half, to(), has_less{}) -
                   to();
        });
    };
    add_pair("merge", 4, [](auto const&... arguments) { return thrust::merge(arguments...); });
    add_pair("set_union", 10.0 / 3, [](auto const&... arguments) { return thrust::set_union(arguments...); });
    add_pair("set_intersection", 8.0 / 3,
             [](auto const&... arguments) { return thrust::set_intersection(arguments...); });
    add_pair("set_difference", 7.0 / 3, [](auto const&... arguments) { return thrust::set_difference(arguments...); });
    add_name<Element>("merge_by_key", limit_of::copies, 4 * (bytes + bytes_of_keys), [=](auto const& policy) {
        auto const ends = thrust::merge_by_key(policy, keys(), keys() + half, keys() + half, keys() + 2 * half,
                                               sorted(), sorted() + half, memory().keys_out, to());
        return ends.second - to();
    });
}

template <class Element>
void add_segmented_scan()
{
    std::size_t const count = count_of<Element>(), segments = (count + run_length - 1) / run_length;
    double const bytes = 2.0 * static_cast<double>(count * sizeof(Element));
    auto const first = [] { return in_as<Element>(); };
    auto const to = [] { return result_as<Element>(); };
    auto const by_cub = with_storage([=](void* temporary, std::size_t& storage_bytes) {
        return cub::DeviceScan::InclusiveScanByKey(temporary, storage_bytes, memory().runs, first(), to(),
                                                   sum_of_members{}, count_for_cub(count));
    });
    add_compared<Element>("segmented_scan", "cub", bytes, by_cub, by_cub, fill_arrays<Element>);
    auto const ours = with_storage([=](void* temporary, std::size_t& storage_bytes) {
        return heddle::device::segmented_inclusive_scan(temporary, storage_bytes, nullptr, first(), to(), count,
                                                        memory().offsets, segments, sum_of_members{});
    });
    add_compared<Element>("segmented_scan", "coalesced", bytes, ours, by_cub, fill_arrays<Element>);
    add_measurement<Element>("segmented_scan", "limit", measure_memcpy<Element>(count));
}

template <class Element>
void add()
{
    add_searches<Element>();
    add_moves<Element>();
    add_merges<Element>();
    add_segmented_scan<Element>();
}

}  // namespace heddle_bench::by_name
