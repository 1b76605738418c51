// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that reductions of blocks, grids and arrays combine the operands in order.
#include "common/gpu.cuh"
#include "common/guarded_array.hpp"
#include "common/warp/reductions.hpp"

#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace heddle_test::warp_layers_test {

using warp_layers_test = gpu_test;
namespace cg = cooperative_groups;

//! Writes three sums to `out`: the sum of all values, the sum of the first `count` values, and the sum that
//! block_reduce_to_all returns to the last thread.
template <unsigned LaneCount, class Operation, class Value>
__global__ void __launch_bounds__(1024) reduce_block(Value const* in, unsigned count, Value* out)
{
    __shared__ heddle::block_reduce_scratch<Value, 1024 / LaneCount> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<LaneCount>(block);
    Value const own = in[threadIdx.x];
    Value const sum = heddle::block_reduce(block, tile, scratch, own, Operation{});
    block.sync();
    Value const some = heddle::block_reduce(block, tile, scratch, own, Operation{}, count);
    block.sync();
    Value const everywhere = heddle::block_reduce_to_all(block, tile, scratch, own, Operation{});
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = some;
    }
    if (threadIdx.x == blockDim.x - 1) out[2] = everywhere;
}

template <unsigned LaneCount, class Operation, class Value>
void expect_block_reduced(random_source& random)
{
    for (unsigned const threads : {32u, 64u, 96u, 256u, 992u, 1024u}) {
        auto const values = random_values<Operation, Value>(random, threads);
        unsigned const count = 1 + static_cast<unsigned>(random.below(threads));
        device_vector<Value> const in(values), out{std::vector<Value>(3)};
        reduce_block<LaneCount, Operation><<<1, threads>>>(static_cast<Value const*>(in.data()), count, out.data());
        finish_kernel();
        auto const found = out.to_host(3);
        EXPECT_TRUE(same(found[0], sum_of<Operation>(values, threads))) << threads;
        EXPECT_TRUE(same(found[1], sum_of<Operation>(values, count))) << threads << ' ' << count;
        EXPECT_TRUE(same(found[2], sum_of<Operation>(values, threads))) << threads;
    }
}

TEST_F(warp_layers_test, block_reduce_keeps_the_order)
{
    random_source random("blocks");
    expect_block_reduced<32, multiply, matrix>(random);
    expect_block_reduced<8, multiply, matrix>(random);
    expect_block_reduced<32, concatenate, text>(random);
    expect_block_reduced<16, compose, bytes<13>>(random);
    expect_block_reduced<32, known<heddle::plus>, int>(random);
}

constexpr unsigned reductions = 4;

__host__ __device__ std::uint64_t value_of(unsigned reduction, unsigned thread)
{
    return std::uint64_t{thread} * (2 * reduction + 1) + reduction;
}

__global__ void reduce_in_turn(heddle::grid_reduce_memory<std::uint64_t> memory, std::uint64_t* results)
{
    __shared__ heddle::grid_reduce_scratch<std::uint64_t, 2> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    unsigned const thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned r = 0; r < reductions; ++r) {
        heddle::grid_reduce(cg::this_grid(), block, tile, scratch, memory.of_reduction(r, gridDim.x),
                            value_of(r, thread), results + r, heddle::plus{});
    }
}

// The largest grid has more blocks than can run at the same time.
TEST_F(warp_layers_test, grid_reduce_is_done_several_times_in_a_launch)
{
    constexpr unsigned threads = 64;
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

template <class Operation, class Value>
__global__ void reduce_array(Value const* first, std::size_t count, heddle::grid_reduce_memory<Value> memory,
                             Value* out)
{
    __shared__ heddle::grid_reduce_scratch<Value, 8> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    heddle::grid_reduce_range(cg::this_grid(), block, tile, scratch, memory, first, count, out, Operation{});
}

template <class Operation, class Value>
void expect_array_reduced(random_source& random)
{
    constexpr unsigned most_blocks = 50;
    device_vector<unsigned> const arrived{std::vector<unsigned>(1)};
    device_vector<Value> const room{std::vector<Value>(most_blocks)}, out{std::vector<Value>(1)};
    for (std::size_t const count : {1, 5, 32, 1000, 4096, 30011, 100003}) {
        for (unsigned const blocks : {1u, 3u, most_blocks}) {
            std::size_t const skew = alignof(Value) * random.below(16 / alignof(Value));
            guarded_array<Value> array(count, random, skew);
            std::vector<Value> values(count);
            for (std::size_t i = 0; i < count; ++i) {
                array[i] = values[i] = Operation::prepare(array[i]);
            }
            device_copy<Value> const in(array);
            reduce_array<Operation><<<blocks, 256>>>(static_cast<Value const*>(in.data()), count,
                                                     heddle::grid_reduce_memory<Value>{room.data(), arrived.data()},
                                                     out.data());
            finish_kernel();
            EXPECT_TRUE(same(out.to_host(1)[0], sum_of<Operation>(values, count)))
                << count << " elements of " << sizeof(Value) << " bytes, skew " << skew << ", " << blocks << " blocks";
        }
    }
}

FULL_TEST_F(warp_layers_test, range_reduce_reads_arrays_of_every_kind)
{
    random_source random("arrays");
    expect_array_reduced<multiply, matrix>(random);
    expect_array_reduced<concatenate, text>(random);
    expect_array_reduced<compose, bytes<4>>(random);
    expect_array_reduced<compose, bytes<3>>(random);
    expect_array_reduced<compose, bytes<6>>(random);
    expect_array_reduced<compose, bytes<12>>(random);
    expect_array_reduced<compose, bytes<28>>(random);
    expect_array_reduced<add_bytes, bytes<13>>(random);
    expect_array_reduced<add_bytes, bytes<28>>(random);
    expect_array_reduced<add_bytes, bytes<64>>(random);
    expect_array_reduced<known<heddle::plus>, unsigned>(random);
    expect_array_reduced<known<heddle::maximum>, short>(random);
    expect_array_reduced<known<heddle::bit_xor>, std::uint64_t>(random);
}

}  // namespace heddle_test::warp_layers_test
