// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce, reduce_of_16: the sum of a warp's values, in one lane or in all lanes. scan: prefix sums of a warp's values,
// with the shuffle's predicate or with a comparison of lane numbers. segmented: sums of segments.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/reduce.cuh>
#include <heddle/warp/scan.cuh>
#include <heddle/warp/segmented.cuh>

#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <numeric>

namespace heddle_bench::warp_sums {

template <class T>
struct reduce_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce(this_warp(), value); }
};

//! Uses an addition that heddle does not recognize, so that heddle cannot use the instruction redux.
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

//! Each step halves the number of sums. Values beyond the warp's 32 are never used.
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

template <class T>
struct reduce_by_cub : cub_form<cub::WarpReduce<T>> {
    __device__ __forceinline__ T operator()(T value)
    {
        if constexpr (std::is_arithmetic_v<T>) return this->collective().Sum(value);
        return this->collective().Reduce(value, addition{});
    }
};

// Groups of 16 lanes. The library uses shuffles for them, because the two groups of a warp would execute redux one
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
auto reduce_experiment(char const* name, unsigned rounds, unsigned valid_lanes)
{
    return make_experiment<T>(name, rounds, valid_lanes, [](std::array<T, 32> const& values) {
        std::array<T, 32> result;
        result.fill(std::accumulate(values.begin() + 1, values.begin() + Lanes, values[0]));
        return result;
    });
}

// ---- prefix sums ----

template <class T>
struct scan_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::inclusive_scan(this_warp(), value); }
};

//! Uses the shuffle's predicate, or a comparison of lane numbers.
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

//! 16 zeros precede the warp's values, so that no lane has to check its place.
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
struct scan_by_cub : cub_form<cub::WarpScan<T>> {
    __device__ __forceinline__ T operator()(T value)
    {
        T result;
        this->collective().InclusiveSum(value, result);
        return result;
    }
};

template <class T>
struct segments_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::segmented_reduce(this_warp(), value, this_lane() % 5 == 0);
    }
};

template <class T>
struct segments_by_cub : cub_form<cub::WarpReduce<T>> {
    __device__ __forceinline__ T operator()(T value)
    {
        return this->collective().HeadSegmentedSum(value, this_lane() % 5 == 0);
    }
};

template <class T>
auto scan_experiment(unsigned rounds)
{
    auto const e = make_experiment<T>("scan", rounds, 32, [](std::array<T, 32> values) {
        std::partial_sum(values.begin(), values.end(), values.begin());
        return values;
    });
    e.template add<scan_by_shuffle<T>, scan_by_steps<T, true>, scan_by_steps<T, false>, scan_by_cub<T>>();
    return e;
}

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        auto const e = reduce_experiment<T>("reduce", many_rounds, 1);
        e.template add<reduce_by_shuffle<T>, reduce_by_shuffle_of_any<T>, reduce_by_cub<T>>();
        e.template add_shared<reduce_by_shared>();
        reduce_experiment<T>("reduce", many_rounds, 32).template add<reduce_to_all_by_shuffle<T>>();
        scan_experiment<T>(many_rounds).template add_shared<scan_by_shared>();
        auto const segments = make_experiment<T>("segmented", many_rounds, 1, [](std::array<T, 32> values) {
            for (unsigned l = 31; l-- > 0;) {
                if ((l + 1) % 5 != 0) values[l] = values[l] + values[l + 1];
            }
            return values;
        });
        segments.template add<segments_by_shuffle<T>, segments_by_cub<T>>();
    });
    for_types<vector7, point13>([](auto of_type) {
        using T = decltype(of_type);
        reduce_experiment<T>("reduce", many_rounds / 8, 1)
            .template add<reduce_by_shuffle_of_any<T>, reduce_by_cub<T>>();
        scan_experiment<T>(many_rounds / 8);
    });
    scan_experiment<long long>(many_rounds);
    reduce_experiment<int, 16>("reduce_of_16", many_rounds, 1).template add<half_by_shuffle, half_by_redux>();
}

}  // namespace heddle_bench::warp_sums
