// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores by groups of every size, of elements whose plans depend on it.
#include "common/warp/accesses.hpp"
#include "warp_runner.cuh"

namespace heddle_test::lane_counts_test {

using lane_counts_test = gpu_test;

// 3 rounds of 64 lanes in each of 6 kinds of tiles.
constexpr std::size_t results_of_type = std::size_t{3} * 6 * 64 * accesses::out_rows;

TEST_F(lane_counts_test, elements_whose_rows_depend_on_them)
{
    random_source random("loads and stores of tiles");
    EXPECT_EQ((check_types<accesses, device_runner, bytes<79, 1>>(0, random)), results_of_type);
}

FULL_TEST_F(lane_counts_test, elements_of_many_sizes)
{
    random_source random("loads and stores of tiles");
    EXPECT_EQ(
        (check_types<accesses, device_runner, bytes<13, 1>, bytes<30, 1>, bytes<46, 1>, bytes<47, 1>, bytes<53, 1>,
                     bytes<74, 1>, bytes<78, 2>, bytes<28, 4>, bytes<36, 4>, bytes<64, 16>, bytes<255, 1>>(0, random)),
        11 * results_of_type);
}

}  // namespace heddle_test::lane_counts_test
