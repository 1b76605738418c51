// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a warp are reordered. sort: sorts 32 keys, one in each lane; or structs, by their first member.
// transpose: converts m values of 4 bytes per lane from striped to blocked order, for m from 1 to 32.
#pragma once

#include "rounds.cuh"

#include <heddle/transpose.cuh>
#include <heddle/warp/bitonic_sort.cuh>

#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_merge_sort.cuh>

#include <utility>

namespace heddle_bench::reorder {

// ---- sort ----

template <class T>
struct sort_by_shuffle : register_form {
    __device__ __forceinline__ T operator()(T value)
    {
        heddle::bitonic_sort(this_warp(), value);
        return value;
    }
};

//! Sorts the keys with the sorting network. Then moves each struct to its final lane.
template <class T>
struct sort_by_key_and_shuffle : register_form {
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
struct sort_by_shared : shared_form<T, Sync, 32> {
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
struct sort_by_cub : cub_form<cub::WarpMergeSort<T, 1, 32>> {
    __device__ __forceinline__ T operator()(T value)
    {
        T keys[1] = {value};
        this->collective().Sort(keys, ascending{});
        __syncwarp();  // before the next round uses the shared memory
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
    sort_experiment<T>(512).template add<sort_by_shuffle<T>, sort_by_cub<T>>();
    sort_experiment<T>(512).template add_shared<sort_by_shared>();
}

// ---- transpose ----

template <unsigned Count>
struct transpose_by_shuffle : register_form {
    __device__ __forceinline__ void operator()(int (&values)[Count]) { heddle::rows_to_elements(this_warp(), values); }
};

template <unsigned Count, class Sync>
struct transpose_by_shared : shared_form<int, Sync, 32 * Count> {
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned r = 0; r < Count; ++r) this->values[r * 32 + lane] = values[r];
        Sync::sync();
#pragma unroll
        for (unsigned w = 0; w < Count; ++w) values[w] = this->values[lane * Count + w];
        Sync::sync();
    }
};

//! Computes positions in shared memory, with 16 free bytes after every `period` values. Without these bytes, the
//! 16-byte words of different lanes would lie in the same banks.
template <unsigned Count>
struct padding {
    static constexpr unsigned period = Count % 3 == 0 ? 96 : 32;  // the least multiple of whole lanes and rows
    static constexpr unsigned words = 32 * Count + 32 * Count / period * 4;
    __device__ __forceinline__ static unsigned place(unsigned i) { return i + i / period * 4; }
};

template <unsigned Count>
struct transpose_by_padded_shared : shared_form<int, synchronized_warp, padding<Count>::words> {
    static_assert(Count % 8 == 0 && padding<Count>::period % Count == 0);
    static constexpr char const* name = "shared_syncwarp_padded";
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned r = 0; r < Count; ++r) {
            this->values[padding<Count>::place(r * 32) + lane] = values[r];
        }
        __syncwarp();
        int* const own = this->values + padding<Count>::place(lane * Count);
#pragma unroll
        for (unsigned w = 0; w < Count; w += 4) {
            int4 const four = *reinterpret_cast<int4 const*>(own + w);
            values[w] = four.x;
            values[w + 1] = four.y;
            values[w + 2] = four.z;
            values[w + 3] = four.w;
        }
        __syncwarp();
    }
};

template <unsigned Count>
struct transpose_by_cub : cub_form<cub::WarpExchange<int, Count>> {
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        this->collective().StripedToBlocked(values, values);
        __syncwarp();  // before the next round uses the shared memory
    }
};

template <class Form, unsigned Count>
__global__ void __launch_bounds__(Count <= 8 ? 1024 : 256) transpose_rounds(int const* in, int* out, unsigned rounds)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    Form form = form_of_warp<Form>();
    int values[Count];
#pragma unroll
    for (unsigned r = 0; r < Count; ++r) values[r] = in[i] + static_cast<int>(r * 1000);
#pragma unroll 1
    for (unsigned k = 0; k < rounds; ++k) form(values);
    int sum = 0;
#pragma unroll
    for (unsigned r = 0; r < Count; ++r) sum = sum * 31 + values[r];
    out[i] = sum;
}

//! Returns what the kernel must compute from the 32 values of a warp. items[r * 32 + l] is value r of lane l.
template <unsigned Count>
std::array<int, 32> expected(int const* in)
{
    std::array<int, 32 * Count> items, moved;
    for (unsigned i = 0; i < items.size(); ++i) items[i] = in[i % 32] + static_cast<int>(i / 32 * 1000);
    for (unsigned k = 0; k < verified_rounds; ++k) {
        for (unsigned i = 0; i < items.size(); ++i) moved[i % Count * 32 + i / Count] = items[i];
        items = moved;
    }
    std::array<int, 32> sums{};
    for (unsigned i = 0; i < items.size(); ++i)
        sums[i % 32] = static_cast<int>(sums[i % 32] * 31u + unsigned(items[i]));
    return sums;
}

template <unsigned Count, class... Form>
void add_forms(unsigned block)
{
    (add_experiment<Form, int>("transpose/" + std::to_string(Count), transpose_rounds<Form, Count>, block, many_rounds,
                               32, expected<Count>),
     ...);
}

template <unsigned Count>
void add_count(unsigned block)
{
    add_forms<Count, transpose_by_shuffle<Count>, transpose_by_shared<Count, synchronized_warp>,
              transpose_by_cub<Count>>(block);
    if constexpr (Count % 8 == 0) add_forms<Count, transpose_by_padded_shared<Count>>(block);
}

template <unsigned... Count>
void add_curve(std::integer_sequence<unsigned, Count...>)
{
    (add_count<Count + 1>(256), ...);
}

inline void add()
{
    add_numbers<int>();
    add_numbers<float>();
    add_numbers<double>();
    // Structs with equal keys are equal, so their order does not matter.
    sort_experiment<vector7>(128)
        .template add<sort_by_shuffle<vector7>, sort_by_key_and_shuffle<vector7>, sort_by_cub<vector7>>();
    sort_experiment<point13>(128).template add<sort_by_shuffle<point13>, sort_by_cub<point13>>();
    for (unsigned const block : block_sizes) {
        if (block != 256) add_count<7>(block);
        add_forms<7, transpose_by_shared<7, synchronized_block>, transpose_by_shared<7, not_synchronized>>(block);
    }
    constexpr unsigned max_count = has_one_size ? 8 : 32;
    add_curve(std::make_integer_sequence<unsigned, max_count>{});
}

}  // namespace heddle_bench::reorder
