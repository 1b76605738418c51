// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the warp toolbox in tiles of cooperative groups. The tiles of two warps run concurrently.
#pragma once

#include "common/gpu.cuh"
#include "common/warp/programs.hpp"

#include <cooperative_groups.h>

namespace heddle_test {

//! The tiles of a warp diverge: each tile runs the program once, twice or three times.
template <class Program, class Value, unsigned LaneCount>
__global__ void run_program(lane_io<Value> all)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    unsigned const t = threadIdx.x / LaneCount;
    lane_io<Value> const io{LaneCount, all.in + t * LaneCount * Program::in_rows, all.words + t * LaneCount,
                            all.out + t * LaneCount * Program::out_rows,
                            all.out_words + t * LaneCount * Program::out_words};
#pragma unroll 1
    for (unsigned round = 0; round <= t % 3; ++round) Program::lane(tile, io);
}

//! Type-erased lane_io. lane_io has the same layout for all value types.
struct raw_io {
    unsigned n;
    void const* in;
    void const* words;
    void* out;
    void* out_words;
};

//! Copies all values to the device, runs one block, and copies the results back.
inline void run_on_device(void const* kernel, unsigned threads, raw_io host, std::size_t in_size, std::size_t out_size,
                          std::size_t out_words_size)
{
    static_assert(sizeof(raw_io) == sizeof(lane_io<int>));
    std::size_t const words_size = threads * sizeof(std::uint32_t);
    device_memory const in(in_size), words(words_size), out(out_size), out_words(out_words_size);
    raw_io device{host.n, in.data(), words.data(), out.data(), out_words.data()};
    check_cuda(cudaMemcpy(in.data(), host.in, in_size, cudaMemcpyHostToDevice), "copy of values");
    check_cuda(cudaMemcpy(words.data(), host.words, words_size, cudaMemcpyHostToDevice), "copy of words");
    check_cuda(cudaMemcpy(out.data(), host.out, out_size, cudaMemcpyHostToDevice), "copy of what is there before");
    void* arguments[] = {&device};
    check_cuda(cudaLaunchKernel(kernel, dim3(1), dim3(threads), arguments, 0, nullptr), "launch");
    finish_kernel();
    check_cuda(cudaMemcpy(host.out, out.data(), out_size, cudaMemcpyDeviceToHost), "copy of results");
    check_cuda(cudaMemcpy(host.out_words, out_words.data(), out_words_size, cudaMemcpyDeviceToHost),
               "copy of result words");
}

template <class Program, class Value, unsigned LaneCount>
struct device_runner {
    static constexpr unsigned lane_count = LaneCount, tile_count = 64 / LaneCount;

    static void run(program_run<Program, Value>& whole)
    {
        run_on_device(reinterpret_cast<void const*>(run_program<Program, Value, LaneCount>),
                      whole.tile_count() * LaneCount,
                      {LaneCount, whole.in.data(), whole.words.data(), whole.out.data(), whole.out_words.data()},
                      whole.in.size() * sizeof(Value), whole.out.size() * sizeof(Value),
                      whole.out_words.size() * sizeof(std::uint32_t));
    }
};

template <class Program>
void check_every_size_on_device()
{
    if constexpr (full) {
        check_every_size<Program, device_runner>();
    } else {
        check_types<Program, device_runner, bytes<28>>();
    }
}

}  // namespace heddle_test
