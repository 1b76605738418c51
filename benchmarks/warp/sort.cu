// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: 32 keys in order, one in each lane; and structs of 28 bytes by their first member.

#include "rounds.cuh"
#include "structs.cuh"

#include <heddle/warp/bitonic_sort.cuh>

#include <cub/warp/warp_merge_sort.cuh>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 512;

template <class T>
struct by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value)
    {
        heddle::bitonic_sort(this_warp(), value);
        return value;
    }
};

//! The key goes through the network; the struct follows once its place is known.
template <class T>
struct by_key_and_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle_of_pairs";
    __device__ __forceinline__ T operator()(T value)
    {
        float key = value.part[0];
        heddle::bitonic_sort_pairs(this_warp(), key, value);
        return value;
    }
};

//! The bitonic network of Batcher: blocks of `size` in alternating directions.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 32> {
    using shared_form<T, Sync, 32>::shared_form;
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
    using cub_form<cub::WarpMergeSort<T, 1, 32>>::cub_form;
    __device__ __forceinline__ T operator()(T value)
    {
        T keys[1] = {value};
        cub::WarpMergeSort<T, 1, 32>(this->temporary).Sort(keys, ascending{});
        __syncwarp();  // before the next round uses the storage
        return keys[0];
    }
};

template <class T>
auto sorted_warp()
{
    return [](std::array<T, 32> values) {
        std::sort(values.begin(), values.end());
        return values;
    };
}

template <class T>
void register_type()
{
    auto const reference = sorted_warp<T>();
    add_rounds<by_shuffle<T>, T>("sort", rounds, reference, 32);
    add_shared_rounds<by_shared, T>("sort", rounds, reference, 32);
    add_rounds<by_cub<T>, T>("sort", rounds, reference, 32);
}

}  // namespace

void register_sort()
{
    register_type<int>();
    register_type<float>();
    register_type<double>();
    // The whole of equal keys is equal, too, so every order of them is right.
    add_rounds<by_shuffle<vector7>, vector7>("sort", rounds / 4, sorted_warp<vector7>(), 32);
    add_rounds<by_key_and_shuffle<vector7>, vector7>("sort", rounds / 4, sorted_warp<vector7>(),
                                                     32);
    add_rounds<by_cub<vector7>, vector7>("sort", rounds / 4, sorted_warp<vector7>(), 32);
    add_rounds<by_shuffle<point13>, point13>("sort", rounds / 4, sorted_warp<point13>(), 32);
    add_rounds<by_cub<point13>, point13>("sort", rounds / 4, sorted_warp<point13>(), 32);
}

}  // namespace heddle_warp_bench
