// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of heddle with those of Thrust, for merges and set operations.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>

namespace heddle_test::merge_calls_test {

TEST(fixed_cost, of_merges)
{
    compare("merge", HEDDLE_CALL(thrust::merge(policy, from, from + n, others, others + n, to, is_less{})));
    compare("merge_by_key", HEDDLE_CALL(thrust::merge_by_key(policy, numbers, numbers + n, more_numbers,
                                                             more_numbers + n, from, others, number_results, to)));
}

TEST(fixed_cost, of_set_operations)
{
    compare("set_union", HEDDLE_CALL(thrust::set_union(policy, from, from + n, others, others + n, to, is_less{})));
    compare("set_intersection",
            HEDDLE_CALL(thrust::set_intersection(policy, from, from + n, others, others + n, to, is_less{})));
    compare("set_difference",
            HEDDLE_CALL(thrust::set_difference(policy, from, from + n, others, others + n, to, is_less{})));
    compare("set_symmetric_difference",
            HEDDLE_CALL(thrust::set_symmetric_difference(policy, from, from + n, others, others + n, to, is_less{})));
}

TEST(fixed_cost, of_set_operations_by_key)
{
    compare("set_union_by_key",
            HEDDLE_CALL(thrust::set_union_by_key(policy, numbers, numbers + n, more_numbers, more_numbers + n, from,
                                                 others, number_results, to)));
    compare("set_intersection_by_key",
            HEDDLE_CALL(thrust::set_intersection_by_key(policy, numbers, numbers + n, more_numbers, more_numbers + n,
                                                        from, number_results, to)));
}

}  // namespace heddle_test::merge_calls_test
