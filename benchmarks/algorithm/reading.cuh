// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the benchmarks share that do nothing but read an array of structs: their sum, by a kernel that
// is nothing but plain, and their limit.
#pragma once

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "../flat.cuh"
#include "../harness.cuh"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace heddle_bench {
namespace {

//! Structs in an array.
template <class Element>
std::size_t count_of()
{
    return array_bytes() / sizeof(Element);
}

//! The structs to read.
template <class Element>
Element const* structs()
{
    return reinterpret_cast<Element const*>(arrays().in);
}

//! Where the sum of what has been read goes, and behind it room for temporary storage.
std::uint32_t* sum_place() { return reinterpret_cast<std::uint32_t*>(arrays().out); }
constexpr std::size_t temporary_offset = 256;

void clear_sum() { HEDDLE_BENCH_CHECK(cudaMemset(sum_place(), 0, sizeof(std::uint32_t))); }

std::uint32_t sum_found()
{
    std::uint32_t sum = 0;
    HEDDLE_BENCH_CHECK(cudaMemcpy(&sum, sum_place(), sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}

struct sum_of_words {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& element) const
    {
        return xor_of_words(element);
    }
};

template <class Element>
__global__ void sum_plainly(std::uint32_t* sum, Element const* first, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * block_threads;
    std::uint32_t own = 0;
    for (std::size_t i = element_index(); i < count; i += step) own += xor_of_words(first[i]);
    atomicAdd(sum, own);
}

//! 1 if `launch` leaves another sum than that of the structs.
template <class Element>
std::size_t is_sum_wrong(std::function<void()> const& launch)
{
    clear_sum();
    sum_plainly<<<4096, block_threads>>>(sum_place(), structs<Element>(), count_of<Element>());
    check_launch();
    std::uint32_t const expected = sum_found();
    clear_sum();
    launch();
    return sum_found() == expected ? 0 : 1;
}

//! A kernel that reads the same bytes as 16-byte words.
template <class Element>
void add_reading_limit(char const* kind)
{
    std::size_t const bytes = count_of<Element>() * sizeof(Element);
    add_measurement(
        std::string(kind) + "/limit/" + shape_of<Element>().label,
        {bytes, [] {},
         [bytes] {
             std::size_t const words = bytes / sizeof(uint4);
             auto const blocks =
                 static_cast<unsigned>((words + flat_words_per_block - 1) / flat_words_per_block);
             flat_load<<<blocks, block_threads>>>(arrays().in, sum_place(), {0, 1}, words);
             check_launch();
         },
         [] { return std::size_t{0}; }});
}

}  // namespace
}  // namespace heddle_bench
