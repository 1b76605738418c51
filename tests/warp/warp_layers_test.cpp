// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reductions of blocks, grids and arrays on emulated lanes. A block is one emulated warp, and smaller groups act
// as the warps of the block. The blocks of a grid run one after the other.

#include <common/guarded_array.hpp>
#include <common/warp/associative.hpp>
#include <common/warp/reductions.hpp>

#include <heddle/emulation.hpp>
#include <heddle/warp.cuh>

#include <gtest/gtest.h>

#include <vector>

namespace heddle_test {
namespace {

using block = heddle::emulated_group<32>;

template <unsigned LaneCount, class Operation, class Value>
void check_block(random_source& random)
{
    for (unsigned count = 1; count <= 32; ++count) {
        auto const values = random_values<Operation, Value>(random, 32);
        heddle::block_reduce_scratch<Value, 32 / LaneCount> scratch;
        heddle::emulate_group<32>([&](block const& all) {
            heddle::emulated_group<LaneCount> const tile(*heddle::detail::emulated_lane::current());
            unsigned const t = all.thread_rank();
            Operation const operation;
            Value const sum = heddle::block_reduce(all, tile, scratch, values[t], operation);
            all.sync();
            Value const some = heddle::block_reduce(all, tile, scratch, values[t], operation, count);
            all.sync();
            Value const everywhere = heddle::block_reduce_to_all(all, tile, scratch, values[t], operation);
            EXPECT_TRUE(same(everywhere, sum_of<Operation>(values, 32)));
            if (t != 0) return;
            EXPECT_TRUE(same(sum, sum_of<Operation>(values, 32)));
            EXPECT_TRUE(same(some, sum_of<Operation>(values, count))) << count;
        });
    }
}

TEST(block_reduce, keeps_the_order_in_tiles_of_every_size)
{
    random_source random("blocks");
    check_block<1, multiply, matrix>(random);
    check_block<2, multiply, matrix>(random);
    check_block<4, concatenate, text>(random);
    check_block<8, concatenate, text>(random);
    check_block<16, compose, bytes<3>>(random);
    check_block<32, known<heddle::plus>, int>(random);
}

struct emulated_grid {
    unsigned rank, count;
    unsigned block_rank() const { return rank; }
    unsigned num_blocks() const { return count; }
};

//! Calls body(grid, block, tile, scratch) in each lane of several blocks.
template <unsigned LaneCount, class Value, class Body>
void emulate_blocks(unsigned block_count, Body const& body)
{
    for (unsigned b = 0; b < block_count; ++b) {
        heddle::grid_reduce_scratch<Value, 32 / LaneCount> scratch;
        heddle::emulate_group<32>([&](block const& all) {
            heddle::emulated_group<LaneCount> const tile(*heddle::detail::emulated_lane::current());
            body(emulated_grid{b, block_count}, all, tile, scratch);
        });
    }
}

TEST(grid_reduce, keeps_the_order_of_the_threads_several_times_in_a_launch)
{
    constexpr unsigned times = 3;
    random_source random("grids");
    for (unsigned const blocks : {1u, 2u, 5u, 31u, 32u, 33u, 70u}) {
        std::vector<matrix> values[times], sums(blocks * times), results(times);
        std::vector<unsigned> arrived(times);
        for (auto& some : values) some = random_values<multiply, matrix>(random, 32 * blocks);
        heddle::grid_reduce_memory<matrix> const memory{sums.data(), arrived.data()};
        emulate_blocks<8, matrix>(blocks, [&](auto grid, auto all, auto tile, auto& scratch) {
            for (unsigned r = 0; r < times; ++r) {
                heddle::grid_reduce(grid, all, tile, scratch, memory.of_reduction(r, blocks),
                                    values[r][32 * grid.block_rank() + all.thread_rank()], &results[r], multiply{});
            }
        });
        for (unsigned r = 0; r < times; ++r) {
            EXPECT_TRUE(same(results[r], sum_of<multiply>(values[r], 32 * blocks))) << blocks << " blocks";
            EXPECT_EQ(0u, arrived[r]);
        }
    }
}

template <unsigned LaneCount, class Operation, class Value>
void check_range(random_source& random)
{
    unsigned arrived = 0;
    for (std::size_t const count : {1, 2, 7, 31, 32, 33, 100, 128, 500, 1024, 1531, 5000}) {
        for (unsigned const blocks : {1u, 3u, 40u}) {
            std::size_t const skew = alignof(Value) * random.below(16 / alignof(Value));
            guarded_array<Value> array(count, random, skew);
            std::vector<Value> values(count);
            for (std::size_t i = 0; i < count; ++i) {
                array[i] = values[i] = Operation::prepare(array[i]);
            }
            Value result{};
            std::vector<Value> sums(blocks);
            emulate_blocks<LaneCount, Value>(blocks, [&](auto grid, auto all, auto tile, auto& scratch) {
                heddle::grid_reduce_memory<Value> const memory{sums.data(), &arrived};
                heddle::grid_reduce_range(grid, all, tile, scratch, memory, static_cast<Value const*>(array.data()),
                                          count, &result, Operation{});
            });
            EXPECT_TRUE(same(result, sum_of<Operation>(values, count)))
                << count << " elements of " << sizeof(Value) << " bytes, skew " << skew << ", " << blocks
                << " blocks, tiles of " << LaneCount;
            EXPECT_EQ(0u, arrived);
        }
    }
}

TEST(range_reduce, keeps_the_order_of_the_elements)
{
    random_source random("arrays");
    check_range<8, multiply, matrix>(random);
    check_range<4, concatenate, text>(random);
    check_range<16, compose, bytes<4>>(random);
    check_range<32, compose, bytes<2>>(random);
    check_range<2, compose, bytes<13>>(random);
    check_range<8, compose, bytes<3>>(random);
    check_range<16, compose, bytes<6>>(random);
    check_range<1, compose, bytes<12>>(random);
    check_range<32, compose, bytes<28>>(random);
}

TEST(range_reduce, takes_turns_where_operands_may_be_exchanged)
{
    random_source random("arrays of numbers");
    check_range<8, known<heddle::plus>, unsigned>(random);
    check_range<32, known<heddle::bit_xor>, std::uint64_t>(random);
    check_range<4, known<heddle::maximum>, short>(random);
    check_range<16, known<heddle::plus>, unsigned char>(random);
    check_range<32, add_bytes, bytes<28>>(random);
    check_range<8, add_bytes, bytes<64>>(random);
}

}  // namespace
}  // namespace heddle_test
