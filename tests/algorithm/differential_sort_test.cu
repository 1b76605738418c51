// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts, gather and scatter with those of Thrust on raw pointers, for elements of many sizes and for unusual
// types and comparisons.

#include "differential_elements.cuh"

#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>

namespace heddle_test::differential_sort_test {
namespace {

//! Takes elements of any type. Compares numbers below 64, so many elements compare equal.
struct less_of_bytes {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return sum_of_bytes_of{}(a) % 64 < sum_of_bytes_of{}(b) % 64;
    }
};
struct yes_or_no {
    bool is;
    __host__ __device__ explicit operator bool() const { return is; }
};
//! Compares bits of the last byte. Takes elements by value, counts its calls, and returns a type that converts to bool.
struct later {
    unsigned mask;
    unsigned calls = 0;
    template <class T>
    __host__ __device__ yes_or_no operator()(T a, T b)
    {
        ++calls;
        return {(a.value[sizeof(T) - 1] & mask) > (b.value[sizeof(T) - 1] & mask)};
    }
};

template <class T>
class sort_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        same_in_all_ways<T>(
            HEDDLE_SUBJECT_OF(permuted_places(c.count), thrust::gather(policy..., first, last, in, out) - out), apart);
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::scatter(policy..., first, last, permuted_places(c.count), out)),
                            apart);
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::stable_sort(policy..., first, last, less_of_bytes{})));
        // Thrust's kernels need too much shared memory for larger values.
        if constexpr (sizeof(T) <= 64) {
            same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::stable_sort_by_key(policy..., second, second + c.count, in)));
            same_in_all_ways<T>(HEDDLE_SUBJECT(
                thrust::stable_sort_by_key(policy..., second, second + c.count, in, thrust::greater<unsigned>())));
        }
    }
};
TYPED_TEST_SUITE(sort_sizes_test, sized_elements);

TYPED_TEST(sort_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }

TYPED_TEST(sort_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

class differential_sort_test : public differential_cases_test {
protected:
    //! Compares gather and scatter with a map that is an array of indices.
    template <class T, class Index>
    void compare_moves_by()
    {
        same<T, Index>(HEDDLE_SUBJECT((thrust::tabulate(policy..., second, second + c.count, place_of{c.count}),
                                       thrust::gather(policy..., second, second + c.count, in, out) - out)),
                       apart);
        same<T, Index>(HEDDLE_SUBJECT((thrust::tabulate(policy..., second, second + c.count, place_of{c.count}),
                                       thrust::scatter(policy..., first, last, second, out))),
                       apart);
    }
};

FULL_TEST_F(differential_sort_test, moves_by_indices_of_any_type)
{
    compare_moves_by<bytes<4>, std::int64_t>();
    compare_moves_by<b50, std::int32_t>();
    compare_moves_by<bytes<64, 4>, std::uint64_t>();
    compare_moves_by<bytes<600>, std::uint32_t>();
    same<unsigned, unsigned, std::uint64_t>(HEDDLE_SUBJECT_OF(
        thrust::make_counting_iterator(0u), thrust::scatter(policy..., first, last, permuted_places(c.count), out)));
}

TEST_F(differential_sort_test, unusual_comparisons)
{
    same<b50>(HEDDLE_SUBJECT(thrust::stable_sort(policy..., first, last, later{0x1fu})));
    same<b28, unsigned, b28, by_policy>(HEDDLE_SUBJECT(thrust::stable_sort(policy..., first, last, later{0x1fu})));
    same<shade, unsigned, b28, by_policy>(HEDDLE_SUBJECT(thrust::stable_sort(policy..., first, last)));
}

FULL_TEST_F(differential_sort_test, keys_that_are_converted_and_numbers_that_are_none)
{
    same<b50, converting>(HEDDLE_SUBJECT(
        thrust::stable_sort_by_key(policy..., second, second + c.count, in, thrust::greater<unsigned>())));
    same<b50, double>(
        HEDDLE_SUBJECT(thrust::stable_sort_by_key(policy..., second, second + c.count, in, thrust::less<double>())));
    same<b50, double>(
        HEDDLE_SUBJECT(thrust::stable_sort_by_key(policy..., second, second + c.count, in, thrust::greater<>())));
}

FULL_TEST_F(differential_sort_test, results_that_can_only_be_assigned)
{
    same<converting, unsigned, assigned, by_policy>(
        HEDDLE_SUBJECT_OF(thrust::make_counting_iterator(0), thrust::gather(policy..., first, last, in, out) - out));
    same<unsigned, unsigned, assigned>(
        HEDDLE_SUBJECT(thrust::scatter(policy..., first, last, thrust::make_counting_iterator(0u), out)));
}

}  // namespace
}  // namespace heddle_test::differential_sort_test
