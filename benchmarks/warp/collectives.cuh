// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// neighbour: each lane gets the value of its right neighbor. broadcast_from_last: all lanes get the value of the last
// lane for which a predicate is true. reduce, reduce_of_16: the sum of the values of a warp, in one lane or in all
// lanes. scan: prefix sums of the values of a warp, with the predicate of the shuffle or with a comparison of lane
// numbers. segmented: sums of segments.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/broadcast.cuh>
#include <heddle/warp/reduce.cuh>
#include <heddle/warp/rotate.cuh>
#include <heddle/warp/scan.cuh>
#include <heddle/warp/segmented.cuh>

#include <cub/util_ptx.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <numeric>

namespace heddle_bench::collectives {

inline constexpr unsigned all_lanes = 0xffffffffu;

//! Returns true for one number in four. Numbers are below 8192. The test of two bits takes next to no time.
template <class T>
__host__ __device__ __forceinline__ bool is_chosen(T value)
{
    using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr word tested = word{3} << (std::is_integral_v<T> ? 0 : sizeof(T) == 4 ? 13 : 42);
    word bits;
    std::memcpy(&bits, &value, sizeof value);
    return (bits & tested) == 0;
}

enum class operation { neighbor, broadcast, reduce, scan, segmented };

//! Calls the function of heddle.
template <class T, operation Operation>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        auto const warp = this_warp();
        if constexpr (Operation == operation::neighbor) {
            return heddle::rotate(warp, value);
        } else if constexpr (Operation == operation::broadcast) {
            return heddle::broadcast_from_last(warp, is_chosen(value), value).value;
        } else if constexpr (Operation == operation::reduce) {
            return heddle::reduce(warp, value);
        } else if constexpr (Operation == operation::scan) {
            return heddle::inclusive_scan(warp, value);
        } else {
            return heddle::segmented_reduce(warp, value, this_lane() % 5 == 0);
        }
    }
};

template <class T, bool OfLast>
struct by_cub_shuffle : register_form {
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        int source = static_cast<int>((this_lane() + 1) % 32);
        if constexpr (OfLast) {
            unsigned const chosen = __ballot_sync(all_lanes, is_chosen(value));
            source = chosen == 0 ? static_cast<int>(this_lane()) : 31 - __clz(int(chosen));
        }
        return cub::ShuffleIndex<32>(value, source, all_lanes);
    }
};

template <class T, operation Operation>
struct by_cub : cub_form<std::conditional_t<Operation == operation::scan, cub::WarpScan<T>, cub::WarpReduce<T>>> {
    __device__ __forceinline__ T operator()(T value)
    {
        auto collective = this->collective();
        if constexpr (Operation == operation::segmented) {
            return collective.HeadSegmentedSum(value, this_lane() % 5 == 0);
        } else if constexpr (Operation == operation::scan) {
            T result;
            collective.InclusiveSum(value, result);
            return result;
        } else if constexpr (std::is_arithmetic_v<T>) {
            return collective.Sum(value);
        } else {
            return collective.Reduce(value, addition{});
        }
    }
};

template <class T, class Sync>
struct neighbor_by_shared : shared_form<T, Sync, 32> {
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lane = this_lane();
        this->values[lane] = value;
        Sync::sync();
        T const neighbor = this->values[(lane + 1) % 32];
        Sync::sync();
        return neighbor;
    }
};

//! A ballot finds the last chosen lane. That lane writes its value to shared memory, from which all lanes read it.
template <class T, class Sync>
struct broadcast_by_shared : shared_form<T, Sync, 1> {
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const chosen = __ballot_sync(all_lanes, is_chosen(value));
        if (chosen >> this_lane() == 1) this->values[0] = value;
        Sync::sync();
        T const last = this->values[0];
        Sync::sync();
        return chosen == 0 ? value : last;
    }
};

// ---- sums ----

//! Adds with an operation that heddle does not recognize, so heddle cannot use the instruction redux.
template <class T>
struct reduce_by_shuffle_of_any : register_form {
    static constexpr char const* name = "shuffle_any_operation";
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce(this_warp(), value, addition{}); }
};

template <class T>
struct reduce_to_all_by_shuffle : register_form {
    static constexpr char const* name = "shuffle_to_all";
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce_to_all(this_warp(), value); }
};

//! Each step halves the number of sums. Values after the 32 values of the warp never affect the result.
template <class T, class Sync>
struct reduce_by_shared : shared_form<T, Sync, 48> {
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lane = this_lane();
        this->values[lane] = value;
        Sync::sync();
#pragma unroll
        for (unsigned half = 16; half > 0; half /= 2) {
            value = value + this->values[lane + half];
            Sync::sync();
            this->values[lane] = value;
            Sync::sync();
        }
        return value;
    }
};

// Groups of 16 lanes. For them, the library uses shuffles, because the two groups of a warp would execute redux one
// after the other.

