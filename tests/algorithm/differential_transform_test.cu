// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares transform, copy, for_each, fill and similar algorithms with those of Thrust on raw pointers, for elements of
// many sizes and for unusual types and callables.

#include "differential_elements.cuh"

#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>

namespace heddle_test::differential_transform_test {
namespace {

//! Changes some elements, and returns a reference that for_each ignores.
struct change_some {
    std::uint64_t state;
    template <class T>
    __host__ __device__ T& operator()(T& value)
    {
        if (some{state}(value)) value = stir{state}(value);
        return value;
    }
};
struct add_up {
    unsigned long long* sum;
    template <class T>
    __device__ void operator()(T const& value) const
    {
        atomicAdd(sum, static_cast<unsigned long long>(sum_of_bytes_of{}(value)));
    }
};
//! Takes an element by T&, which does not bind to a proxy reference.
template <class T>
struct change_one {
    unsigned calls = 0;
    __host__ __device__ void operator()(T& value) { value = stir{++calls != 0 ? 7u : 0u}(value); }
};
template <class T>
struct same_value {
    T value;
    __host__ __device__ T operator()() { return value; }
};

template <class T>
T const* as_const(T* first)
{
    return first;
}
template <template <class...> class Pointer, class T, class... Rest>
Pointer<T const, Rest...> as_const(Pointer<T, Rest...> first)
{
    return first;
}

template <class T>
class transform_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        same_in_all_ways<T>(
            HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, count_calls(c, stir{c.seed})) - out));
        same<T, unsigned, unsigned, all_ways>(
            HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, sum_of_bytes_of{}) - out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, second, out, stir_both{}) - out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(
            thrust::transform_if(policy..., first, last, out, count_calls(c, stir{c.seed}), some{c.seed}) - out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(
            thrust::transform_if(policy..., first, last, second, out, stir{c.seed}, some{c.seed}) - out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(
            thrust::transform_if(policy..., first, last, second, second, out, stir_both{}, some_by_reference{c.seed}) -
            out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::for_each(policy..., first, last, change_some{c.seed}) - first));
        same_in_all_ways<T>(
            HEDDLE_SUBJECT(thrust::for_each_n(policy..., as_const(in), c.count, add_up{c.calls}) - as_const(in)));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::copy(policy..., first, last, out) - out));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::tabulate(policy..., out, out + c.count, element_of<T>{})));
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::fill(policy..., out, out + c.count, element_of<T>{}(c.seed))));
        same_in_all_ways<T>(
            HEDDLE_SUBJECT(thrust::generate(policy..., out, out + c.count, same_value<T>{element_of<T>{}(c.seed)})));
    }
};
TYPED_TEST_SUITE(transform_sizes_test, sized_elements);

TYPED_TEST(transform_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }

TYPED_TEST(transform_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

class differential_transform_test : public differential_cases_test {
protected:
    //! Compares calls of callables that require elements instead of proxy references of iterators.
    template <class T>
    void compare_generic_callables()
    {
        same_in_all_ways<T>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, stir_forwarded{}) - out));
        same<T>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, second, out, stir_forwarded{}) - out));
        same<T>(HEDDLE_SUBJECT(
            thrust::transform_if(policy..., first, last, out, stir_forwarded{}, some_by_reference{c.seed}) - out));
        same<T>(HEDDLE_SUBJECT(
            thrust::transform_if(policy..., first, last, second, out, stir_forwarded{}, some_by_reference{c.seed}) -
            out));
        same<T>(HEDDLE_SUBJECT(thrust::for_each(policy..., first, last, change_one<T>{}) - first));
    }
};

TEST_F(differential_transform_test, generic_callables) { compare_generic_callables<b28>(); }
FULL_TEST_F(differential_transform_test, generic_callables_of_elements_too_large_for_a_stage)
{
    compare_generic_callables<bytes<600>>();
}

FULL_TEST_F(differential_transform_test, transform)
{
    same<b50>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, itself{}) - out));
    same<b128, b28>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, second, out, stir_both{}) - out));
    same<b28, unsigned, assigned>(
        HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, sum_of_bytes_of{}) - out));
    same<assigned>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, sum_of_bytes_of{}) - out));
    same<b28, unsigned, float>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, sum_of_bytes_of{}) - out));
    same<shade, unsigned, b13>(
        HEDDLE_SUBJECT(thrust::transform(policy..., first, last, out, element_of_sum<b13>{}) - out));
}

