// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of selections and partitions with those of Thrust.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

namespace heddle_test::select_calls_test {
namespace {

body* const from = kept_array<body>();
body* const to = kept_array<body, 1>();
body* const others = kept_array<body, 2>();
int* const stencil = kept_array<int>();
std::ptrdiff_t* const selected = kept_array<std::ptrdiff_t>();

}  // namespace

TEST(fixed_cost, of_selections)
{
    compare("copy_if", HEDDLE_CALL(thrust::copy_if(policy, from, from + n, to, is_odd{})),
            HEDDLE_TWO_PHASES(heddle::copy_if(temporary, bytes, nullptr, from, from + n, to, selected, is_odd{})));
    compare("copy_if, stencil", HEDDLE_CALL(thrust::copy_if(policy, from, from + n, stencil, to, is_odd{})));
    compare("remove_if", HEDDLE_CALL(thrust::remove_if(policy, from, from + n, is_odd{})),
            HEDDLE_TWO_PHASES(heddle::remove_if(temporary, bytes, nullptr, from, from + n, selected, is_odd{})));
    compare("remove_if, stencil", HEDDLE_CALL(thrust::remove_if(policy, from, from + n, stencil, is_odd{})));
    compare("remove_copy_if", HEDDLE_CALL(thrust::remove_copy_if(policy, from, from + n, to, is_odd{})));
    compare("unique", HEDDLE_CALL(thrust::unique(policy, from, from + n, are_equal{})));
    compare("unique_copy", HEDDLE_CALL(thrust::unique_copy(policy, from, from + n, to, are_equal{})));
}
TEST(fixed_cost, of_partitions)
{
    compare("partition", HEDDLE_CALL(thrust::partition(policy, from, from + n, is_odd{})),
            HEDDLE_TWO_PHASES(heddle::partition(temporary, bytes, nullptr, from, from + n, selected, is_odd{})));
    compare("stable_partition", HEDDLE_CALL(thrust::stable_partition(policy, from, from + n, is_odd{})));
    compare("partition_copy", HEDDLE_CALL(thrust::partition_copy(policy, from, from + n, to, others, is_odd{})),
            HEDDLE_TWO_PHASES(
                heddle::partition_copy(temporary, bytes, nullptr, from, from + n, to, others, selected, is_odd{})));
}

}  // namespace heddle_test::select_calls_test
