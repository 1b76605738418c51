// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests bitonic sorts of keys and pairs. (warp_sort_test.cpp also tests comparisons that are not orderings.)
#include "common/warp/sorts.hpp"
#include "common/warp/warp_runner.cuh"

#include <algorithm>
#include <limits>
#include <vector>

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

__global__ void sort_special_numbers(float const* in, float* up, double* down)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    float a = in[threadIdx.x];
    double b = a;
    heddle::bitonic_sort(tile, a);
    heddle::bitonic_sort(tile, b, heddle::greater{});
    up[threadIdx.x] = a;
    down[threadIdx.x] = b;
}

FULL_TEST_F(warp_sort_test, of_floating_point_numbers_puts_nan_last_and_minus_zero_first)
{
    using limits = std::numeric_limits<float>;
    std::vector<float> in(32);
    for (unsigned i = 0; i < 32; ++i) in[i] = static_cast<float>(i * 7 % 32);
    in[3] = limits::quiet_NaN();
    in[5] = -limits::quiet_NaN();
    in[9] = -0.0f;  // lane 0 has +0
    in[12] = limits::infinity();
    in[13] = -limits::infinity();
    device_vector<float> const device_in(in), up(in);
    device_vector<double> const down{std::vector<double>(32)};
    sort_special_numbers<<<1, 32>>>(device_in.data(), up.data(), down.data());
    finish_kernel();

    std::vector<float> expected(in);
    std::stable_sort(expected.begin(), expected.end(), [](float a, float b) {
        if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
        return a != b ? a < b : std::signbit(a) && !std::signbit(b);
    });
    auto const found_up = up.to_host(32);
    auto const found_down = down.to_host(32);
    for (unsigned i = 0; i < 32; ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(found_up[i]) && std::isnan(found_down[31 - i])) << i;
        } else {
            EXPECT_EQ(found_up[i], expected[i]) << i;
            EXPECT_EQ(std::signbit(found_up[i]), std::signbit(expected[i])) << i;
            EXPECT_EQ(found_down[31 - i], expected[i]) << i;
            EXPECT_EQ(std::signbit(found_down[31 - i]), std::signbit(expected[i])) << i;
        }
    }
}

}  // namespace heddle_test::warp_sort_test
