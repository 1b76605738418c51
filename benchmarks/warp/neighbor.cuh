// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// neighbour: each lane gets the value of its right neighbor.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/rotate.cuh>

#include <cub/util_ptx.cuh>

namespace heddle_bench::neighbor {

template <class T>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::rotate(this_warp(), value); }
};

template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 32> {
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

template <class T>
struct by_cub : register_form {
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        return cub::ShuffleIndex<32>(value, static_cast<int>((this_lane() + 1) % 32), 0xffffffffu);
    }
};

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        auto const e = make_experiment<T>("neighbour", many_rounds, 32, [](std::array<T, 32> values) {
            std::rotate(values.begin(), values.begin() + 1, values.end());
            return values;
        });
        e.template add<by_shuffle<T>, by_cub<T>>();
        e.template add_shared<by_shared>();
    });
}

}  // namespace heddle_bench::neighbor
