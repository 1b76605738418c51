// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The flat kernels, the limits of load, store and update: what memory itself can do with 16-byte
// words.
#pragma once

#include "harness.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle_bench {
namespace {

constexpr unsigned flat_words_per_thread = 4;
constexpr unsigned flat_words_per_block = flat_words_per_thread * block_threads;

__global__ void __launch_bounds__(block_threads)
    flat_load(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t word_count)
{
    auto const* const words = reinterpret_cast<uint4 const*>(in);
    std::size_t const first = std::size_t{blockIdx.x} * flat_words_per_block + threadIdx.x;
    uint4 read[flat_words_per_thread] = {};
#pragma unroll
    for (unsigned k = 0; k < flat_words_per_thread; ++k) {
        std::size_t const i = first + k * block_threads;
        if (i < word_count) read[k] = words[i];
    }
#pragma unroll
    for (unsigned k = 0; k < flat_words_per_thread; ++k) {
        std::size_t const i = first + k * block_threads;
        if (i < word_count) filter.write(xor_of_words(read[k]), sums + i);
    }
}

__global__ void __launch_bounds__(block_threads) flat_store(std::byte* out, std::size_t word_count)
{
    auto* const words = reinterpret_cast<uint4*>(out);
    std::size_t const first = std::size_t{blockIdx.x} * flat_words_per_block + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < flat_words_per_thread; ++k) {
        std::size_t const i = first + k * block_threads;
        if (i < word_count) {
            words[i] = {stored_word(i, 0), stored_word(i, 1), stored_word(i, 2), stored_word(i, 3)};
        }
    }
}

__global__ void __launch_bounds__(block_threads)
    flat_update(std::byte* array, std::size_t word_count)
{
    auto* const words = reinterpret_cast<uint4*>(array);
    std::size_t const first = std::size_t{blockIdx.x} * flat_words_per_block + threadIdx.x;
    uint4 read[flat_words_per_thread] = {};
#pragma unroll
    for (unsigned k = 0; k < flat_words_per_thread; ++k) {
        std::size_t const i = first + k * block_threads;
        if (i < word_count) read[k] = words[i];
    }
#pragma unroll
    for (unsigned k = 0; k < flat_words_per_thread; ++k) {
        std::size_t const i = first + k * block_threads;
        uint4 const w = read[k];
        if (i < word_count) {
            words[i] = {updated_word(w.x), updated_word(w.y), updated_word(w.z), updated_word(w.w)};
        }
    }
}

}  // namespace
}  // namespace heddle_bench
