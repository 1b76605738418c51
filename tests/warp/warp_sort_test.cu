// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests bitonic sorts of keys and pairs. (warp_sort_test.cpp also tests comparisons that are not orderings.)
#include "common/warp/sorts.hpp"
#include "common/warp/warp_runner.cuh"
#include "special_numbers.hpp"

namespace heddle_test::warp_sort_test {

using warp_sort_test = gpu_test;

TEST_F(warp_sort_test, of_keys_and_values_of_every_size) { check_every_size_on_device<sorts>(); }

FULL_TEST_F(warp_sort_test, of_several_keys_and_pairs_in_each_lane)
{
    check_types<sorts_of_many<1>, device_runner, int>();
    check_types_in_warps<sorts_of_many<2>, device_runner, unsigned char>();
    check_types_in_warps<sorts_of_many<3>, device_runner, std::int64_t>();
    check_types_in_warps<sorts_of_many<4>, device_runner, short>();
}

FULL_TEST_F(warp_sort_test, of_floating_point_numbers_puts_nan_last_and_minus_zero_first)
{
    check_types<sorts_of_special_numbers, device_runner, float, double>();
}

}  // namespace heddle_test::warp_sort_test
