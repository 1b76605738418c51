// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares reduce, transform_reduce and scans with those of Thrust on raw pointers, for elements of several sizes and
// for unusual types of sums. All sums are exact, so they do not depend on the order of additions.

#include "differential_elements.cuh"

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

#include <thrust/functional.h>

namespace heddle_test::differential_reduce_test {
namespace {

//! A struct of 28 bytes with an operator+. Numbers convert to this struct.
struct total {
    unsigned value[7];

    total() = default;
    __host__ __device__ total(unsigned number)
    {
        for (unsigned& word : value) word = number;
    }
    __host__ __device__ friend total operator+(total a, total const& b)
    {
        for (unsigned i = 0; i < 7; ++i) a.value[i] += b.value[i];
        return a;
    }
};
//! Converts an element to a multiple of 1/2.
template <class T>
struct half_of {
    __host__ __device__ T operator()(b28 const& value) const { return static_cast<T>(value.value[3] % 32) / 2; }
};
struct total_of {
    template <class T>
    __host__ __device__ total operator()(T const& value)
    {
        return total(sum_of_bytes_of{}(value));
    }
};
//! counter(0) differs from counter(). A reduce call without an initial value must start with counter(0).
struct counter {
    unsigned value;
    __host__ __device__ counter() : value(100) {}
    __host__ __device__ counter(int start) : value(static_cast<unsigned>(start)) {}
    __host__ __device__ friend counter operator+(counter a, counter b)
    {
        a.value += b.value;
        return a;
    }
};

//! Sums of `narrow` elements have the type `wide`. Each element adds 4 * value + 1, and a conversion to `narrow`
//! divides by 4 and rounds down. Therefore the result shows whether an intermediate sum was converted.
struct narrow {
    unsigned value;
};
struct wide {
    unsigned long long quarters;
    wide() = default;
    __host__ __device__ wide(unsigned long long number) : quarters(number) {}
    __host__ __device__ wide(narrow n) : quarters(4ull * n.value + 1) {}
    __host__ __device__ operator narrow() const { return {static_cast<unsigned>(quarters / 4)}; }
};
struct add_wide {
    __host__ __device__ wide operator()(wide a, wide b) const { return a.quarters + b.quarters; }
};

//! A struct of two bytes. The operation add_pairs returns the sum as another type, pair_of_ints.
struct pair_of_bytes {
    unsigned char a, b;
};
struct pair_of_ints {
    int a, b;
    pair_of_ints() = default;
    __host__ __device__ pair_of_ints(int twice_a, int b_) : a(twice_a), b(b_) {}
    __host__ __device__ pair_of_ints(pair_of_bytes x) : a(2 * x.a), b(x.b) {}
    __host__ __device__ operator pair_of_bytes() const
    {
        return {static_cast<unsigned char>(a / 2), static_cast<unsigned char>(b)};
    }
};
struct add_pairs {
    __host__ __device__ pair_of_ints operator()(pair_of_bytes x, pair_of_bytes y) const
    {
        return {2 * (x.a + y.a), x.b + y.b};
    }
};

// Few types are tested, because each takes half a minute to compile, mostly in Thrust's own kernels.
// algorithm_sums_test compares elements of all sizes with results of the host.
using reduced_elements =
    full_or<::testing::Types<bytes<3>, bytes<13>, bytes<28>, bytes<132>>, ::testing::Types<bytes<28>>>;
template <class T>
class reduce_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        same_in_all_ways<T>(HEDDLE_SUBJECT(
            thrust::transform_reduce(policy..., first, last, sum_of_bytes_of{}, 7u, thrust::plus<unsigned>{})));
        if constexpr (sizeof(T) <= 28) {
            same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last, T{}, sum_bytes{})));
            same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::inclusive_scan(policy..., first, last, out, sum_bytes{}) - out));
            same_in_all_ways<T>(HEDDLE_SUBJECT(
                thrust::exclusive_scan(policy..., first, last, out, element_of<T>{}(c.seed), sum_bytes{}) - out));
        }
    }
};
TYPED_TEST_SUITE(reduce_sizes_test, reduced_elements);

TYPED_TEST(reduce_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }

TYPED_TEST(reduce_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

using differential_reduce_test = differential_cases_test;

FULL_TEST_F(differential_reduce_test, transform_reduce)
{
    same<b28>(HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, half_of<float>{}, 0, thrust::plus<>{})));
    same<b28>(HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, half_of<double>{},
                                                      static_cast<float>(1 << 24), thrust::plus<double>{})));
    same<b13, unsigned, b28, all_ways>(
        HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, total_of{}, total(1), thrust::plus<total>{})));
    same<b28>(HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, some{c.seed}, 0.5f, thrust::plus<>{})));
    same<unsigned>(
        HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, itself{}, 0, thrust::plus<unsigned>{})));
    same<b28>(
        HEDDLE_SUBJECT(thrust::transform_reduce(policy..., first, last, half_of<float>{}, 3, thrust::plus<int>{})));
    same<b50>(HEDDLE_SUBJECT(
        thrust::transform_reduce(policy..., first, last, sum_of_bytes_of{}, 0u, thrust::maximum<unsigned>{})));
}

TEST_F(differential_reduce_test, reduce)
{
    same<total>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last, total(3))));
    same<counter>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last)));
    same<narrow>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last, narrow{7}, add_wide{})));
    same<converting>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last, 5u, thrust::plus<unsigned>{})));
    same<float>(HEDDLE_SUBJECT(thrust::reduce(policy..., first, last, 0, thrust::plus<>{})));
}

FULL_TEST_F(differential_reduce_test, scans)
{
    same_in_all_ways<b28>(HEDDLE_SUBJECT(thrust::inclusive_scan(policy..., first, last, out, last_of{}) - out));
    // Intermediate sums are stored as elements, although the operation returns another type.
    same<pair_of_bytes>(HEDDLE_SUBJECT(thrust::inclusive_scan(policy..., first, last, out, add_pairs{}) - out));
    same<pair_of_bytes>(
        HEDDLE_SUBJECT(thrust::exclusive_scan(policy..., first, last, out, pair_of_bytes{7, 9}, add_pairs{}) - out));
    same<total>(HEDDLE_SUBJECT(thrust::inclusive_scan(policy..., first, last, out) - out));
    same<total>(HEDDLE_SUBJECT(thrust::exclusive_scan(policy..., first, last, out, total(7)) - out));
    same<converting, unsigned, unsigned>(
        HEDDLE_SUBJECT(thrust::exclusive_scan(policy..., first, last, out, 7u, thrust::plus<unsigned>{}) - out));
}

}  // namespace
}  // namespace heddle_test::differential_reduce_test
