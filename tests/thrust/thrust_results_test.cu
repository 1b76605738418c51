// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the results of copies within an array and of functions of zipped sequences.

#include "common/gpu.cuh"

#include <common/bytes.hpp>

#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/version.h>
#include <thrust/zip_function.h>

#include <cstring>
#include <vector>

namespace heddle_test::thrust_results_test {

struct add_three {
    __host__ __device__ double operator()(signed char a, short b, float c) const { return a + b + c; }
};

}  // namespace heddle_test::thrust_results_test

#if THRUST_VERSION >= 200500
THRUST_NAMESPACE_BEGIN
//! Fails to compile if it is called: heddle must call the underlying function with elements of the zipped sequences.
template <>
class zip_function<heddle_test::thrust_results_test::add_three> {
public:
    __host__ __device__ explicit zip_function(heddle_test::thrust_results_test::add_three function)
        : function_(function)
    {
    }
    __host__ __device__ heddle_test::thrust_results_test::add_three& underlying_function() const { return function_; }
    template <class Tuple>
    __host__ __device__ double operator()(Tuple const&) const
    {
        static_assert(sizeof(Tuple) == 0, "a zip_function is called");
        return 0;
    }

private:
    mutable heddle_test::thrust_results_test::add_three function_;
};
THRUST_NAMESPACE_END
#endif

namespace heddle_test::thrust_results_test {
namespace {

using thrust_results_test = gpu_test;

// Copies within an array, to the left and to the right. Compares the results with the contents before the copy, because
// Thrust's own copy loses elements (to the left) or has unspecified results (to the right).
TEST_F(thrust_results_test, of_copies_within_an_array_are_what_was_there_before)
{
    random_source random("copies within an array");
    for (std::size_t const count : {1000u, 2'000'003u}) {
        std::vector<bytes<28>> before(count);
        for (auto& element : before) random.fill(element.value, sizeof element.value);
        for (std::size_t const by : {1u, 40u, 900u}) {
            for (bool const to_the_left : {true, false}) {
                device_vector<bytes<28>> const array(before);
                bytes<28>* const left = array.data();
                bytes<28>* const right = left + by;
                bytes<28>* const from = to_the_left ? right : left;
                bytes<28>* const to = to_the_left ? left : right;
                auto const end = thrust::copy(heddle::par, from, from + (count - by), to);
                EXPECT_EQ(to + (count - by), end);
                std::vector<bytes<28>> const after = array.to_host(count);
                EXPECT_EQ(0, std::memcmp(after.data() + (to - left), before.data() + (from - left),
                                         (count - by) * sizeof(bytes<28>)))
                    << count << " elements, by " << by << (to_the_left ? " to the left" : "");
            }
        }
    }
}

#if THRUST_VERSION >= 200500
FULL_TEST_F(thrust_results_test, of_zip_functions_are_those_of_their_function)
{
    constexpr std::size_t count = 1003;
    device_vector<signed char> const a(std::vector<signed char>(count, 1));
    device_vector<short> const b(std::vector<short>(count, 2));
    device_vector<float> const c(std::vector<float>(count, 3));
    std::vector<double> const none(count);
    device_vector<double> const once(none), thrice(none);
    auto const zip = thrust::make_zip_iterator(thrust::make_tuple(a.data(), b.data(), c.data()));
    thrust::zip_function<add_three> const add(add_three{});
    thrust::transform(heddle::par, zip, zip + count, once.data(), add);
    auto const nested =
        thrust::make_zip_iterator(thrust::make_tuple(thrust::make_zip_iterator(thrust::make_tuple(zip))));
    thrust::transform(heddle::par, nested, nested + count, thrice.data(),
                      thrust::make_zip_function(thrust::make_zip_function(add)));
    EXPECT_EQ(std::vector<double>(count, 6), once.to_host(count));
    EXPECT_EQ(std::vector<double>(count, 6), thrice.to_host(count));
}
#endif

}  // namespace
}  // namespace heddle_test::thrust_results_test
