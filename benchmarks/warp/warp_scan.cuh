// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// scan, segmented: prefix sums of a warp's values, with the shuffle's predicate or with a comparison of lane numbers;
// and prefix sums of segments.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/scan.cuh>
#include <heddle/warp/segmented.cuh>

#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

namespace heddle_bench::warp_scan {

template <class T>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::inclusive_scan(this_warp(), value); }
};

//! Uses the shuffle's predicate, or a comparison of lane numbers.
template <class T, bool Predicate>
struct by_steps : register_form {
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
struct by_shared : shared_form<T, Sync, 48> {
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
struct by_cub : cub_form<cub::WarpScan<T>> {
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
        T const sum = this->collective().HeadSegmentedSum(value, this_lane() % 5 == 0);
        return sum;
    }
};

template <class T>
auto scan_experiment(unsigned rounds)
{
    return make_experiment<T>("scan", rounds, 32, [](std::array<T, 32> values) {
        for (unsigned l = 1; l < 32; ++l) values[l] = values[l - 1] + values[l];
        return values;
    });
}

template <class T>
void add_scans(unsigned rounds)
{
    scan_experiment<T>(rounds).template add<by_shuffle<T>, by_steps<T, true>, by_steps<T, false>, by_cub<T>>();
}

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        add_scans<T>(many_rounds);
        scan_experiment<T>(many_rounds).template add_shared<by_shared>();
        auto const segments = make_experiment<T>("segmented", many_rounds, 1, [](std::array<T, 32> values) {
            for (unsigned l = 31; l-- > 0;) {
                if ((l + 1) % 5 != 0) values[l] = values[l] + values[l + 1];
            }
            return values;
        });
        segments.template add<segments_by_shuffle<T>, segments_by_cub<T>>();
    });
    add_scans<long long>(many_rounds);
    add_scans<vector7>(many_rounds / 8);
    add_scans<point13>(many_rounds / 8);
}

}  // namespace heddle_bench::warp_scan
