// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// sort: sorts 32 keys, one in each lane, and structs by their first member.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/bitonic_sort.cuh>

#include <cub/warp/warp_merge_sort.cuh>

namespace heddle_bench::warp_sort {

template <class T>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        heddle::bitonic_sort(this_warp(), value);
        return value;
    }
};

//! Sorts the keys with the network, then moves each struct to its place.
template <class T>
struct by_key_and_shuffle : register_form {
    static constexpr char const* name = "shuffle_of_pairs";
    __device__ __forceinline__ T operator()(T value)
    {
        float key = value.part[0];
        heddle::bitonic_sort_pairs(this_warp(), key, value);
        return value;
    }
};

//! Sorts with Batcher's bitonic network: each stage sorts blocks of `size` keys in alternating directions.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 32> {
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned size = 2; size <= 32; size *= 2) {
#pragma unroll
            for (unsigned distance = size / 2; distance > 0; distance /= 2) {
                this->values[lane] = value;
                Sync::sync();
                T const other = this->values[lane ^ distance];
                Sync::sync();
                bool const wants_less = ((lane & distance) == 0) == ((lane & size) == 0);
                value = (other < value) == wants_less ? other : value;
            }
        }
        return value;
    }
};

struct ascending {
    template <class T>
    __device__ __forceinline__ bool operator()(T const& a, T const& b) const
    {
        return a < b;
    }
};

template <class T>
struct by_cub : cub_form<cub::WarpMergeSort<T, 1, 32>> {
    __device__ __forceinline__ T operator()(T value)
    {
        T keys[1] = {value};
        this->collective().Sort(keys, ascending{});
        __syncwarp();  // before the next round uses the storage
        return keys[0];
    }
};

template <class T>
experiment<T> sort_experiment(unsigned rounds)
{
    return {"sort", rounds, 32, [](std::array<T, 32> values) {
                std::sort(values.begin(), values.end());
                return values;
            }};
}

template <class T>
void add_numbers()
{
    sort_experiment<T>(512).template add<by_shuffle<T>, by_cub<T>>();
    sort_experiment<T>(512).template add_shared<by_shared>();
}

inline void add()
{
    add_numbers<int>();
    add_numbers<float>();
    add_numbers<double>();
    // Structs with equal keys are equal, so any order of them is correct.
    sort_experiment<vector7>(128).template add<by_shuffle<vector7>, by_key_and_shuffle<vector7>, by_cub<vector7>>();
    sort_experiment<point13>(128).template add<by_shuffle<point13>, by_cub<point13>>();
}

}  // namespace heddle_bench::warp_sort
