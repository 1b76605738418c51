// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests broadcast, rotate and exchange, for values and groups of every size. transpose_test.cpp tests transpose.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/moves.hpp>

#include <gtest/gtest.h>

namespace heddle_test {
namespace {

TEST(warp_moves, agree_with_a_plain_loop)
{
    random_source random("broadcast, rotate, exchange");
    EXPECT_EQ(13 * lanes_of_type * 8, (check_every_size<moves, emulated_runner>(1, random)));
}

TEST(warp_moves, five_butterflies_transpose_a_square)
{
    random_source random("butterflies");
    // 2 types, 3 rounds, 2 groups of 32 lanes with 32 values each
    EXPECT_EQ(2u * 3 * 2 * 32 * 32, (check_types_in_warps<butterfly, emulated_runner, int, bytes<6>>(random)));
}

}  // namespace
}  // namespace heddle_test
