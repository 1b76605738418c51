// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// broadcast, rotate, exchange and transpose, for values and groups of every size.
#include "common/warp/moves.hpp"
#include "warp_runner.cuh"

namespace heddle_test::warp_moves_test {

using warp_moves_test = gpu_test;

TEST_F(warp_moves_test, agree_with_a_plain_loop)
{
    random_source random("broadcast, rotate, exchange");
    EXPECT_EQ((check_every_size_on_device<moves>(random)), results_of_every_size<moves>);
}

FULL_TEST_F(warp_moves_test, transpose_three_values_of_every_size)
{
    random_source random("transpose");
    EXPECT_EQ((check_every_size_on_device<transposes<3>>(random)), results_of_every_size<transposes<3>>);
}

FULL_TEST_F(warp_moves_test, five_butterflies_transpose_a_square)
{
    random_source random("butterflies");
    EXPECT_EQ((check_types_in_warps<butterfly, device_runner, int, bytes<6>>(random)), 2u * 3 * 2 * 32 * 32);
}

}  // namespace heddle_test::warp_moves_test
