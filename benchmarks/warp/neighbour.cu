// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: each lane takes its right neighbour's value.

#include "rounds.cuh"

#include <heddle/warp/rotate.cuh>

#include <cub/util_ptx.cuh>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 4096;

template <class T>
struct by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value) { return heddle::rotate(this_warp(), value); }
};

template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 32> {
    using shared_form<T, Sync, 32>::shared_form;
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lane = this_lane();
        this->values[lane] = value;
        Sync::sync();
        T const neighbour = this->values[(lane + 1) % 32];
        Sync::sync();
        return neighbour;
    }
};

template <class T>
struct by_cub : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        return cub::ShuffleIndex<32>(value, static_cast<int>((this_lane() + 1) % 32), 0xffffffffu);
    }
};

template <class T>
void register_type()
{
    auto const reference = [](std::array<T, 32> const& values) {
        std::array<T, 32> result;
        for (unsigned l = 0; l < 32; ++l) result[l] = values[(l + 1) % 32];
        return result;
    };
    add_rounds<by_shuffle<T>, T>("neighbour", rounds, reference, 32);
    add_shared_rounds<by_shared, T>("neighbour", rounds, reference, 32);
    add_rounds<by_cub<T>, T>("neighbour", rounds, reference, 32);
}

}  // namespace

void register_neighbour()
{
    register_type<int>();
    register_type<float>();
    register_type<double>();
}

}  // namespace heddle_warp_bench
