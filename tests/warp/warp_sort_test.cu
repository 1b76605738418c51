// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests bitonic sorts of keys and pairs.
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
    in[9] = -0.0f;  // in addition to the 0 of lane 0
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

struct point {
    float x, y;
};
//! Compares points on one line through the origin. Because of rounding, neither point may be less, or one of them, or
//! each may be less than the other.
struct by_direction {
    __device__ bool operator()(point const& a, point const& b) const { return a.x * b.y - a.y * b.x < 0; }
};
struct at_most {
    __device__ bool operator()(unsigned a, unsigned b) const { return a <= b; }
};

__global__ void sort_by_odd_comparisons(unsigned* by_direction_out, unsigned* at_most_out)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned const l = threadIdx.x;
    float const length = 1.0f + static_cast<float>(l * 11 % 32) / 3.0f;
    point direction{0.1f * length, 0.3f * length};
    unsigned number = l;
    heddle::stable_bitonic_sort_pairs(tile, direction, number, by_direction{});
    by_direction_out[l] = number;
    unsigned keys[2] = {l % 4, l % 3}, numbers[2] = {2 * l, 2 * l + 1};
    heddle::stable_bitonic_sort_pairs(tile, keys, numbers, at_most{});
    at_most_out[2 * l] = numbers[0];
    at_most_out[2 * l + 1] = numbers[1];
}

FULL_TEST_F(warp_sort_test, by_comparisons_that_contradict_themselves_still_permutes)
{
    device_vector<unsigned> const directions{std::vector<unsigned>(32)};
    device_vector<unsigned> const equals{std::vector<unsigned>(64)};
    sort_by_odd_comparisons<<<1, 32>>>(directions.data(), equals.data());
    finish_kernel();
    for (std::vector<unsigned> found : {directions.to_host(32), equals.to_host(64)}) {
        std::sort(found.begin(), found.end());
        for (unsigned i = 0; i < found.size(); ++i) EXPECT_EQ(i, found[i]);
    }
}

}  // namespace heddle_test::warp_sort_test
