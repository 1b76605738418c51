// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reductions of groups and segments. They keep the order of the lanes for every type, and use hardware
// instructions for numbers.
#include "common/warp/reductions.hpp"
#include "common/warp/warp_runner.cuh"

#include <cmath>
#include <limits>

namespace heddle_test::warp_reduce_test {

using warp_reduce_test = gpu_test;
namespace cg = cooperative_groups;

TEST_F(warp_reduce_test, keeps_the_order_of_values_of_every_size)
{
    random_source random("composed maps");
    EXPECT_EQ((check_every_size_on_device<reductions<compose>>(random)), results_of_every_size<reductions<compose>>);
}

constexpr std::size_t results_of_type = 3 * 6 * 64 * 4;
constexpr std::size_t results_in_warps = 3 * 64 * 4;

FULL_TEST_F(warp_reduce_test, multiplies_matrices_and_concatenates_texts)
{
    random_source random("matrices and texts");
    EXPECT_EQ((check_types_in_warps<reductions<multiply>, device_runner, matrix>(random)), results_in_warps);
    EXPECT_EQ((check_types_in_warps<reductions<concatenate>, device_runner, text>(random)), results_in_warps);
}

FULL_TEST_F(warp_reduce_test, of_numbers_by_known_operations)
{
    random_source random("numbers");
    EXPECT_EQ((check_types<reductions<known<heddle::plus>>, device_runner, int>(0, random)), results_of_type);
    EXPECT_EQ((check_types_in_warps<reductions<known<heddle::plus>>, device_runner, signed char, unsigned short,
                                    unsigned, std::uint64_t, float, double>(random)),
              6 * results_in_warps);
    EXPECT_EQ((check_types_in_warps<reductions<known<heddle::minimum>>, device_runner, int, unsigned, short,
                                    std::int64_t, float, double>(random)),
              6 * results_in_warps);
    EXPECT_EQ(
        (check_types_in_warps<reductions<known<heddle::maximum>>, device_runner, int, unsigned, signed char, float>(
            random)),
        4 * results_in_warps);
    EXPECT_EQ((check_types_in_warps<reductions<known<heddle::bit_and>>, device_runner, int, std::uint64_t>(random)),
              2 * results_in_warps);
    EXPECT_EQ(
        (check_types_in_warps<reductions<known<heddle::bit_or>>, device_runner, unsigned short, std::int64_t>(random)),
        2 * results_in_warps);
    EXPECT_EQ(
        (check_types_in_warps<reductions<known<heddle::bit_xor>>, device_runner, unsigned, std::uint64_t>(random)),
        2 * results_in_warps);
}

template <class Number>
__global__ void reduce_special_numbers(Number nan, unsigned* right)
{
    auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned const l = tile.thread_rank();
    auto const least = [&](Number value) { return heddle::reduce_to_all(tile, value, heddle::minimum{}); };
    auto const most = [&](Number value) { return heddle::reduce_to_all(tile, value, heddle::maximum{}); };
    Number const zero = 0, number = static_cast<Number>(l);
    unsigned count = 0;
    count += signbit(least(l == 5 ? -zero : zero)) ? 1 : 0;
    count += signbit(least(l == 0 ? -zero : zero)) ? 1 : 0;
    count += !signbit(most(l == 2 ? zero : -zero)) ? 1 : 0;
    count += least(l == 0 || l == 7 ? nan : number) == 1 ? 1 : 0;
    count += most(l == 0 || l == 7 ? nan : number) == 6 ? 1 : 0;
    count += isnan(least(nan)) && isnan(most(nan)) ? 1 : 0;
    right[threadIdx.x] = count;
}

template <class Number>
void expect_special_numbers()
{
    device_vector<unsigned> const right{std::vector<unsigned>(32)};
    reduce_special_numbers<<<1, 32>>>(std::numeric_limits<Number>::quiet_NaN(), right.data());
    finish_kernel();
    EXPECT_EQ(right.to_host(32), std::vector<unsigned>(32, 6));
}

FULL_TEST_F(warp_reduce_test, of_floating_point_numbers_knows_nan_and_the_sign_of_zero)
{
    expect_special_numbers<float>();
    expect_special_numbers<double>();
}

//! Each group of 8 lanes takes a different branch.
__global__ void go_different_ways(unsigned* out)
{
    auto const tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned const number = threadIdx.x, l = tile.thread_rank();
    unsigned result = 0;
    if (tile.meta_group_rank() == 0) {
        result = heddle::reduce_to_all(tile, number, heddle::plus{});
    } else if (tile.meta_group_rank() == 1) {
        result = heddle::inclusive_scan(tile, number);
        result += heddle::reduce_to_all(tile, number, heddle::maximum{});
    } else if (tile.meta_group_rank() == 2) {
        result = heddle::segmented_reduce(tile, number, l % 4 == 0);
    }
    out[number] = result + heddle::reduce_to_all(tile, number, heddle::minimum{});
}

FULL_TEST_F(warp_reduce_test, of_several_tiles_in_different_branches)
{
    device_vector<unsigned> const out{std::vector<unsigned>(32)};
    go_different_ways<<<1, 32>>>(out.data());
    finish_kernel();
    std::vector<unsigned> const found = out.to_host(32);
    for (unsigned i = 0; i < 8; ++i) {
        EXPECT_EQ(found[i], 28u + 0);
        EXPECT_EQ(found[8 + i], (8 + 8 + i) * (i + 1) / 2 + 15 + 8);
        unsigned behind = 0;
        for (unsigned k = i; k < i / 4 * 4 + 4; ++k) behind += 16 + k;
        EXPECT_EQ(found[16 + i], behind + 16);
        EXPECT_EQ(found[24 + i], 24u);
    }
}

}  // namespace heddle_test::warp_reduce_test
