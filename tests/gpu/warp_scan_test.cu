// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Inclusive and exclusive scans of groups and of their segments, in the order of the lanes.
#include "common/warp/reductions.hpp"
#include "warp_runner.cuh"

namespace heddle_test::warp_scan_test {

using warp_scan_test = gpu_test;

TEST_F(warp_scan_test, keeps_the_order_of_values_of_every_size)
{
    random_source random("composed maps");
    EXPECT_EQ((check_every_size_on_device<scans<compose>>(random)), results_of_every_size<scans<compose>>);
}

FULL_TEST_F(warp_scan_test, multiplies_matrices_and_concatenates_texts)
{
    random_source random("matrices and texts");
    constexpr std::size_t results_in_warps = 3 * 64 * 4;
    EXPECT_EQ((check_types_in_warps<scans<multiply>, device_runner, matrix>(random)), results_in_warps);
    EXPECT_EQ((check_types_in_warps<scans<concatenate>, device_runner, text>(random)), results_in_warps);
}

FULL_TEST_F(warp_scan_test, of_numbers_by_known_operations)
{
    random_source random("numbers");
    EXPECT_EQ((check_types_in_warps<scans<known<heddle::plus>>, device_runner, int, float, double, std::uint64_t,
                                    unsigned char>(random)),
              5u * 3 * 64 * 4);
}

}  // namespace heddle_test::warp_scan_test
