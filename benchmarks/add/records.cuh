// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// add_random, add_consecutive, add_runs, add_hot, add_same: each thread adds a record of numbers to a record in memory,
// atomically. The record is a random one, the next one, one that 8 consecutive threads share, one of 4096, or one that
// the threads of a warp share. masked_add_…: the same by a random share of the threads. Variants: `plain` calls
// atomicAdd for each member, `vector` for each float2 or float4, `coalesced` calls p[i].atomic_add, `condition`
// atomic_add_if with a pointer, `tile` the functions of a group.
#pragma once

#include "../access/moves.cuh"
#include "numbers.cuh"

namespace heddle_bench::records {

// ---- ways to add ----

struct add_number {
    template <class Number>
    __device__ __forceinline__ void operator()(Number& number, Number change) const
    {
        atomicAdd(&number, change);
    }
    __device__ __forceinline__ void operator()(std::int64_t& number, std::int64_t change) const
    {
        atomicAdd(reinterpret_cast<unsigned long long*>(&number), static_cast<unsigned long long>(change));
    }
};

// Each way adds `change` to the record at `place` if `takes` holds.

struct by_members {
    template <class Record>
    __device__ __forceinline__ static void add(bool takes, Record* place, Record const& change)
    {
        if (takes) place->each(change, add_number{});
    }
};

template <class Record>
constexpr unsigned floats_of_vector = 1;
template <unsigned Count>
constexpr unsigned floats_of_vector<numbers<float, Count>> = Count % 4 == 0   ? 4
                                                             : Count % 2 == 0 ? 2
                                                                              : 1;

//! Adds a vector of floats to global memory. (Of atomicAdd(float4*, float4), nvcc 13.0 makes an instruction that also
//! returns the old value.)
__device__ __forceinline__ void add_vector(float* place, float2 const& change)
{
    asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(place)),
                 "f"(change.x), "f"(change.y)
                 : "memory");
}
__device__ __forceinline__ void add_vector(float* place, float4 const& change)
{
    asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(place)),
                 "f"(change.x), "f"(change.y), "f"(change.z), "f"(change.w)
                 : "memory");
}

//! Adds as many floats in one instruction as the alignment of every record in an aligned array allows. (The
//! instructions of GPUs before sm_90 add one float.)
struct by_vectors {
    template <class Record>
    __device__ __forceinline__ static void add(bool takes, Record* place, Record const& change)
    {
        if (!takes) return;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        constexpr unsigned count = floats_of_vector<Record>;
#    pragma unroll
        for (unsigned k = 0; k < sizeof(Record) / sizeof(float); k += count) {
            std::conditional_t<count == 4, float4, float2> part;
            std::memcpy(&part, change.value + k, sizeof part);
            add_vector(place->value + k, part);
        }
#else
        place->each(change, add_number{});
#endif
    }
};

struct by_reference {
    template <class Record>
    __device__ __forceinline__ static void add(bool takes, Record* place, Record const& change)
    {
        heddle::coalesced_ptr<Record> const p(place);
        if (takes) p[0].atomic_add(change);
    }
};

struct by_condition {
    template <class Record>
    __device__ __forceinline__ static void add(bool takes, Record* place, Record const& change)
    {
        heddle::atomic_add_if(takes, heddle::coalesced_ptr<Record>(place), change);
    }
};

struct by_group {
    template <class Record>
    __device__ __forceinline__ static void add(bool takes, Record* place, Record const& change)
    {
        heddle::atomic_add_if(this_warp(), takes, place, change);
    }
};
struct by_whole_group {
    template <class Record>
    __device__ __forceinline__ static void add(bool, Record* place, Record const& change)
    {
        heddle::atomic_add(this_warp(), place, change);
    }
};

// ---- which records change, and by which lanes ----

enum class places { random, consecutive, runs, hot, same };

inline constexpr std::uint32_t hot_count = 4096;  // records that all threads share
inline constexpr std::uint32_t run_lanes = 8;     // consecutive threads that add to the same record

