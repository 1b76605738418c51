// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// scatter_add_…: add structs of floats at indices, with heddle and with an atomicAdd for each member.
// deterministic_add_…: the same in a fixed order, with heddle and with Thrust, which sorts the indices and their
// positions, and reduces the structs of equal indices. …_random: four structs for each index in the mean; …_hot: 4,096
// indices alone; …_clustered: runs of 8 structs with equal indices; …_in_order: an index for each struct. GB/s count
// each added struct once.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/deterministic_scatter_add.cuh>
#include <heddle/algorithm/indexed.cuh>

#include <thrust/functional.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <algorithm>

namespace heddle_bench::scatter_add {

//! Members are small integers, so that sums are exact in any order.
template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) record {
    float value[Bytes / 4];
};

struct sum_of_records {
    template <class Record>
    __host__ __device__ Record operator()(Record a, Record const& b) const
    {
        for (std::size_t i = 0; i < sizeof(Record) / 4; ++i) a.value[i] += b.value[i];
        return a;
    }
};

enum class updated { at_random, hot, clustered, in_order };

inline std::size_t update_count() { return std::min(std::size_t{1} << 23, array_bytes() / 64); }

//! Returns the number of structs to which others are added.
inline std::size_t record_count(updated which)
{
    return which == updated::in_order ? update_count() : which == updated::hot ? 4096 : update_count() / 4;
}

//! Memory for structs of the largest size. The first benchmark allocates it.
struct add_arrays {
    std::size_t count = update_count(), bytes = count * 128, temporary_bytes = 2 * bytes;
    std::byte *deltas = allocate<std::byte>(bytes), *out = allocate<std::byte>(bytes);
    std::byte* temporary = allocate<std::byte>(temporary_bytes);
    std::uint32_t *indices = allocate<std::uint32_t>(count), *keys = allocate<std::uint32_t>(count),
                  *positions = allocate<std::uint32_t>(count), *found = allocate<std::uint32_t>(count);
    std::size_t filled = 0;  // size of the structs in `deltas`
    int chosen = -1;         // which indices are in `indices`
};
inline add_arrays& memory() { return made_once<add_arrays>(); }

static __global__ void fill_deltas(float* deltas, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        deltas[i] = static_cast<float>(static_cast<int>(mixed(static_cast<std::uint32_t>(i)) % 9) - 4);
    }
}
static __global__ void fill_indices(std::uint32_t* indices, updated which, std::size_t records, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        auto const number = static_cast<std::uint32_t>(which == updated::clustered ? i / 8 : i);
        auto const bound = static_cast<std::uint32_t>(records);
        indices[i] = which == updated::in_order ? number : mixed(number) % bound;
    }
}

template <class Record>
__global__ void __launch_bounds__(block_threads)
    add_plainly(Record const* deltas, std::uint32_t const* indices, std::size_t count, Record* out)
{
    std::size_t const i = element_index();
    if (i >= count) return;
    Record const delta = deltas[i];
    float* const to = out[indices[i]].value;
#pragma unroll
    for (std::size_t m = 0; m < sizeof(Record) / 4; ++m) atomicAdd(to + m, delta.value[m]);
}

//! Adds sums to the structs at their indices, which are different.
template <class Record>
__global__ void __launch_bounds__(block_threads)
    add_sums(Record const* sums, std::uint32_t const* indices, std::size_t count, Record* out)
{
    std::size_t const i = element_index();
    if (i < count) out[indices[i]] = sum_of_records()(out[indices[i]], sums[i]);
}

//! Adds the deltas with Thrust. The deltas are not copied: they are read through their positions.
template <class Record>
void add_by_thrust(Record const* deltas, std::size_t count, Record* out)
{
    auto& all = memory();
    prepared_memory allocator(all.temporary, all.temporary_bytes);
    // The sums take the place of temporary memory, whose size is enough for both.
    auto* const sums = reinterpret_cast<Record*>(allocator.allocate(static_cast<std::ptrdiff_t>(all.bytes)));
    auto const policy = thrust::cuda::par_nosync(allocator);
    HEDDLE_BENCH_CHECK(cudaMemcpyAsync(all.keys, all.indices, count * sizeof(std::uint32_t), cudaMemcpyDefault));
    thrust::sequence(policy, all.positions, all.positions + count);
    thrust::stable_sort_by_key(policy, all.keys, all.keys + count, all.positions);
    auto const ends = thrust::reduce_by_key(policy, all.keys, all.keys + count,
                                            thrust::make_permutation_iterator(deltas, all.positions), all.found, sums,
                                            thrust::equal_to<std::uint32_t>(), sum_of_records());
    auto const found = static_cast<std::size_t>(ends.first - all.found);
    launch_kernel(add_sums<Record>, blocks_of(found), block_threads, sums, all.found, found, out);
}

template <class Element>
void add_pattern(std::string const& name, updated which)
{
    using item = record<sizeof(Element), std::max(alignof(Element), std::size_t{4})>;
    std::size_t const count = update_count();
    auto const deltas = [] { return reinterpret_cast<item const*>(memory().deltas); };
    auto const out = [] { return reinterpret_cast<item*>(memory().out); };
    std::size_t const out_bytes = record_count(which) * sizeof(item);
    auto const clear = [=] { HEDDLE_BENCH_CHECK(cudaMemset(memory().out, 0, out_bytes)); };
    auto const prepare = [=] {
        auto& all = memory();
        if (all.filled != sizeof(item)) {
            all.filled = sizeof(item);
            launch_kernel(fill_deltas, 4096, block_threads, reinterpret_cast<float*>(all.deltas),
                          count * (sizeof(item) / 4));
        }
        if (all.chosen == static_cast<int>(which)) return;
        all.chosen = static_cast<int>(which);
        launch_kernel(fill_indices, 4096, block_threads, all.indices, which, record_count(which), count);
    };
    launcher const plain = [=] {
        launch_kernel(add_plainly<item>, blocks_of(count), block_threads, deltas(), memory().indices, count, out());
    };
    auto const add = [&](std::string const& pattern, char const* variant, launcher const& launch) {
        auto const count_wrong = [=] { return count_wrong_at(memory().out, out_bytes, clear, plain); };
        add_measurement<Element>(pattern + name, variant,
                                 {static_cast<double>(count * sizeof(item)), launch, count_wrong, clear, prepare});
    };
    add("scatter_add_", "plain", plain);
    add("scatter_add_", "coalesced",
        [=] { HEDDLE_BENCH_CHECK(heddle::scatter_add(nullptr, deltas(), memory().indices, count, out())); });
    add("deterministic_add_", "plain", [=] { add_by_thrust(deltas(), count, out()); });
    add("deterministic_add_", "coalesced", [=] {
        std::size_t bytes = memory().temporary_bytes;
        HEDDLE_BENCH_CHECK(heddle::device::deterministic_scatter_add(
            memory().temporary, bytes, nullptr, deltas(), memory().indices, count, out(), record_count(which)));
    });
}

template <class Element>
void add()
{
    add_pattern<Element>("random", updated::at_random);
    add_pattern<Element>("hot", updated::hot);
    add_pattern<Element>("clustered", updated::clustered);
    add_pattern<Element>("in_order", updated::in_order);
}

}  // namespace heddle_bench::scatter_add
