// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// neighbour: each lane gets the value of its right neighbor. broadcast_from_last: all lanes get the value of the last
// lane for which a predicate holds.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/broadcast.cuh>
#include <heddle/warp/rotate.cuh>

#include <cub/util_ptx.cuh>

namespace heddle_bench::lanes {

inline constexpr unsigned all_lanes = 0xffffffffu;

template <class T>
struct neighbor_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value) { return heddle::rotate(this_warp(), value); }
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

template <class T>
struct neighbor_by_cub : register_form {
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        return cub::ShuffleIndex<32>(value, static_cast<int>((this_lane() + 1) % 32), all_lanes);
    }
};

//! Returns true for one number in four. The test of two bits costs next to nothing. The numbers are below 8192.
template <class T>
__host__ __device__ __forceinline__ bool is_chosen(T value)
{
    constexpr unsigned word_count = sizeof(T) / sizeof(std::uint32_t);
    constexpr std::uint32_t bits = std::is_integral_v<T> ? 3u : sizeof(T) == 4 ? 3u << 13 : 3u << 10;
    std::uint32_t words[word_count];
    std::memcpy(words, &value, sizeof value);
    return (words[word_count - 1] & bits) == 0;
}

template <class T>
struct broadcast_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::broadcast_from_last(this_warp(), is_chosen(value), value).value;
    }
};

//! A ballot finds the last chosen lane. This lane writes its value to shared memory, and all lanes read the value.
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

template <class T>
struct broadcast_by_cub : register_form {
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const chosen = __ballot_sync(all_lanes, is_chosen(value));
        int const source = chosen == 0 ? static_cast<int>(this_lane()) : 31 - __clz(int(chosen));
        return cub::ShuffleIndex<32>(value, source, all_lanes);
    }
};

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        auto const neighbor = make_experiment<T>("neighbour", many_rounds, 32, [](std::array<T, 32> values) {
            std::rotate(values.begin(), values.begin() + 1, values.end());
            return values;
        });
        neighbor.template add<neighbor_by_shuffle<T>, neighbor_by_cub<T>>();
        neighbor.template add_shared<neighbor_by_shared>();
        auto const broadcast = make_experiment<T>("broadcast_from_last", many_rounds, 32, [](std::array<T, 32> values) {
            auto const last = std::find_if(values.rbegin(), values.rend(), is_chosen<T>);
            if (last != values.rend()) values.fill(*last);
            return values;
        });
        broadcast.template add<broadcast_by_shuffle<T>, broadcast_by_cub<T>>();
        broadcast.template add_shared<broadcast_by_shared>();
    });
}

}  // namespace heddle_bench::lanes
