// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Flat kernels: they move 16-byte words without structs, as fast as the memory allows. They are the limits of loads,
// stores, updates and copies in L2.
#pragma once

#include "moves.cuh"

namespace heddle_bench {

//! Calls visit(k, i) for each word of a thread: the thread's word k is word i of the array.
template <unsigned Words, unsigned Threads, class Visit>
__device__ __forceinline__ void for_each_word(std::size_t share, std::size_t count, Visit const& visit)
{
    std::size_t const first = share * (Words * Threads) + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < Words; ++k) {
        std::size_t const i = first + k * Threads;
        if (i < count) visit(k, i);
    }
}

using flat_word = element<16, 16>;
inline constexpr block_share flat_share{block_threads, 4 * block_threads};

static __global__ void __launch_bounds__(block_threads)
    flat_load(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    auto const* const words = reinterpret_cast<uint4 const*>(in);
    uint4 read[4] = {};
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) { read[k] = words[i]; });
    for_each_word<4, block_threads>(blockIdx.x, count,
                                    [&](unsigned k, std::size_t i) { filter.write(xor_of_words(read[k]), sums + i); });
}

static __global__ void __launch_bounds__(block_threads) flat_store(std::byte* out, std::size_t count)
{
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned, std::size_t i) {
        reinterpret_cast<uint4*>(out)[i] = {stored_word(i, 0), stored_word(i, 1), stored_word(i, 2), stored_word(i, 3)};
    });
}

static __global__ void __launch_bounds__(block_threads) flat_update(std::byte* array, std::size_t count)
{
    auto* const words = reinterpret_cast<uint4*>(array);
    uint4 read[4] = {};
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) { read[k] = words[i]; });
    for_each_word<4, block_threads>(blockIdx.x, count, [&](unsigned k, std::size_t i) {
        uint4 const w = read[k];
        words[i] = {updated_word(w.x), updated_word(w.y), updated_word(w.z), updated_word(w.w)};
    });
}

//! Returns the number of 16-byte words in as many structs as fill an array.
inline std::size_t flat_words(std::size_t element_bytes, std::size_t bytes = array_bytes())
{
    return element_count(element_bytes, bytes) * element_bytes / sizeof(uint4);
}

}  // namespace heddle_bench
