// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce, reduce_of_16: the sum of a warp's values, in one lane or in all lanes.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/reduce.cuh>

#include <cub/warp/warp_reduce.cuh>

namespace heddle_bench::warp_reduce {

template <class T>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce(this_warp(), value); }
};

//! Uses an addition that heddle does not recognize, so that heddle cannot use the instruction redux.
template <class T>
struct by_shuffle_of_any : register_form {
    static constexpr char const* name = "shuffle_any_operation";
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce(this_warp(), value, addition{}); }
};

template <class T>
struct to_all_by_shuffle : register_form {
    static constexpr char const* name = "shuffle_to_all";
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce_to_all(this_warp(), value); }
};

//! Each step halves the number of sums. Values beyond the warp's 32 are never used.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 48> {
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
struct by_cub : cub_form<cub::WarpReduce<T>> {
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
        T sum = values[0];
        for (unsigned l = 1; l < Lanes; ++l) sum = sum + values[l];
        result.fill(sum);
        return result;
    });
}

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        auto const e = reduce_experiment<T>("reduce", many_rounds, 1);
        e.template add<by_shuffle<T>, by_shuffle_of_any<T>, by_cub<T>>();
        e.template add_shared<by_shared>();
        reduce_experiment<T>("reduce", many_rounds, 32).template add<to_all_by_shuffle<T>>();
    });
    for_types<vector7, point13>([](auto of_type) {
        using T = decltype(of_type);
        reduce_experiment<T>("reduce", many_rounds / 8, 1).template add<by_shuffle_of_any<T>, by_cub<T>>();
    });
    reduce_experiment<int, 16>("reduce_of_16", many_rounds, 1).template add<half_by_shuffle, half_by_redux>();
}

}  // namespace heddle_bench::warp_reduce
