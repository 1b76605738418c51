// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How large the grids of algorithms are.

#include <heddle/algorithm/detail/launch.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using heddle::detail::count_resident_blocks;

TEST(launch, counts_resident_blocks)
{
    std::size_t count = 0;
    EXPECT_EQ(cudaSuccess, count_resident_blocks(count, 16, 132, 8));
    EXPECT_EQ(8u * 132, count);
    EXPECT_EQ(cudaSuccess, count_resident_blocks(count, 3, 132, 8));
    EXPECT_EQ(3u * 132, count);
    EXPECT_EQ(cudaSuccess, count_resident_blocks(count, 1, 1, 1));
    EXPECT_EQ(1u, count);
}

TEST(launch, reports_that_no_block_is_resident)
{
    std::size_t count = 7;
    EXPECT_EQ(cudaErrorLaunchOutOfResources, count_resident_blocks(count, 0, 132, 8));
    EXPECT_EQ(0u, count);
    EXPECT_EQ(cudaErrorLaunchOutOfResources, count_resident_blocks(count, 4, 0, 8));
    EXPECT_EQ(cudaErrorLaunchOutOfResources, count_resident_blocks(count, 4, 132, 0));
}

TEST(launch, divides_up)
{
    EXPECT_EQ(0u, heddle::detail::divide_up(0, 64));
    EXPECT_EQ(1u, heddle::detail::divide_up(1, 64));
    EXPECT_EQ(1u, heddle::detail::divide_up(64, 64));
    EXPECT_EQ(2u, heddle::detail::divide_up(65, 64));
}

}  // namespace
