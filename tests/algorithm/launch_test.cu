// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that impossible launches return errors.

#include "common/gpu.cuh"

#include <heddle/algorithm/detail/launch.cuh>

#include <cstddef>

namespace heddle_test::launch_test {
namespace {

class launch_test : public gpu_test {
protected:
    // Clears the pending error that the test has caused.
    void TearDown() override { static_cast<void>(cudaGetLastError()); }
};

constexpr unsigned most_threads = 64;

__global__ void __launch_bounds__(most_threads) add_one(unsigned* number) { atomicAdd(number, 1u); }

TEST_F(launch_test, reports_that_no_block_is_resident)
{
    std::size_t count = 7, again = 8;
    heddle::detail::resident_block_counts known, of_too_many;
    EXPECT_EQ(cudaSuccess, heddle::detail::count_resident_blocks(count, known, add_one, most_threads, 2));
    EXPECT_LT(0u, count);
    EXPECT_EQ(cudaSuccess, heddle::detail::count_resident_blocks(again, known, add_one, most_threads, 2));
    EXPECT_EQ(count, again);
    // A block of 64 * most_threads threads cannot be resident.
    EXPECT_NE(cudaSuccess, heddle::detail::count_resident_blocks(count, of_too_many, add_one, 64 * most_threads, 2));
    EXPECT_EQ(0u, count);
}

FULL_TEST_F(launch_test, reports_what_the_launch_does)
{
    unsigned* const number = nullptr;
    EXPECT_EQ(cudaSuccess, heddle::detail::launch(nullptr, 0, most_threads, add_one, number));
    EXPECT_NE(cudaSuccess, heddle::detail::launch(nullptr, 1, 64 * most_threads, add_one, number));
    EXPECT_EQ(cudaErrorInvalidConfiguration,
              heddle::detail::launch(nullptr, std::size_t{1} << 31, most_threads, add_one, number));
}

}  // namespace
}  // namespace heddle_test::launch_test
