// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: the sum of a warp's values, in one lane and in all.

#include "rounds.cuh"
#include "structs.cuh"

#include <heddle/warp/reduce.cuh>

#include <cub/warp/warp_reduce.cuh>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 4096;

template <class T>
struct by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value) { return heddle::reduce(this_warp(), value); }
};

//! An addition that heddle does not know to be one: no redux.
struct any_addition {
    template <class T>
    __device__ __forceinline__ T operator()(T const& a, T const& b) const
    {
        return a + b;
    }
};

template <class T>
struct by_shuffle_of_any : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle_any_operation";
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::reduce(this_warp(), value, any_addition{});
    }
};

template <class T>
struct to_all_by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle_to_all";
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::reduce_to_all(this_warp(), value);
    }
};

//! Half as many sums in each step; what lies beyond the warp's 32 values is never used.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 48> {
    using shared_form<T, Sync, 48>::shared_form;
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
    using cub_form<cub::WarpReduce<T>>::cub_form;
    __device__ __forceinline__ T operator()(T value)
    {
        return cub::WarpReduce<T>(this->temporary).Sum(value);
    }
};

template <class T>
struct struct_by_cub : cub_form<cub::WarpReduce<T>> {
    using cub_form<cub::WarpReduce<T>>::cub_form;
    __device__ __forceinline__ T operator()(T value)
    {
        return cub::WarpReduce<T>(this->temporary).Reduce(value, any_addition{});
    }
};

// Tiles of 16 lanes: the library leaves them to shuffles. Would redux be better, although the two
// tiles of a warp have to take turns?

struct half_by_shuffle : register_form<int> {
    using register_form<int>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ int operator()(int value)
    {
        namespace cg = cooperative_groups;
        return heddle::reduce(cg::tiled_partition<16>(cg::this_thread_block()), value);
    }
};

struct half_by_redux : register_form<int> {
    using register_form<int>::register_form;
    static constexpr char const* name = "redux";
    __device__ __forceinline__ int operator()(int value)
    {
        return __reduce_add_sync(0xffffu << (this_lane() & 16u), value);
    }
};

template <class T>
auto sum_of_warp()
{
    return [](std::array<T, 32> const& values) {
        std::array<T, 32> result;
        T sum = values[0];
        for (unsigned l = 1; l < 32; ++l) sum = sum + values[l];
        result.fill(sum);
        return result;
    };
}

template <class T>
void register_type()
{
    auto const reference = sum_of_warp<T>();
    add_rounds<by_shuffle<T>, T>("reduce", rounds, reference, 1);
    add_rounds<by_shuffle_of_any<T>, T>("reduce", rounds, reference, 1);
    add_rounds<to_all_by_shuffle<T>, T>("reduce", rounds, reference, 32);
    add_shared_rounds<by_shared, T>("reduce", rounds, reference, 1);
    add_rounds<by_cub<T>, T>("reduce", rounds, reference, 1);
}

template <class T>
void register_struct()
{
    auto const reference = sum_of_warp<T>();
    add_rounds<by_shuffle_of_any<T>, T>("reduce", rounds / 8, reference, 1);
    add_rounds<struct_by_cub<T>, T>("reduce", rounds / 8, reference, 1);
}

}  // namespace

void register_reduce()
{
    register_type<int>();
    register_type<float>();
    register_type<double>();
    auto const sum_of_half = [](std::array<int, 32> const& values) {
        std::array<int, 32> result{};
        for (unsigned l = 0; l < 16; ++l) result[0] += values[l];
        return result;
    };
    add_rounds<half_by_shuffle, int>("reduce_of_16", rounds, sum_of_half, 1);
    add_rounds<half_by_redux, int>("reduce_of_16", rounds, sum_of_half, 1);
    register_struct<vector7>();
    register_struct<point13>();
}

}  // namespace heddle_warp_bench
