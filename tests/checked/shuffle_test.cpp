// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checked builds stop at a shuffle with an argument that is too large.
#include <heddle/emulation.hpp>
#include <heddle/shuffle.cuh>

#include <gtest/gtest.h>

static_assert(HEDDLE_CHECKED == 1);

namespace {

TEST(shuffle_death_test, xor_mask_beyond_the_tile)
{
    EXPECT_DEATH(heddle::emulate_group<8>([](auto tile) { heddle::shuffle_xor(tile, tile.thread_rank(), 8); }),
                 "heddle: shuffle_xor: mask must be less than the group's size");
}

TEST(shuffle_death_test, delta_beyond_the_warp)
{
    EXPECT_DEATH(heddle::emulate_group<8>([](auto tile) { heddle::shuffle_up(tile, tile.thread_rank(), 32); }),
                 "heddle: shuffle_up: delta must be less than 32");
    EXPECT_DEATH(heddle::emulate_group<8>([](auto tile) {
                     bool exists = false;
                     heddle::shuffle_down(tile, tile.thread_rank(), 32, exists);
                 }),
                 "heddle: shuffle_down: delta must be less than 32");
}

TEST(shuffle_checks, pass_what_is_allowed)
{
    unsigned right = 0;
    heddle::emulate_group<8>([&](auto tile) {
        unsigned const l = tile.thread_rank();
        right += heddle::shuffle_xor(tile, l, 7) == 7 - l ? 1 : 0;
        right += heddle::shuffle_up(tile, l, 31) == l ? 1 : 0;
        right += heddle::shuffle(tile, l, 8 * 5 + 3) == 3 ? 1 : 0;
    });
    EXPECT_EQ(24u, right);
}

}  // namespace
