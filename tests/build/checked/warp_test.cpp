// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that checked builds stop with a message if shuffles or the warp toolbox are misused.
#include <heddle/emulation.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp.cuh>

#include <gtest/gtest.h>

#include <vector>

static_assert(HEDDLE_CHECKED == 1);

namespace {

using heddle::emulate_group;

TEST(shuffle_death_test, xor_mask_beyond_the_tile)
{
    EXPECT_DEATH(emulate_group<8>([](auto tile) { heddle::shuffle_xor(tile, tile.thread_rank(), 8); }),
                 "heddle: shuffle_xor: mask must be less than the group's size");
}

TEST(shuffle_death_test, delta_beyond_the_warp)
{
    EXPECT_DEATH(emulate_group<8>([](auto tile) { heddle::shuffle_up(tile, tile.thread_rank(), 32); }),
                 "heddle: shuffle_up: delta must be less than 32");
    EXPECT_DEATH(emulate_group<8>([](auto tile) {
                     bool exists = false;
                     heddle::shuffle_down(tile, tile.thread_rank(), 32, exists);
                 }),
                 "heddle: shuffle_down: delta must be less than 32");
}

TEST(shuffle_checks, pass_what_is_allowed)
{
    unsigned right = 0;
    emulate_group<8>([&](auto tile) {
        unsigned const l = tile.thread_rank();
        right += heddle::shuffle_xor(tile, l, 7) == 7 - l ? 1 : 0;
        right += heddle::shuffle_up(tile, l, 31) == l ? 1 : 0;
        right += heddle::shuffle(tile, l, 8 * 5 + 3) == 3 ? 1 : 0;
    });
    EXPECT_EQ(24u, right);
}

TEST(warp_death_test, broadcast_from_a_lane_that_is_not_there)
{
    EXPECT_DEATH(emulate_group<8>([](auto tile) { heddle::broadcast(tile, 1, 8); }),
                 "heddle: broadcast: lane must be less than the group's size");
}

TEST(warp_death_test, exchange_beyond_the_tile_or_with_oneself)
{
    constexpr char const* message = "heddle: exchange: mask must be between 0 and the group's size";
    auto const swap = [](unsigned mask) {
        emulate_group<8>([=](auto tile) {
            int first = 1, second = 2;
            heddle::exchange(tile, first, second, mask);
        });
    };
    EXPECT_DEATH(swap(8), message);
    EXPECT_DEATH(swap(0), message);
    swap(7);
}

TEST(warp_death_test, reduce_of_no_lanes_or_too_many)
{
    constexpr char const* message = "heddle: reduce: count must be between 1 and the group's size";
    auto const sum = [](unsigned count) {
        emulate_group<8>([=](auto tile) { heddle::reduce(tile, 1, heddle::plus{}, count); });
    };
    EXPECT_DEATH(sum(0), message);
    EXPECT_DEATH(sum(9), message);
    sum(8);
}

TEST(warp_death_test, block_that_does_not_fit)
{
    heddle::block_reduce_scratch<int, 2> small;
    EXPECT_DEATH(emulate_group<32>([&](auto block) {
                     heddle::emulated_group<8> const tile(*heddle::detail::emulated_lane::current());
                     heddle::block_reduce(block, tile, small, 1);
                 }),
                 "heddle: block_reduce: the block has more groups than the scratch; raise its TileCount");
    EXPECT_DEATH(emulate_group<8>([&](auto block) {
                     heddle::emulated_group<16> const tile(*heddle::detail::emulated_lane::current());
                     heddle::block_reduce(block, tile, small, 1);
                 }),
                 "heddle: block_reduce: a block must consist of whole groups");
}

struct emulated_grid {
    unsigned rank, count;
    unsigned block_rank() const { return rank; }
    unsigned num_blocks() const { return count; }
};

//! Computes two grid reductions. The second uses the memory of the first, or memory of its own.
void reduce_twice(unsigned blocks, bool same_memory)
{
    std::vector<int> values(2 * blocks);
    unsigned arrived[2] = {};
    int results[2] = {};
    for (unsigned b = 0; b < blocks; ++b) {
        heddle::grid_reduce_scratch<int, 1> scratch;
        emulate_group<8>([&](auto tile) {
            heddle::grid_reduce_memory<int> const memory{values.data(), arrived};
            emulated_grid const grid{b, blocks};
            heddle::grid_reduce(grid, tile, tile, scratch, memory, 1, &results[0]);
            auto const second = same_memory ? memory : memory.of_reduction(1, blocks);
            heddle::grid_reduce(grid, tile, tile, scratch, second, 2, &results[1]);
        });
    }
    EXPECT_EQ(static_cast<int>(8 * blocks), results[0]);
    EXPECT_EQ(static_cast<int>(16 * blocks), results[1]);
    EXPECT_TRUE(arrived[0] == 0 && arrived[1] == 0);
}

TEST(warp_death_test, two_reductions_of_a_grid_with_one_memory)
{
    for (unsigned const blocks : {2u, 3u, 40u}) {
        EXPECT_DEATH(reduce_twice(blocks, true),
                     "heddle: grid_reduce: two reductions of a launch use one memory; pass "
                     "memory.of_reduction");
        reduce_twice(blocks, false);
    }
    reduce_twice(1, true);  // allowed: a single block has finished the first reduction before the second one begins
    reduce_twice(400, false);
}

}  // namespace
