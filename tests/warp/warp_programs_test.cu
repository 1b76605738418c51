// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests shuffles, moves, transposes, reductions, scans, loads and stores in groups of every size. Reductions and scans
// of groups and segments must combine the lanes in order. Reductions of numbers may use redux instructions.
#include "common/warp/accesses.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/warp_runner.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <limits>
#include <utility>

namespace heddle_test::warp_programs_test {

using warp_shuffle_test = gpu_test;
using warp_moves_test = gpu_test;
using warp_scan_test = gpu_test;
using warp_reduce_test = gpu_test;
using lane_counts_test = gpu_test;
using collectives_test = gpu_test;
namespace cg = cooperative_groups;

TEST_F(warp_shuffle_test, agrees_with_a_plain_loop) { check_every_size_on_device<shuffles>(); }

FULL_TEST_F(warp_shuffle_test, moves_large_structs_pointers_and_numbers_of_all_formats)
{
    check_types_in_warps<shuffles, device_runner, __half, __half2, __nv_bfloat16, __nv_bfloat162, double, float4, void*,
                         bytes<100, 2>>();
}

TEST_F(warp_moves_test, agree_with_a_plain_loop) { check_every_size_on_device<moves>(); }

FULL_TEST_F(warp_moves_test, transpose_three_values_of_every_size) { check_every_size_on_device<transposes<3>>(); }

TEST_F(collectives_test, transposes_in_warps)
{
    check_types_in_warps<transposes<7>, device_runner, std::uint32_t, std::uint8_t>();
}

template <unsigned... WordCount>
void check_transposes(std::integer_sequence<unsigned, WordCount...>)
{
    (check_types<transposes<WordCount>, device_runner, std::uint32_t>(), ...);
}

FULL_TEST_F(collectives_test, transposes_in_tiles_of_every_size)
{
    check_transposes(std::integer_sequence<unsigned, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 24, 31, 32, 33, 48, 64>{});
    check_types_in_warps<transposes<25>, device_runner, std::uint16_t>();
    check_types_in_warps<transposes<6>, device_runner, std::uint64_t>();
    check_types_in_warps<transposes<3>, device_runner, heddle::detail::memory_word<16>>();
}

FULL_TEST_F(warp_moves_test, five_butterflies_transpose_a_square)
{
    check_types_in_warps<butterfly, device_runner, int, bytes<6>>();
}

TEST_F(warp_scan_test, keeps_the_order_of_values_of_every_size) { check_every_size_on_device<scans<compose>>(); }

FULL_TEST_F(warp_scan_test, multiplies_matrices_and_concatenates_texts)
{
    check_types_in_warps<scans<multiply>, device_runner, matrix>();
    check_types_in_warps<scans<concatenate>, device_runner, text>();
}

FULL_TEST_F(warp_scan_test, of_numbers_by_known_operations)
{
    check_types_in_warps<scans<known<heddle::plus>>, device_runner, int, float, double, std::uint64_t, unsigned char>();
}

TEST_F(warp_reduce_test, keeps_the_order_of_values_of_every_size) { check_every_size_on_device<reductions<compose>>(); }

FULL_TEST_F(warp_reduce_test, multiplies_matrices_and_concatenates_texts)
{
    check_types_in_warps<reductions<multiply>, device_runner, matrix>();
    check_types_in_warps<reductions<concatenate>, device_runner, text>();
}

FULL_TEST_F(warp_reduce_test, of_numbers_by_known_operations)
{
    check_types<reductions<known<heddle::plus>>, device_runner, int>();
    check_types_in_warps<reductions<known<heddle::plus>>, device_runner, signed char, unsigned short, unsigned,
                         std::uint64_t, float, double>();
    check_types_in_warps<reductions<known<heddle::minimum>>, device_runner, int, unsigned, short, std::int64_t, float,
                         double>();
    check_types_in_warps<reductions<known<heddle::maximum>>, device_runner, int, unsigned, signed char, float>();
    check_types_in_warps<reductions<known<heddle::bit_and>>, device_runner, int, std::uint64_t>();
    check_types_in_warps<reductions<known<heddle::bit_or>>, device_runner, unsigned short, std::int64_t>();
    check_types_in_warps<reductions<known<heddle::bit_xor>>, device_runner, unsigned, std::uint64_t>();
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

TEST_F(lane_counts_test, elements_whose_rows_depend_on_them) { check_types<accesses, device_runner, bytes<79, 1>>(); }

FULL_TEST_F(lane_counts_test, elements_of_many_sizes)
{
    check_types<accesses, device_runner, bytes<13, 1>, bytes<30, 1>, bytes<46, 1>, bytes<47, 1>, bytes<53, 1>,
                bytes<74, 1>, bytes<78, 2>, bytes<28, 4>, bytes<36, 4>, bytes<64, 16>, bytes<255, 1>>();
}

}  // namespace heddle_test::warp_programs_test
