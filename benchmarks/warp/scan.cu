// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: prefix sums of a warp's values, with the shuffle's predicate and with a comparison of
// lanes; and sums of segments.

#include "rounds.cuh"
#include "structs.cuh"

#include <heddle/warp/scan.cuh>
#include <heddle/warp/segmented.cuh>

#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 4096;

template <class T>
struct by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::inclusive_scan(this_warp(), value);
    }
};

template <class T>
struct by_predicate : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle_predicate";
    __device__ __forceinline__ T operator()(T value)
    {
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            bool exists;
            T const left = heddle::shuffle_up(this_warp(), value, distance, exists);
            value = heddle::detail::select(exists, left + value, value);
        }
        return value;
    }
};

template <class T>
struct by_comparison : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle_comparison";
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            T const left = heddle::shuffle_up(this_warp(), value, distance);
            value = heddle::detail::select(lane >= distance, left + value, value);
        }
        return value;
    }
};

//! 16 zeros stand before the warp's values, so that nobody asks for its place.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 48> {
    __device__ __forceinline__ explicit by_shared(void* shared) : shared_form<T, Sync, 48>(shared)
    {
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
    using cub_form<cub::WarpScan<T>>::cub_form;
    __device__ __forceinline__ T operator()(T value)
    {
        T result;
        cub::WarpScan<T>(this->temporary).InclusiveSum(value, result);
        return result;
    }
};

template <class T>
struct segments_by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::segmented_reduce(this_warp(), value, this_lane() % 5 == 0);
    }
};

template <class T>
struct segments_by_cub : cub_form<cub::WarpReduce<T>> {
    using cub_form<cub::WarpReduce<T>>::cub_form;
    __device__ __forceinline__ T operator()(T value)
    {
        T const sum =
            cub::WarpReduce<T>(this->temporary).HeadSegmentedSum(value, this_lane() % 5 == 0);
        return sum;
    }
};

template <class T>
auto scan_of_warp()
{
    return [](std::array<T, 32> const& values) {
        std::array<T, 32> result = values;
        for (unsigned l = 1; l < 32; ++l) result[l] = result[l - 1] + values[l];
        return result;
    };
}

template <class T>
auto sums_of_segments()
{
    return [](std::array<T, 32> const& values) {
        std::array<T, 32> result = values;
        for (unsigned l = 31; l-- > 0;) {
            if ((l + 1) % 5 != 0) result[l] = values[l] + result[l + 1];
        }
        return result;
    };
}

template <class T>
void register_scans(unsigned how_often)
{
    auto const reference = scan_of_warp<T>();
    add_rounds<by_shuffle<T>, T>("scan", how_often, reference, 32);
    add_rounds<by_predicate<T>, T>("scan", how_often, reference, 32);
    add_rounds<by_comparison<T>, T>("scan", how_often, reference, 32);
    add_rounds<by_cub<T>, T>("scan", how_often, reference, 32);
}

template <class T>
void register_type()
{
    register_scans<T>(rounds);
    add_shared_rounds<by_shared, T>("scan", rounds, scan_of_warp<T>(), 32);
    add_rounds<segments_by_shuffle<T>, T>("segmented", rounds, sums_of_segments<T>(), 1);
    add_rounds<segments_by_cub<T>, T>("segmented", rounds, sums_of_segments<T>(), 1);
}

}  // namespace

void register_scan()
{
    register_type<int>();
    register_type<float>();
    register_type<double>();
    register_scans<long long>(rounds);
    register_scans<vector7>(rounds / 8);
    register_scans<point13>(rounds / 8);
}

}  // namespace heddle_warp_bench