struct half_by_shuffle : register_form {
    __device__ __forceinline__ int operator()(int value)
    {
        namespace cg = cooperative_groups;
        return heddle::reduce(cg::tiled_partition<16>(cg::this_thread_block()), value);
    }
};

struct half_by_redux : register_form {
    static constexpr char const* name = "redux";
    __device__ __forceinline__ int operator()(int value)
    {
        return __reduce_add_sync(0xffffu << (this_lane() & 16u), value);
    }
};

template <class T, unsigned Lanes = 32>
experiment<T> reduce_experiment(char const* name, unsigned rounds, unsigned valid_lanes)
{
    return {name, rounds, valid_lanes, [](std::array<T, 32> values) {
                values.fill(std::accumulate(values.begin() + 1, values.begin() + Lanes, values[0]));
                return values;
            }};
}

// ---- prefix sums ----

//! Uses the predicate of the shuffle instruction, or a comparison of lane numbers.
template <class T, bool Predicate>
struct scan_by_steps : register_form {
    static constexpr char const* name = Predicate ? "shuffle_predicate" : "shuffle_comparison";
    __device__ __forceinline__ T operator()(T value)
    {
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            bool exists = this_lane() >= distance;
            T const left = Predicate ? heddle::shuffle_up(this_warp(), value, distance, exists)
                                     : heddle::shuffle_up(this_warp(), value, distance);
            value = heddle::detail::select(exists, left + value, value);
        }
        return value;
    }
};

//! 16 zeros precede the values of the warp, so that no lane has to check its position.
template <class T, class Sync>
struct scan_by_shared : shared_form<T, Sync, 48> {
    __device__ __forceinline__ void attach(void* shared)
    {
        shared_form<T, Sync, 48>::attach(shared);
        if (this_lane() < 16) this->values[this_lane()] = T{};
        Sync::sync();
    }
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const place = 16 + this_lane();
        this->values[place] = value;
        Sync::sync();
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            value = value + this->values[place - distance];
            Sync::sync();
            this->values[place] = value;
            Sync::sync();
        }
        return value;
    }
};

template <class T>
experiment<T> add_scans(unsigned rounds)
{
    experiment<T> const e{"scan", rounds, 32, [](std::array<T, 32> values) {
                              std::partial_sum(values.begin(), values.end(), values.begin());
                              return values;
                          }};
    e.template add<by_shuffle<T, operation::scan>, scan_by_steps<T, true>, scan_by_steps<T, false>,
                   by_cub<T, operation::scan>>();
    return e;
}

template <class T>
void add_numbers()
{
    experiment<T> const neighbor{"neighbour", many_rounds, 32, [](std::array<T, 32> values) {
                                     std::rotate(values.begin(), values.begin() + 1, values.end());
                                     return values;
                                 }};
    neighbor.template add<by_shuffle<T, operation::neighbor>, by_cub_shuffle<T, false>>();
    neighbor.template add_shared<neighbor_by_shared>();
    experiment<T> const broadcast{"broadcast_from_last", many_rounds, 32, [](std::array<T, 32> values) {
                                      auto const last = std::find_if(values.rbegin(), values.rend(), is_chosen<T>);
                                      if (last != values.rend()) values.fill(*last);
                                      return values;
                                  }};
    broadcast.template add<by_shuffle<T, operation::broadcast>, by_cub_shuffle<T, true>>();
    broadcast.template add_shared<broadcast_by_shared>();
    auto const reduce = reduce_experiment<T>("reduce", many_rounds, 1);
    reduce.template add<by_shuffle<T, operation::reduce>, reduce_by_shuffle_of_any<T>, by_cub<T, operation::reduce>>();
    reduce.template add_shared<reduce_by_shared>();
    reduce_experiment<T>("reduce", many_rounds, 32).template add<reduce_to_all_by_shuffle<T>>();
    add_scans<T>(many_rounds).template add_shared<scan_by_shared>();
    experiment<T> const segments{"segmented", many_rounds, 1, [](std::array<T, 32> values) {
                                     for (unsigned l = 31; l-- > 0;) {
                                         if ((l + 1) % 5 != 0) values[l] = values[l] + values[l + 1];
                                     }
                                     return values;
                                 }};
    segments.template add<by_shuffle<T, operation::segmented>, by_cub<T, operation::segmented>>();
}

template <class T>
void add_structs()
{
    reduce_experiment<T>("reduce", many_rounds / 8, 1)
        .template add<reduce_by_shuffle_of_any<T>, by_cub<T, operation::reduce>>();
    add_scans<T>(many_rounds / 8);
}

inline void add()
{
    add_numbers<int>();
    add_numbers<float>();
    add_numbers<double>();
    add_structs<vector7>();
    add_structs<point13>();
    add_scans<long long>(many_rounds);
    reduce_experiment<int, 16>("reduce_of_16", many_rounds, 1).template add<half_by_shuffle, half_by_redux>();
}

}  // namespace heddle_bench::collectives
