// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests how heddle counts resident blocks.

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

TEST(launch, asks_once_for_each_device)
{
    heddle::detail::resident_block_counts known;
    unsigned asked = 0;
    auto const ask = [&](std::size_t& count) {
        count = 100 + ++asked;
        return cudaSuccess;
    };
    std::size_t count = 0;
    for (int const device : {0, 63, 0, 63, 1, 0}) {
        EXPECT_EQ(cudaSuccess, known.get(count, device, ask));
        EXPECT_EQ(device == 0 ? 101u : device == 63 ? 102u : 103u, count);
    }
    EXPECT_EQ(3u, asked);
    // The cache does not hold these device numbers, so these devices are queried in each call.
    for (int const device : {64, 64, -1, 1 << 20}) {
        EXPECT_EQ(cudaSuccess, known.get(count, device, ask));
        EXPECT_EQ(100 + asked, count);
    }
    EXPECT_EQ(7u, asked);
}

TEST(launch, keeps_no_error)
{
    heddle::detail::resident_block_counts known;
    cudaError_t status = cudaErrorLaunchOutOfResources;
    auto const ask = [&](std::size_t& count) {
        count = status == cudaSuccess ? 132 : 5;
        return status;
    };
    std::size_t count = 7;
    EXPECT_EQ(cudaErrorLaunchOutOfResources, known.get(count, 0, ask));
    status = cudaSuccess;
    EXPECT_EQ(cudaSuccess, known.get(count, 0, ask));
    EXPECT_EQ(132u, count);
    status = cudaErrorLaunchOutOfResources;
    EXPECT_EQ(cudaSuccess, known.get(count, 0, ask));
    EXPECT_EQ(132u, count);
}

}  // namespace
