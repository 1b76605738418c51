// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests shuffles, moves, transposes, reductions, scans, sorts, loads and stores in groups of every size. Reductions and
// scans of groups and segments must combine the lanes in order. Reductions of numbers may use redux instructions.
// (warp_sort_test.cpp also tests comparisons that are not orderings.)
#include "common/warp/accesses.hpp"
#include "common/warp/moves.hpp"
#include "common/warp/reductions.hpp"
#include "common/warp/shuffles.hpp"
#include "common/warp/sorts.hpp"
#include "common/warp/warp_runner.cuh"
#include "special_numbers.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <utility>

namespace heddle_test::warp_programs_test {

using warp_shuffle_test = gpu_test;
using warp_moves_test = gpu_test;
using warp_scan_test = gpu_test;
using warp_reduce_test = gpu_test;
using warp_sort_test = gpu_test;
using lane_counts_test = gpu_test;
using collectives_test = gpu_test;

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

FULL_TEST_F(warp_scan_test, of_matrices_texts_and_numbers)
{
    check_types_in_warps<scans<multiply>, device_runner, matrix>();
    check_types_in_warps<scans<concatenate>, device_runner, text>();
    check_types_in_warps<scans<known<heddle::plus>>, device_runner, int, float, double, std::uint64_t, unsigned char>();
}

TEST_F(warp_reduce_test, keeps_the_order_of_values_of_every_size) { check_every_size_on_device<reductions<compose>>(); }

FULL_TEST_F(warp_reduce_test, of_matrices_texts_and_numbers)
{
    check_types_in_warps<reductions<multiply>, device_runner, matrix>();
    check_types_in_warps<reductions<concatenate>, device_runner, text>();
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

FULL_TEST_F(warp_reduce_test, of_floating_point_numbers_knows_nan_and_the_sign_of_zero)
{
    check_types<reductions_of_special_numbers, device_runner, float, double>();
}

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

TEST_F(lane_counts_test, elements_whose_rows_depend_on_them) { check_types<accesses, device_runner, bytes<79, 1>>(); }

FULL_TEST_F(lane_counts_test, elements_of_many_sizes)
{
    check_types<accesses, device_runner, bytes<13, 1>, bytes<30, 1>, bytes<46, 1>, bytes<47, 1>, bytes<53, 1>,
                bytes<74, 1>, bytes<78, 2>, bytes<28, 4>, bytes<36, 4>, bytes<64, 16>, bytes<255, 1>>();
}

}  // namespace heddle_test::warp_programs_test
