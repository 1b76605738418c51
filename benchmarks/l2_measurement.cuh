// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How a copy between arrays that stay in the L2 cache becomes a measurement.
#pragma once

#include "common/check.hpp"
#include "harness.cuh"

#include <cstddef>
#include <functional>
#include <string>

namespace heddle_bench {

// In L2 a copy takes microseconds: less than the processor may need to launch one. So a launch is a
// graph of many, which the GPU launches by itself, each when the one before it has ended, as in a
// stream. A kernel that goes round is launched as it is, and its start weighs one part in a hundred.
inline constexpr unsigned launches_of_graph = 32;
inline constexpr unsigned rounds_of_kernel = 64;

//! Threads of a block. Arrays that fit in the cache are few blocks for each multiprocessor: of 256 threads, with one
//! struct each, 16 MiB of 160 bytes are 3.1, so that some multiprocessors have 4 to do and others 3.
inline constexpr unsigned l2_block_threads = 128;
inline constexpr block_share l2_block_share{l2_block_threads, l2_block_threads};

//! Of one of the two arrays: both stay in the cache of an H200, which has 50 MB.
std::size_t l2_array_bytes();

//! What is launched, made when it is needed: before that there may be no GPU.
using launcher = std::function<void()>;
using make_launcher = std::function<launcher()>;

//! launch(stream), launches_of_graph times, one after the other.
make_launcher by_graph(std::function<void(cudaStream_t)> const& launch);

unsigned rounded_up_quotient(std::size_t dividend, unsigned divisor);

//! So many blocks as run at once.
template <class Kernel>
unsigned persistent_blocks(Kernel kernel, unsigned threads)
{
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    HEDDLE_BENCH_CHECK(cudaGetDevice(&device));
    HEDDLE_BENCH_CHECK(
        cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    HEDDLE_BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                                     static_cast<int>(threads), 0));
    return static_cast<unsigned>(blocks * multiprocessors);
}

//! Registers a copy of `count` elements that is made `copies` times in a launch.
void add_l2(std::string const& name, make_launcher const& make, std::size_t element_bytes,
            std::size_t count, unsigned copies);

}  // namespace heddle_bench
