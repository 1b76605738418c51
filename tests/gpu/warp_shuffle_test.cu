// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffles and their predicates, for values and groups of every size.
#include "common/warp/shuffles.hpp"
#include "warp_runner.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace heddle_test::warp_shuffle_test {

using warp_shuffle_test = gpu_test;

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

}  // namespace heddle_test::warp_shuffle_test
