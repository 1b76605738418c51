// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares searches, extrema, reversals and differences with those of Thrust on raw pointers, for elements of
// several sizes and for unusual types and predicates.

#include "differential_elements.cuh"

#include <thrust/adjacent_difference.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/sort.h>
#include <thrust/swap.h>

namespace heddle_test::differential_search_test {
namespace {

//! Is true for few elements, so that a search passes many tiles. Takes elements of any type by T&. operator() is not
//! const.
struct rare {
    std::uint64_t seed;
    unsigned calls = 0;
    template <class T>
    __host__ __device__ bool operator()(T& value)
    {
        ++calls;
        return (sum_of_bytes_of{}(value) ^ static_cast<unsigned>(seed)) % 4099 == 0;
    }
};
//! Is false for few pairs of elements.
struct often {
    std::uint64_t seed;
    template <class A, class B>
    __host__ __device__ bool operator()(A const& a, B const& b) const
    {
        return (sum_of_bytes_of{}(a) + sum_of_bytes_of{}(b) + static_cast<unsigned>(seed)) % 4099 != 0;
    }
};
//! An order with many equivalent elements.
struct before {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b)
    {
        return sum_of_bytes_of{}(a) % 64 < sum_of_bytes_of{}(b) % 64;
    }
};
struct is_equivalent {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return sum_of_bytes_of{}(a) == sum_of_bytes_of{}(b);
    }
};

//! Compares all bytes, so that it can be found.
template <class T>
struct comparable : T {
    __host__ __device__ friend bool operator==(comparable const& a, comparable const& b)
    {
        return is_equivalent{}(a, b);
    }
    __host__ __device__ friend bool operator<(comparable const& a, comparable const& b) { return before{}(a, b); }
};

//! Returns an element of the array, or any element if the array is empty.
template <class Iterator>
auto one_of(Iterator first, call_context const& c)
{
    auto const* const array = thrust::raw_pointer_cast(first);
    std::remove_const_t<std::remove_reference_t<decltype(*array)>> value{};
    std::size_t const place = c.count == 0 ? 0 : c.count - 1 - c.seed % (c.count / 2 + 1);
    if (c.count > 0) check_cuda(cudaMemcpy(&value, array + place, sizeof value, cudaMemcpyDeviceToHost), "one_of");
    return value;
}

using sizes =
    full_or<::testing::Types<bytes<13>, bytes<28>, bytes<50>, bytes<128>, bytes<132>>, ::testing::Types<bytes<28>>>;

template <class T>
class search_sizes_test : public differential_cases_test {
protected:
    template <class Subject>
    void with_policy(Subject const& subject, char const* name, aliasing out_may = aliasing::be_in)
    {
        this->template same<T, T, T>(subject, name, out_may);
    }
    void search()
    {
        with_policy(HEDDLE_SUBJECT(thrust::find_if(policy..., first, last, rare{c.seed}) - first));
        if constexpr (full) search_more();
    }
    void search_more()
    {
        with_policy(HEDDLE_SUBJECT(thrust::none_of(policy..., first, last, rare{c.seed})));
        with_policy(
            HEDDLE_SUBJECT(lengths_of(thrust::mismatch(policy..., first, last, second, often{c.seed}), first, second)));
        with_policy(HEDDLE_SUBJECT(thrust::equal(policy..., first, last, first, is_equivalent{})));
        with_policy(HEDDLE_SUBJECT(thrust::is_sorted_until(policy..., first, last, often{c.seed}) - first));
    }
    void find_extrema()
    {
        with_policy(HEDDLE_SUBJECT(lengths_of(thrust::minmax_element(policy..., first, last, before{}), first, first)));
        if constexpr (full) {
            with_policy(HEDDLE_SUBJECT(thrust::min_element(policy..., first, last, before{}) - first));
            with_policy(HEDDLE_SUBJECT(thrust::max_element(policy..., first, last, before{}) - first));
        }
    }
    void move()
    {
        with_policy(HEDDLE_SUBJECT(thrust::reverse(policy..., first, last)));
        if constexpr (full) {
            with_policy(HEDDLE_SUBJECT(thrust::reverse_copy(policy..., first, last, out) - out), apart);
            with_policy(HEDDLE_SUBJECT(thrust::swap_ranges(policy..., first, last, second) - second));
        }
        with_policy(HEDDLE_SUBJECT(thrust::adjacent_difference(policy..., first, last, out, stir_both{}) - out));
    }
};
TYPED_TEST_SUITE(search_sizes_test, sizes);

TYPED_TEST(search_sizes_test, searches_as_thrust) { this->search(); }
TYPED_TEST(search_sizes_test, extrema_as_thrust) { this->find_extrema(); }
TYPED_TEST(search_sizes_test, moves_as_thrust) { this->move(); }
TYPED_TEST(search_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->search();
    this->find_extrema();
    this->move();
}

using differential_search_test = differential_cases_test;

FULL_TEST_F(differential_search_test, values)
{
    using value = comparable<b28>;
    same<value>(HEDDLE_SUBJECT(thrust::find(policy..., first, last, one_of(first, c)) - first));
    same<value>(HEDDLE_SUBJECT(clear_behind(in, thrust::remove(policy..., first, last, one_of(first, c)), c.count)));
    same<value>(HEDDLE_SUBJECT(thrust::remove_copy(policy..., first, last, out, one_of(first, c)) - out), apart);
    same<value, value>(HEDDLE_SUBJECT(thrust::equal(policy..., first, last, second)));
    same<value>(HEDDLE_SUBJECT(thrust::max_element(policy..., first, last) - first));
}

FULL_TEST_F(differential_search_test, predicates)
{
    same<b28>(HEDDLE_SUBJECT(thrust::find_if_not(policy..., first, last, some{c.seed}) - first));
    same<b28>(HEDDLE_SUBJECT(thrust::all_of(policy..., first, last, some{c.seed})));
    same<b128>(HEDDLE_SUBJECT(thrust::any_of(policy..., first, last, rare{c.seed})));
    same<b28>(HEDDLE_SUBJECT(thrust::is_sorted(policy..., first, last, often{c.seed})));
    same<b28, b13>(
        HEDDLE_SUBJECT(lengths_of(thrust::mismatch(policy..., first, last, second, often{c.seed}), first, second)));
}

//! Elements that are no arrays of structs, for which Thrust has kernels.
FULL_TEST_F(differential_search_test, other_sequences)
{
    same<unsigned>(HEDDLE_SUBJECT(thrust::max_element(policy..., first, last) - first));
    same<shade>(HEDDLE_SUBJECT(thrust::min_element(policy..., first, last) - first));
    same<converting, unsigned>(HEDDLE_SUBJECT(thrust::reverse_copy(policy..., first, last, out) - out), apart);
    same<converting, unsigned, unsigned>(HEDDLE_SUBJECT(thrust::reverse_copy(policy..., first, last, out) - out));
    same<assigned, unsigned, assigned>(HEDDLE_SUBJECT(thrust::reverse(policy..., first, last)));
    same<b28, unsigned, b28, by_policy>(HEDDLE_SUBJECT_OF(thrust::make_transform_iterator(in, sum_of_bytes_of{}),
                                                          thrust::find_if(policy..., first, last, rare{}) - first));
}

}  // namespace
}  // namespace heddle_test::differential_search_test