FULL_TEST_F(differential_transform_test, transform_of_iterators)
{
    same<b28>(HEDDLE_SUBJECT_OF(thrust::make_counting_iterator(c.seed),
                                thrust::transform(policy..., first, last, out, element_of<b28>{}) - out));
    same<b28>(HEDDLE_SUBJECT(thrust::transform(policy..., first, last,
                                               thrust::make_constant_iterator(static_cast<unsigned>(c.seed)), out,
                                               stir_both{}) -
                             out));
    same<b28>(HEDDLE_SUBJECT_OF(thrust::make_zip_iterator(thrust::make_tuple(in, second)),
                                thrust::transform(policy..., first, last, out, stir_pair<b28>{}) - out));
    same<b28, b28, b28, all_ways>(
        HEDDLE_SUBJECT_OF(thrust::make_zip_iterator(thrust::make_tuple(in, second)),
                          thrust::transform(policy..., first, last, out, stir_tuple{}) - out));
    same<b50, unsigned, b13>(HEDDLE_SUBJECT_OF(thrust::make_transform_iterator(in, element_of_sum<b13>{}),
                                               thrust::transform(policy..., first, last, out, stir{c.seed}) - out));
    same<b28>(HEDDLE_SUBJECT_OF(thrust::make_permutation_iterator(in, permuted_places(c.count)),
                                thrust::transform(policy..., first, last, out, stir{c.seed}) - out),
              apart);
    same<b28>(HEDDLE_SUBJECT(
        thrust::transform(policy..., first, last, thrust::make_discard_iterator(), count_calls(c, stir{c.seed})) -
        thrust::make_discard_iterator()));
}

FULL_TEST_F(differential_transform_test, transform_if)
{
    same<b13, b28>(
        HEDDLE_SUBJECT(thrust::transform_if(policy..., first, last, second, out, stir{c.seed}, some{c.seed}) - out));
    // Counts the elements that are read. Elements for which the stencil is false must not be read.
    same<unsigned, unsigned, b28>(HEDDLE_SUBJECT_OF(
        thrust::make_transform_iterator(in, count_calls(c, number_of{})),
        thrust::transform_if(policy..., first, last, second, out, element_of<b28>{}, some{c.seed}) - out));
    same<b28, unsigned, b28>(
        HEDDLE_SUBJECT(thrust::transform_if(policy..., first, last,
                                            thrust::make_transform_iterator(second, count_calls(c, number_of{})),
                                            second, out, stir_both{}, some{c.seed}) -
                       out));
    same<b28, unsigned, assigned>(
        HEDDLE_SUBJECT(thrust::transform_if(policy..., first, last, out, sum_of_bytes_of{}, some{c.seed}) - out));
    same<b28, unsigned, assigned>(HEDDLE_SUBJECT(
        thrust::transform_if(policy..., first, last, second, out, sum_of_bytes_of{}, some{c.seed}) - out));
    same<b28>(HEDDLE_SUBJECT_OF(
                  thrust::make_permutation_iterator(in, permuted_places(c.count)),
                  thrust::transform_if(policy..., first, last, second, out, stir_forwarded{}, some{c.seed}) - out),
              apart);
}

FULL_TEST_F(differential_transform_test, for_each_copy_fill_and_generate)
{
    same<b13, unsigned, b28, by_policy>(
        HEDDLE_SUBJECT(thrust::for_each(policy..., first, last, count_calls(c, change_some{c.seed})) - first));
    same<unsigned, unsigned, assigned>(HEDDLE_SUBJECT(thrust::copy_n(policy..., in, c.count, out) - out));
    same<converting, unsigned, unsigned>(HEDDLE_SUBJECT(thrust::copy(policy..., first, last, out) - out));
    same<unsigned, unsigned, assigned>(HEDDLE_SUBJECT(thrust::uninitialized_copy(policy..., first, last, out) - out));
    same<unsigned, unsigned, assigned>(HEDDLE_SUBJECT(thrust::uninitialized_copy_n(policy..., in, c.count, out) - out));
    same<three>(HEDDLE_SUBJECT(thrust::copy(policy..., first, last, out) - out));
    same<assigned>(HEDDLE_SUBJECT(thrust::fill_n(policy..., out, c.count, static_cast<unsigned>(c.seed)) - out));
    same<assigned>(
        HEDDLE_SUBJECT(thrust::uninitialized_fill(policy..., out, out + c.count, static_cast<unsigned>(c.seed))));
    same<assigned>(
        HEDDLE_SUBJECT(thrust::uninitialized_fill_n(policy..., out, c.count, static_cast<unsigned>(c.seed)) - out));
    same<assigned>(HEDDLE_SUBJECT(
        thrust::generate(policy..., out, out + c.count, same_value<unsigned>{static_cast<unsigned>(c.seed)})));
    same<assigned>(HEDDLE_SUBJECT(thrust::tabulate(policy..., out, out + c.count, sum_of_bytes_of{})));
}

}  // namespace
}  // namespace heddle_test::differential_transform_test
