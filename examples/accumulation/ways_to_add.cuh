// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The ways in which a kernel adds a record of numbers to a record in memory, and what the kernels share.
#pragma once

#include "report.hpp"

#include <heddle/heddle.cuh>

#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

//! The type of the numbers that a record consists of.
template <class Record>
using number_in = std::conditional_t<alignof(Record) == 8, double, float>;

//! Each number in an atomic operation of its own, as in the programs that the kernels are taken from.
struct member_by_member {
    template <class Record>
    HEDDLE_INLINE static void add(Record* sum, Record const& change)
    {
        auto* const to = reinterpret_cast<number_in<Record>*>(sum);
        auto const* const by = reinterpret_cast<number_in<Record> const*>(&change);
        HEDDLE_UNROLL
        for (unsigned k = 0; k < sizeof(Record) / sizeof(*by); ++k) {
#if defined(__CUDA_ARCH__)
            atomicAdd(to + k, by[k]);
#else
            heddle_examples::add_on_host(to + k, by + k, 1);
#endif
        }
    }
    template <class Record>
    HEDDLE_INLINE static void add_if(bool is_valid, Record* sum, Record const& change)
    {
        if (is_valid) add(sum, change);
    }
};

//! Four numbers in one atomic operation, for records of 16 bytes. GPUs before sm_90 have no such operation.
struct as_float4 {
    template <class Record>
    HEDDLE_INLINE static void add(Record* sum, Record const& change)
    {
        static_assert(sizeof(Record) == 16 && alignof(Record) == 16);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        atomicAdd(reinterpret_cast<float4*>(sum), *reinterpret_cast<float4 const*>(&change));
#elif defined(__CUDA_ARCH__)
        member_by_member::add(sum, change);
#else
        heddle_examples::add_on_host(reinterpret_cast<float*>(sum), reinterpret_cast<float const*>(&change), 4);
#endif
    }
};

//! By heddle.
struct as_record {
    template <class Pointer, class Record>
    HEDDLE_INLINE static void add(Pointer const& sum, Record const& change)
    {
        heddle::atomic_add(sum, change);
    }
    template <class Pointer, class Record>
    HEDDLE_INLINE static void add_if(bool is_valid, Pointer const& sum, Record const& change)
    {
        heddle::atomic_add_if(is_valid, sum, change);
    }
};

//! By heddle. Lanes that have nothing to add pass a record of zeros.
template <bool Votes>
struct as_record_or_zeros {
    template <class Pointer, class Record>
    HEDDLE_INLINE static void add_if([[maybe_unused]] bool is_valid, Pointer const& sum, Record const& change)
    {
#if defined(__CUDA_ARCH__)
        if (Votes && !__any_sync(__activemask(), is_valid)) return;
#endif
        heddle::atomic_add(sum, change);
    }
};

//! The warp adds up the records of its lanes by shuffles, and one lane adds the sum, as gsplat does. (The emulated warp
//! adds member by member.)
//! Requires: all lanes of a warp pass the same `sum`, and the record of a lane that is not valid is 0
struct as_sum_of_warp {
    template <class Record>
    HEDDLE_INLINE static void add_if(bool is_valid, Record* sum, Record const& change)
    {
#if defined(__CUDA_ARCH__)
        constexpr unsigned all_lanes = 0xffffffff;
        if (__activemask() == all_lanes) {
            if (!__any_sync(all_lanes, is_valid)) return;
            Record total = change;
            auto* const numbers = reinterpret_cast<number_in<Record>*>(&total);
            HEDDLE_UNROLL
            for (unsigned k = 0; k < sizeof(Record) / sizeof(*numbers); ++k) {
                HEDDLE_UNROLL
                for (unsigned distance = 16; distance > 0; distance /= 2) {
                    numbers[k] += __shfl_down_sync(all_lanes, numbers[k], distance);
                }
            }
            if (threadIdx.x % 32 == 0) member_by_member::add(sum, total);
            return;
        }
#endif
        member_by_member::add_if(is_valid, sum, change);
    }
};

//! Returns x as a multiple of 1/1024. Sums of such numbers are exact below 2^14, so the order in which threads add does
//! not change them, and results can be compared bit by bit.
//! Requires: |x| < 4096
HEDDLE_INLINE float rounded(float x)
{
    constexpr float shift = 12288;  // numbers near it are multiples of 1/1024
    return x + shift - shift;
}
HEDDLE_INLINE double rounded(double x)
{
    constexpr double shift = 6597069766656;
    return x + shift - shift;
}

//! Returns a number in [0, 1) that looks random (the finalizer of MurmurHash3).
inline float random_number(std::uint64_t i, std::uint64_t k = 0)
{
    std::uint64_t bits = (i << 8) + k + 1;
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdu;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53u;
    return static_cast<float>((bits ^ bits >> 33) >> 40) / 16777216;
}

//! Returns the numbers below `count` in random order.
inline std::vector<std::size_t> random_order(std::size_t count)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) {
        auto const k = static_cast<std::size_t>(random_number(i, 255) * static_cast<float>(i)) % i;
        std::swap(order[i - 1], order[k]);
    }
    return order;
}

//! A grid of nodes in a cube. Its cells have edges of length 1.
struct cubic_grid {
    int nodes_in_row;

    HEDDLE_INLINE int index(int x, int y, int z) const { return (x * nodes_in_row + y) * nodes_in_row + z; }
    std::size_t node_count() const
    {
        auto const n = static_cast<std::size_t>(nodes_in_row);
        return n * n * n;
    }
};