//! Returns the index of the record to which thread i adds.
__device__ __forceinline__ std::uint32_t place_of(places where, std::uint32_t i, std::uint32_t count)
{
    switch (where) {
        case places::random:
            return __umulhi(mixed(i), count);
        case places::consecutive:
            return i % count;
        case places::runs:
            return __umulhi(mixed(i / run_lanes), count);
        case places::hot:
            return __umulhi(mixed(i), hot_count);
        default:
            return __umulhi(mixed(i / lane_count), count);
    }
}

//! Returns whether thread i adds, which is a matter of chance.
HEDDLE_HOST_DEVICE constexpr bool takes(std::uint32_t i, unsigned percent)
{
    return mixed(i * 101 + percent) % 100 < percent;
}
//! Returns how many of the first `count` threads add.
inline std::size_t taking(std::uint32_t count, unsigned percent)
{
    static std::map<std::pair<unsigned, std::uint32_t>, std::size_t> counted;
    auto const [own, is_new] = counted.try_emplace({percent, count}, percent == 100 ? count : 0);
    for (std::uint32_t i = 0; is_new && percent != 100 && i < count; ++i) own->second += takes(i, percent) ? 1 : 0;
    return own->second;
}

// ---- kernels and measurements ----

using add_kernel = void (*)(std::byte* out, std::uint32_t count, places where, unsigned percent);

template <class Record, class Way, bool IsMasked>
__global__ void __launch_bounds__(block_threads)
    add_records(std::byte* out, std::uint32_t count, places where, unsigned percent)
{
    auto const i = static_cast<std::uint32_t>(element_index());
    Way::add(!IsMasked || takes(i, percent), reinterpret_cast<Record*>(out) + place_of(where, i, count),
             change_of<Record>(i));
}

inline constexpr std::size_t max_record_count = 2u << 20;
inline constexpr std::uint32_t threads_of_record = 4;  // in the mean

inline void clear_records() { HEDDLE_BENCH_CHECK(cudaMemset(arrays().out, 0, rounded_bytes())); }

template <class Element, bool IsMasked>
void add_pattern(char const* pattern, places where, unsigned percent = 100)
{
    using record = record_of<Element>;
    static_assert(sizeof(record) == sizeof(Element) && alignof(record) == alignof(Element));
    auto const count = static_cast<std::uint32_t>(
        std::max(std::size_t{hot_count}, std::min(max_record_count, array_bytes() / sizeof(record))));
    std::uint32_t const threads = count * threads_of_record / block_threads * block_threads;
    auto const run = [=](add_kernel kernel) -> launcher {
        return [=] { launch_kernel(kernel, blocks_of(threads), block_threads, arrays().out, count, where, percent); };
    };
    auto const run_plain = run(add_records<record, by_members, IsMasked>);
    auto const add = [&](char const* variant, add_kernel kernel) {
        std::string const name =
            name_of(std::string(IsMasked ? "masked_" : "") + pattern, variant, label_of<Element>());
        add_measurement(IsMasked ? name + "/random" + std::to_string(percent) : name,
                        {static_cast<double>(taking(threads, percent) * sizeof(record)), run(kernel),
                         [=] { return count_wrong_output(clear_records, run_plain); }, clear_records});
    };
    add("plain", add_records<record, by_members, IsMasked>);
    if constexpr (floats_of_vector < record >> 1) add("vector", add_records<record, by_vectors, IsMasked>);
    add("coalesced", add_records<record, by_reference, IsMasked>);
    if constexpr (IsMasked) add("condition", add_records<record, by_condition, true>);
    add("tile", add_records<record, std::conditional_t<IsMasked, by_group, by_whole_group>, IsMasked>);
}

template <class Element>
void add()
{
    constexpr std::pair<char const*, places> patterns[] = {{"add_random", places::random},
                                                           {"add_consecutive", places::consecutive},
                                                           {"add_runs", places::runs},
                                                           {"add_hot", places::hot},
                                                           {"add_same", places::same}};
    for (auto const& [pattern, where] : patterns) {
        add_pattern<Element, false>(pattern, where);
        for (unsigned const percent : {5, 50, 95}) add_pattern<Element, true>(pattern, where, percent);
    }
}

}  // namespace heddle_bench::records
