// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the warp toolbox in tiles of cooperative groups. The tiles of two warps run concurrently.
#pragma once

#include "common/gpu.cuh"
#include "common/warp/programs.hpp"

#include <cooperative_groups.h>

namespace heddle_test {

//! Copies the values to the device, calls launch(io) with the copies, waits, and copies the results back.
template <class Program, class Value, class Launch>
void run_on_device(program_run<Program, Value>& whole, Launch const& launch)
{
    device_vector<Value> const in(whole.in), out(whole.out);
    device_vector<std::uint32_t> const words(whole.words), out_words(whole.out_words);
    launch(lane_io<Value>{whole.tile(0).n, in.data(), words.data(), out.data(), out_words.data()});
    finish_kernel();
    whole.out = out.to_host(whole.out.size());
    whole.out_words = out_words.to_host(whole.out_words.size());
}

//! The tiles of a warp diverge: each tile runs the program once, twice or three times.
template <class Program, class Value, unsigned LaneCount>
__global__ void run_program(lane_io<Value> all)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    unsigned const t = threadIdx.x / LaneCount;
    lane_io<Value> const io = tile_of<Program>(all, t);
#pragma unroll 1
    for (unsigned round = 0; round <= t % 3; ++round) Program::lane(tile, io);
}

template <class Program, class Value, unsigned LaneCount>
struct device_runner {
    static constexpr unsigned lane_count = LaneCount, tile_count = 64 / LaneCount;

    static void run(program_run<Program, Value>& whole)
    {
        run_on_device(whole, [](lane_io<Value> const& io) { run_program<Program, Value, LaneCount><<<1, 64>>>(io); });
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
