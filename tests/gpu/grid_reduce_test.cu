// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Several reductions of a grid in one launch, with more blocks than run at once.

#include "gpu.cuh"

#include <heddle/warp.cuh>

#include <cooperative_groups.h>

#include <cstdint>
#include <vector>

namespace heddle_test::grid_reduce_test {
namespace {

namespace cg = cooperative_groups;

constexpr unsigned threads = 64;
constexpr unsigned reductions = 4;

__host__ __device__ std::uint64_t value_of(unsigned reduction, unsigned thread)
{
    return std::uint64_t{thread} * (2 * reduction + 1) + reduction;
}

__global__ void reduce_in_turn(heddle::grid_reduce_memory<std::uint64_t> memory, std::uint64_t* results)
{
    __shared__ heddle::grid_reduce_scratch<std::uint64_t, threads / 32> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    unsigned const thread = blockIdx.x * threads + threadIdx.x;
    for (unsigned r = 0; r < reductions; ++r) {
        heddle::grid_reduce(cg::this_grid(), block, tile, scratch, memory.of_reduction(r, gridDim.x),
                            value_of(r, thread), results + r, heddle::plus{});
    }
}

using grid_reduce_test = gpu_test;

TEST_F(grid_reduce_test, several_times_in_a_launch)
{
    for (unsigned const blocks : {1u, 2u, 100u, 65536u}) {
        device_vector<std::uint64_t> const room{std::vector<std::uint64_t>(std::size_t{blocks} * reductions)};
        device_vector<unsigned> const arrived{std::vector<unsigned>(reductions)};
        device_vector<std::uint64_t> const results{std::vector<std::uint64_t>(reductions)};
        std::vector<std::uint64_t> expected(reductions);
        for (unsigned r = 0; r < reductions; ++r) {
            for (unsigned t = 0; t < blocks * threads; ++t) expected[r] += value_of(r, t);
        }
        for (unsigned launch = 0; launch < 5; ++launch) {
            reduce_in_turn<<<blocks, threads>>>(heddle::grid_reduce_memory<std::uint64_t>{room.data(), arrived.data()},
                                                results.data());
            finish_kernel();
            EXPECT_EQ(expected, results.to_host(reductions)) << blocks << " blocks";
            EXPECT_EQ(std::vector<unsigned>(reductions), arrived.to_host(reductions));
        }
    }
}

}  // namespace
}  // namespace heddle_test::grid_reduce_test
