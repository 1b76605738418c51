// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A checked build stops where a collective is told of lanes that are not there.
#include <heddle/emulation.hpp>
#include <heddle/warp.cuh>

#include <gtest/gtest.h>

static_assert(HEDDLE_CHECKED == 1);

namespace {

using heddle::emulate_tile;

TEST(warp_death_test, broadcast_from_a_lane_that_is_not_there)
{
    EXPECT_DEATH(emulate_tile<8>([](auto tile) { heddle::broadcast(tile, 1, 8); }),
                 "heddle: broadcast: there is no such lane in the tile");
}

TEST(warp_death_test, exchange_beyond_the_tile_or_with_oneself)
{
    constexpr char const* message = "heddle: exchange: mask must be between 0 and the tile's size";
    auto const swap = [](unsigned mask) {
        emulate_tile<8>([=](auto tile) {
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
    constexpr char const* message = "heddle: reduce: count must be between 1 and the tile's size";
    auto const sum = [](unsigned count) {
        emulate_tile<8>([=](auto tile) { heddle::reduce(tile, 1, heddle::plus{}, count); });
    };
    EXPECT_DEATH(sum(0), message);
    EXPECT_DEATH(sum(9), message);
    sum(8);
}

TEST(warp_death_test, block_that_does_not_fit)
{
    heddle::block_reduce_scratch<int, 2> small;
    EXPECT_DEATH(emulate_tile<32>([&](auto block) {
                     heddle::emulated_tile<8> const tile(*heddle::emulated_lane::current());
                     heddle::block_reduce(block, tile, small, 1);
                 }),
                 "heddle: block_reduce: the scratch has room for fewer tiles than the block has");
    EXPECT_DEATH(emulate_tile<8>([&](auto block) {
                     heddle::emulated_tile<16> const tile(*heddle::emulated_lane::current());
                     heddle::block_reduce(block, tile, small, 1);
                 }),
                 "heddle: block_reduce: a block must consist of whole tiles");
}

}  // namespace
