// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// broadcast, rotate, exchange and transpose, for values and groups of every size.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/moves.hpp>

#include <gtest/gtest.h>

namespace heddle_test {
namespace {

// 3 rounds of one group of each size: 63 lanes.
constexpr std::size_t lanes_of_type = 3 * 63;

TEST(warp_moves, agree_with_a_plain_loop)
{
    random_source random("broadcast, rotate, exchange");
    EXPECT_EQ(13 * lanes_of_type * 8, (check_every_size<moves, emulated_runner>(1, random)));
}

TEST(warp_moves, transpose_five_values_of_every_size)
{
    random_source random("transpose");
    EXPECT_EQ(13 * lanes_of_type * 10, (check_every_size<transposes<5>, emulated_runner>(1, random)));
}

TEST(warp_moves, transpose_any_number_of_values)
{
    random_source random("transpose");
    std::size_t checked = check_types<transposes<1>, emulated_runner, int>(1, random);
    checked += check_types<transposes<2>, emulated_runner, int>(1, random);
    checked += check_types<transposes<7>, emulated_runner, int>(1, random);
    checked += check_types<transposes<12>, emulated_runner, int>(1, random);
    checked += check_types<transposes<32>, emulated_runner, int>(1, random);
    EXPECT_EQ(lanes_of_type * 2 * (1 + 2 + 7 + 12 + 32), checked);
}

TEST(warp_moves, five_butterflies_transpose_a_square)
{
    random_source random("butterflies");
    // 2 types, 3 rounds of 2 groups
    EXPECT_EQ(2u * 3 * 2 * 32 * 32, (check_types_in_warps<butterfly, emulated_runner, int, bytes<6>>(random)));
}

}  // namespace
}  // namespace heddle_test
