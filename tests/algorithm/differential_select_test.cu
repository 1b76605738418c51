// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares copy_if, unique, partition and similar algorithms with those of Thrust on raw pointers, for elements of many
// sizes and for unusual types and predicates.

#include "differential_elements.cuh"

#include <thrust/copy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/unique.h>

namespace heddle_test::differential_select_test {
namespace {

template <class T>
class select_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, out, some{c.seed}) - out), apart);
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, second, out, some{c.seed}) - out),
                            apart);
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::remove_copy_if(policy..., first, last, out, some{c.seed}) - out),
                            apart);
        same_in_all_ways<T>(
            HEDDLE_SUBJECT(clear_behind(in, thrust::remove_if(policy..., first, last, some{c.seed}), c.count)));
        same_in_all_ways<T>(HEDDLE_SUBJECT(clear_behind(in, thrust::unique(policy..., first, last, alike{}), c.count)));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::unique_copy(policy..., first, last, out, alike{}) - out), apart);
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::stable_partition(policy..., first, last, some{c.seed}) - first));
        same<T, T>(HEDDLE_SUBJECT(lengths_of(
                       thrust::stable_partition_copy(policy..., first, last, out, second, some{c.seed}), out, second)),
                   apart);
    }
};
TYPED_TEST_SUITE(select_sizes_test, sized_elements);

TYPED_TEST(select_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }

TYPED_TEST(select_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

using differential_select_test = differential_cases_test;

FULL_TEST_F(differential_select_test, copy_if)
{
    same<b28>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, out, some_by_reference{c.seed}) - out), apart);
    same<b28>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, second, out, some_by_reference{c.seed}) - out),
              apart);
    same<b13, b28>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, second, out, some{c.seed}) - out), apart);
    same<b28, std::uint8_t>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, second, out, some{c.seed}) - out),
                            apart);
    same<b28>(HEDDLE_SUBJECT(
        thrust::copy_if(policy..., first, last, thrust::make_discard_iterator(), some_by_reference{c.seed}) -
        thrust::make_discard_iterator()));
    same<converting, unsigned, assigned>(
        HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, out, some{c.seed}) - out));
    same<shade>(HEDDLE_SUBJECT(thrust::remove_copy_if(policy..., first, last, out, some{c.seed}) - out), apart);
    same<three>(HEDDLE_SUBJECT(thrust::copy_if(policy..., first, last, out, some_first{}) - out), apart);
    same<b28, unsigned, b28, by_policy>(
        HEDDLE_SUBJECT(
            thrust::copy_if(policy..., first, last, thrust::make_counting_iterator(c.seed), out, some{c.seed}) - out),
        apart);
}

TEST_F(differential_select_test, unique)
{
    same<b28>(HEDDLE_SUBJECT(clear_behind(in, thrust::unique(policy..., first, last), c.count)));
    same<converting, unsigned, unsigned>(HEDDLE_SUBJECT(thrust::unique_copy(policy..., first, last, out) - out));
}

FULL_TEST_F(differential_select_test, remove_replace_and_partition)
{
    same<b13, b28>(
        HEDDLE_SUBJECT(clear_behind(in, thrust::remove_if(policy..., first, last, second, some{c.seed}), c.count)));
    same<b28>(HEDDLE_SUBJECT(thrust::remove_copy_if(policy..., first, last, out, some_by_reference{c.seed}) - out),
              apart);
    same<unsigned>(HEDDLE_SUBJECT(thrust::replace_if(policy..., first, last, some{c.seed}, 12u)));
    same<b50, b13>(HEDDLE_SUBJECT(thrust::stable_partition(policy..., first, last, second, some{c.seed}) - first));
    same<unsigned>(HEDDLE_SUBJECT(lengths_of(
                       thrust::stable_partition_copy(policy..., first, last, out, second, some{c.seed}), out, second)),
                   apart);
    same<shade, shade>(
        HEDDLE_SUBJECT(
            lengths_of(thrust::stable_partition_copy(policy..., first, last, out, second, some{c.seed}), out, second)),
        apart);
    same<b128, unsigned, assigned>(HEDDLE_SUBJECT_OF(
        thrust::make_transform_iterator(in, sum_of_bytes_of{}),
        lengths_of(
            thrust::stable_partition_copy(policy..., first, last, out, thrust::make_discard_iterator(), some{c.seed}),
            out, thrust::make_discard_iterator())));
}

}  // namespace
}  // namespace heddle_test::differential_select_test
