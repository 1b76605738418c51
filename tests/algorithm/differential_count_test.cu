// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares counts and inner products with those of Thrust on raw pointers, for elements of several sizes and for
// unusual types and predicates.

#include "differential_elements.cuh"

#include <thrust/count.h>
#include <thrust/inner_product.h>
#include <thrust/unique.h>

namespace heddle_test::differential_count_test {
namespace {

//! A product that depends on the order of its arguments.
struct product {
    template <class A, class B>
    __host__ __device__ unsigned operator()(A const& a, B const& b) const
    {
        return (sum_of_bytes_of{}(a) + 1) * (2 * sum_of_bytes_of{}(b) + 3);
    }
};
struct half_product {
    template <class A, class B>
    __host__ __device__ double operator()(A const& a, B const& b) const
    {
        return sum_of_bytes_of{}(a)*0.5 + sum_of_bytes_of{}(b);
    }
};
//! Compares sums of bytes.
template <class T>
struct number : T {
    __host__ __device__ friend bool operator==(number const& a, number const& b) { return alike{}(a, b); }
};

using sizes =
    full_or<::testing::Types<bytes<13>, bytes<28>, bytes<50>, bytes<128>, bytes<132>>, ::testing::Types<bytes<28>>>;

template <class T>
class count_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        this->template same<T, T, T>(
            HEDDLE_SUBJECT(thrust::count_if(policy..., first, last, some_by_reference{c.seed})));
        this->template same<T, T, T>(HEDDLE_SUBJECT(thrust::unique_count(policy..., first, last, alike{})));
        this->template same<T, T, T>(HEDDLE_SUBJECT(
            thrust::inner_product(policy..., first, last, second, 7u, thrust::plus<unsigned>{}, product{})));
    }
};
TYPED_TEST_SUITE(count_sizes_test, sizes);

TYPED_TEST(count_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }
TYPED_TEST(count_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

using differential_count_test = differential_cases_test;

FULL_TEST_F(differential_count_test, other_types)
{
    using value = number<b28>;
    same<value>(HEDDLE_SUBJECT(thrust::unique_count(policy..., first, last)));
    same<value>(HEDDLE_SUBJECT(thrust::count(policy..., first, last, value{})));
    same<three>(HEDDLE_SUBJECT(thrust::count_if(policy..., first, last, some_first{})));
    same<b28, b50>(HEDDLE_SUBJECT(
        thrust::inner_product(policy..., first, last, second, 1u, thrust::maximum<unsigned>{}, product{})));
    // The sums have the type that the operation returns, which differs from that of the initial value.
    same<b28>(
        HEDDLE_SUBJECT(thrust::inner_product(policy..., first, last, first, 3, thrust::plus<>{}, half_product{})));
    same<b28, b13>(
        HEDDLE_SUBJECT(thrust::inner_product(policy..., first, last, second, 1u, thrust::plus<unsigned>{}, product{})));
    same<unsigned, unsigned>(HEDDLE_SUBJECT(thrust::inner_product(policy..., first, last, second, 5u)));
}

}  // namespace
}  // namespace heddle_test::differential_count_test
