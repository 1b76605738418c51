// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: the value of the last lane that a predicate holds for, to all lanes.

#include "rounds.cuh"

#include <heddle/warp/broadcast.cuh>

#include <cub/util_ptx.cuh>

#include <cstdint>
#include <cstring>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 4096;

//! One number in four, as its bits say, so that the question costs next to nothing. The numbers are
//! below 8192.
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
struct by_shuffle : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "shuffle";
    __device__ __forceinline__ T operator()(T value)
    {
        return heddle::broadcast_from_last(this_warp(), is_chosen(value), value).value;
    }
};

//! The lane that the ballot names writes, the others read.
template <class T, class Sync>
struct by_shared : shared_form<T, Sync, 1> {
    using shared_form<T, Sync, 1>::shared_form;
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
struct by_cub : register_form<T> {
    using register_form<T>::register_form;
    static constexpr char const* name = "cub";
    __device__ __forceinline__ T operator()(T value)
    {
        unsigned const lanes = __ballot_sync(0xffffffffu, is_chosen(value));
        int const source = lanes == 0 ? static_cast<int>(this_lane()) : 31 - __clz(int(lanes));
        return cub::ShuffleIndex<32>(value, source, 0xffffffffu);
    }
};

template <class T>
void register_type()
{
    auto const reference = [](std::array<T, 32> const& values) {
        std::array<T, 32> result = values;
        for (unsigned l = 0; l < 32; ++l) {
            if (is_chosen(values[l])) result.fill(values[l]);
        }
        return result;
    };
    add_rounds<by_shuffle<T>, T>("broadcast_from_last", rounds, reference, 32);
    add_shared_rounds<by_shared, T>("broadcast_from_last", rounds, reference, 32);
    add_rounds<by_cub<T>, T>("broadcast_from_last", rounds, reference, 32);
}

}  // namespace

void register_broadcast()
{
    register_type<int>();
    register_type<float>();
    register_type<double>();
}

}  // namespace heddle_warp_bench
