// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of heddle with those of Thrust, for reductions, scans, selections and partitions.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

namespace heddle_test::reduce_calls_test {

TEST(fixed_cost, of_reductions)
{
    compare("transform_reduce",
            HEDDLE_CALL(thrust::transform_reduce(policy, from, from + n, number_of{}, 0, thrust::plus<int>{})),
            HEDDLE_TWO_PHASES(heddle::device::transform_reduce(temporary, bytes, nullptr, from, from + n, numbers, 0,
                                                               number_of{}, heddle::plus{})));
    compare("reduce", HEDDLE_CALL(thrust::reduce(policy, from, from + n, body{}, added{})),
            HEDDLE_TWO_PHASES(heddle::device::reduce(temporary, bytes, nullptr, from, from + n, to, body{}, added{})));
}

template <class Policy, class Function>
std::string kernel_of_sum(Policy const& policy, Function function)
{
    auto const* const from = kept_array<body>();
    auto const calls =
        record_calls([&] { thrust::transform_reduce(policy, from, from + 1'000, function, 0, thrust::plus<int>{}); });
    for (auto const& call : calls) {
        if (call.kind == runtime_call::launch) return call.name;
    }
    return "none";
}
TEST(in_place, leaves_a_sum_to_the_kernel_of_thrust)
{
    EXPECT_EQ(kernel_of_sum(thrust::cuda::par, number_of{}), kernel_of_sum(heddle::par, heddle::in_place(number_of{})));
    EXPECT_NE(kernel_of_sum(thrust::cuda::par, number_of{}), kernel_of_sum(heddle::par, number_of{}));
}

TEST(fixed_cost, of_scans)
{
    compare("inclusive_scan", HEDDLE_CALL(thrust::inclusive_scan(policy, from, from + n, to, added{})),
            HEDDLE_TWO_PHASES(heddle::device::inclusive_scan(temporary, bytes, nullptr, from, from + n, to, added{})));
    compare("exclusive_scan", HEDDLE_CALL(thrust::exclusive_scan(policy, from, from + n, to, body{}, added{})),
            HEDDLE_TWO_PHASES(
                heddle::device::exclusive_scan(temporary, bytes, nullptr, from, from + n, to, body{}, added{})));
}
TEST(fixed_cost, of_selections)
{
    compare(
        "copy_if", HEDDLE_CALL(thrust::copy_if(policy, from, from + n, to, is_odd{})),
        HEDDLE_TWO_PHASES(heddle::device::copy_if(temporary, bytes, nullptr, from, from + n, to, selected, is_odd{})));
    compare("copy_if, stencil", HEDDLE_CALL(thrust::copy_if(policy, from, from + n, numbers, to, is_odd{})));
    compare(
        "remove_if", HEDDLE_CALL(thrust::remove_if(policy, from, from + n, is_odd{})),
        HEDDLE_TWO_PHASES(heddle::device::remove_if(temporary, bytes, nullptr, from, from + n, selected, is_odd{})));
    compare("remove_if, stencil", HEDDLE_CALL(thrust::remove_if(policy, from, from + n, numbers, is_odd{})));
    compare("remove_copy_if", HEDDLE_CALL(thrust::remove_copy_if(policy, from, from + n, to, is_odd{})));
    compare("unique", HEDDLE_CALL(thrust::unique(policy, from, from + n, are_equal{})));
    compare("unique_copy", HEDDLE_CALL(thrust::unique_copy(policy, from, from + n, to, are_equal{})));
}
TEST(fixed_cost, of_partitions)
{
    compare(
        "partition", HEDDLE_CALL(thrust::partition(policy, from, from + n, is_odd{})),
        HEDDLE_TWO_PHASES(heddle::device::partition(temporary, bytes, nullptr, from, from + n, selected, is_odd{})));
    compare("stable_partition", HEDDLE_CALL(thrust::stable_partition(policy, from, from + n, is_odd{})));
    compare("partition_copy", HEDDLE_CALL(thrust::partition_copy(policy, from, from + n, to, others, is_odd{})),
            HEDDLE_TWO_PHASES(heddle::device::partition_copy(temporary, bytes, nullptr, from, from + n, to, others,
                                                             selected, is_odd{})));
}

}  // namespace heddle_test::reduce_calls_test
