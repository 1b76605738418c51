// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Flat copies of several shapes. In L2 it takes more than one to find the limit.
#pragma once

#include "harness.cuh"
#include "round_trip.cuh"

#include <cstddef>
#include <string>

namespace heddle_bench {
namespace {

//! A block copies so many words of 16 bytes for each of its threads, all of them loaded first.
template <unsigned Words, unsigned Threads>
__device__ __forceinline__ void copy_flat_share(std::byte const* in, std::byte* out,
                                                std::size_t share, std::size_t word_count)
{
    auto const* const from = reinterpret_cast<uint4 const*>(in);
    auto* const to = reinterpret_cast<uint4*>(out);
    std::size_t const first = share * (Words * Threads) + threadIdx.x;
    uint4 read[Words] = {};
#pragma unroll
    for (unsigned k = 0; k < Words; ++k) {
        std::size_t const i = first + k * Threads;
        if (i < word_count) read[k] = from[i];
    }
#pragma unroll
    for (unsigned k = 0; k < Words; ++k) {
        std::size_t const i = first + k * Threads;
        if (i < word_count) to[i] = read[k];
    }
}

template <unsigned Words, unsigned Threads>
__global__ void __launch_bounds__(Threads)
    flat_copy(std::byte const* in, std::byte* out, std::size_t word_count)
{
    copy_flat_share<Words, Threads>(in, out, blockIdx.x, word_count);
}

template <unsigned Words, unsigned Threads>
__global__ void __launch_bounds__(Threads)
    flat_copy_in_rounds(std::byte const* in, std::byte* out, round_trip trip,
                        std::size_t word_count)
{
    for (share_walk walk(trip, blockIdx.x, gridDim.x); walk.has_share(); walk.advance()) {
        copy_flat_share<Words, Threads>(in, out, walk.share(), word_count);
    }
}

struct flat_shape {
    std::string name;  //!< "flat_4x256": four words a thread, 256 threads
    unsigned words_per_share;
    unsigned threads;
    copy_kernel copy;
    void (*copy_in_rounds)(std::byte const*, std::byte*, round_trip, std::size_t word_count);
};

template <unsigned Words, unsigned Threads>
flat_shape make_flat_shape()
{
    return {"flat_" + std::to_string(Words) + 'x' + std::to_string(Threads), Words * Threads,
            Threads, flat_copy<Words, Threads>, flat_copy_in_rounds<Words, Threads>};
}

}  // namespace
}  // namespace heddle_bench
