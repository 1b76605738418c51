// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// broadcast_from_last: gives all lanes the value of the last lane for which a predicate holds.
#pragma once

#include "rounds.cuh"

#include <heddle/warp/broadcast.cuh>

#include <cub/util_ptx.cuh>

namespace heddle_bench::broadcast {

//! Returns true for one number in four. The test of two bits costs next to nothing. The numbers are below 8192.
__host__ __device__ __forceinline__ bool is_chosen(int value) { return (value & 3) == 0; }
__host__ __device__ __forceinline__ bool is_chosen(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return (bits & 3u << 13) == 0;
}
__host__ __device__ __forceinline__ bool is_chosen(double value)
{
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return (static_cast<std::uint32_t>(bits >> 32) & 3u << 10) == 0;
}

template <class T>
struct by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::broadcast_from_last(this_warp(), is_chosen(value), value).value;
    }
};

//! A ballot finds the last chosen lane. This lane writes its value to shared memory, and all lanes read the value.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 1> {
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lanes = __ballot_sync(0xffffffffu, is_chosen(value));
        if (lanes >> this_lane() == 1) this->values[0] = value;
        Sync::sync();
        T const last = this->values[0];
        Sync::sync();
        return lanes == 0 ? value : last;
    }
};

template <class T>
struct by_cub : register_form {
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lanes = __ballot_sync(0xffffffffu, is_chosen(value));
        int const source = lanes == 0 ? static_cast<int>(this_lane()) : 31 - __clz(int(lanes));
        return cub::ShuffleIndex<32>(value, source, 0xffffffffu);
    }
};

inline void add()
{
    for_types<int, float, double>([](auto of_type) {
        using T = decltype(of_type);
        auto const e = make_experiment<T>("broadcast_from_last", many_rounds, 32, [](std::array<T, 32> const& values) {
            std::array<T, 32> result = values;
            for (T const value : values) {
                if (is_chosen(value)) result.fill(value);
            }
            return result;
        });
        e.template add<by_shuffle<T>, by_cub<T>>();
        e.template add_shared<by_shared>();
    });
}

}  // namespace heddle_bench::broadcast
