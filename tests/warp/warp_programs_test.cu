// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests shuffles, moves, scans, loads and stores in groups of every size. Other programs of the warp toolbox have files
// of their own.
#include "common/warp/accesses.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/warp_runner.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace heddle_test::warp_programs_test {

using warp_shuffle_test = gpu_test;
using warp_moves_test = gpu_test;
using warp_scan_test = gpu_test;
using lane_counts_test = gpu_test;

TEST_F(warp_shuffle_test, agrees_with_a_plain_loop)
{
    random_source random("shuffles");
    EXPECT_EQ((check_every_size_on_device<shuffles>(random)), results_of_every_size<shuffles>);
}

FULL_TEST_F(warp_shuffle_test, moves_large_structs_pointers_and_numbers_of_all_formats)
{
    random_source random("types");
    EXPECT_EQ((check_types_in_warps<shuffles, device_runner, __half, __half2, __nv_bfloat16, __nv_bfloat162, double,
                                    float4, void*, bytes<100, 2>>(random)),
              8u * 3 * 64 * 8);
}

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

}  // namespace heddle_test::warp_programs_test
