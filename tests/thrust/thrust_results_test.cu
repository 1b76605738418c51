// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests copies within an array, zip functions, algorithms for which heddle has no kernels, and generic callables. With
// coalesced_ptr, the results are the same as with raw pointers, and a returned iterator is a coalesced_ptr.

#include "common/gpu.cuh"
#include "thrust_elements.cuh"

#include <common/bytes.hpp>

#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/version.h>
#include <thrust/zip_function.h>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

namespace heddle_test::thrust_results_test {

struct add_three {
    __host__ __device__ double operator()(signed char a, short b, float c) const { return a + b + c; }
};

}  // namespace heddle_test::thrust_results_test

#if THRUST_VERSION >= 200500
THRUST_NAMESPACE_BEGIN
//! operator() of this specialization does not compile. heddle must call the underlying function instead.
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

using namespace thrust_elements;

using thrust_results_test = gpu_test;

// Copies between overlapping ranges of an array, to the left and to the right. The results must be the elements before
// the copy. Thrust's own copy does not guarantee this.
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

struct is_large {
    __host__ __device__ bool operator()(item const& r) const { return r.number > 150; }
};

using vector = thrust::device_vector<item>;
using pointer = heddle::coalesced_ptr<item>;
constexpr std::size_t count = 5003;

// If one of the arguments is a raw pointer of the result's type, the result remains a raw pointer.
using heddle::detail::result_for;
static_assert(std::is_same_v<result_for<item*, pointer, pointer, int*>::type, pointer>);
static_assert(std::is_same_v<result_for<item*, pointer, pointer, item*>::type, item*>);

using thrust_forward_test = gpu_test;

//! Returns elements in ascending order of numbers. Each number occurs three times.
vector items(unsigned step)
{
    std::vector<item> host(count);
    for (std::size_t k = 0; k < count; ++k) {
        unsigned const number = static_cast<unsigned>(k) / 3 * step;
        host[k] = {number, {0, 0, 0, 0, 0, number}};
    }
    return vector(host.begin(), host.end());
}

//! Checks that call(policy, a, b, out) has the same results with coalesced_ptr as with raw pointers, and if IsForPolicy
//! also with raw pointers and heddle's policy. call() returns a number or the end of its output.
template <bool IsForPolicy = false, class Call>
void expect_same(Call const& call, char const* name)
{
    auto const results = [&](auto const& policy, auto const& pointer_to) {
        vector a = items(1), b = items(2), out(2 * count, item{});
        auto const first = pointer_to(out);
        auto const found = call(policy, pointer_to(a), pointer_to(b), first);
        std::ptrdiff_t place = 0;
        if constexpr (std::is_arithmetic_v<std::remove_const_t<decltype(found)>>) {
            place = found;
        } else {
            static_assert(std::is_same_v<decltype(found), decltype(first)>);
            place = found - first;
        }
        return std::make_tuple(place, thrust::host_vector<item>(a), thrust::host_vector<item>(out));
    };
    auto const raw = [](vector& v) { return thrust::raw_pointer_cast(v.data()); };
    auto const expected = results(thrust::device, raw);
    EXPECT_TRUE(expected == results(thrust::device, [](vector& v) { return heddle::make_coalesced(v.begin()); }))
        << name;
    if constexpr (IsForPolicy) EXPECT_TRUE(expected == results(heddle::par, raw)) << name << " by heddle::par";
}

//! A call as a lambda, and its text. The call may use [a, last_a), [b, last_b) and the output `out`.
#define HEDDLE_CALL(...)                                                              \
    [&](auto const& on, auto a, [[maybe_unused]] auto b, [[maybe_unused]] auto out) { \
        [[maybe_unused]] auto const last_a = a + count, last_b = b + count;           \
        return __VA_ARGS__;                                                           \
    },                                                                                \
        #__VA_ARGS__

TEST_F(thrust_forward_test, does_what_raw_pointers_do)
{
    expect_same(HEDDLE_CALL(thrust::reverse_copy(on, a, last_a, out)));
    expect_same(HEDDLE_CALL(out + (thrust::find_if(on, a, last_a, is_large{}) - a)));
}

FULL_TEST_F(thrust_forward_test, does_what_raw_pointers_do_by_any_algorithm)
{
#if THRUST_VERSION >= 200700
    expect_same(HEDDLE_CALL(thrust::inclusive_scan(on, a, last_a, out, item{7, {}}, thrust::plus<item>())));
#endif
    expect_same(HEDDLE_CALL(thrust::unique_by_key_copy(on, a, last_a, b, out, out + count).first));
    expect_same(HEDDLE_CALL(out + (thrust::mismatch(on, a, last_a, b).second - b)));
    expect_same(HEDDLE_CALL(out + (thrust::swap_ranges(on, a, last_a, b) - b)));
}

struct joined_fields {
    template <class A, class B>
    __host__ __device__ item operator()(A const& a, B const& b) const
    {
        return {a.number, {0, 0, 0, 0, 0, b.others[5]}};
    }
};
struct joined_tuple {
    template <class Tuple>
    __host__ __device__ item operator()(Tuple t) const
    {
        return joined_fields{}(thrust::get<0>(t), thrust::get<1>(t));
    }
};
struct add_to_number {
    template <class A>
    __host__ __device__ void operator()(A& a) const
    {
        a.number += 3;
    }
};
struct add_tuple {
    template <class Tuple>
    __host__ __device__ void operator()(Tuple t) const
    {
        item const whole = thrust::get<1>(t);
        thrust::get<0>(t).number += whole.number;
    }
};
struct add_references {
    __host__ __device__ void operator()(thrust::tuple<item&, item const&> t) const
    {
        thrust::get<0>(t).number += thrust::get<1>(t).number;
    }
};
struct add_named {
    __host__ __device__ void operator()(item& a, item const& b) const { a.number += b.number; }
};

FULL_TEST_F(thrust_forward_test, does_what_raw_pointers_do_with_generic_callables)
{
    std::vector<int> numbers(count);
    for (std::size_t k = 0; k < count; ++k) numbers[k] = static_cast<int>(k * 7 % count);
    device_vector<int> const order(numbers);
    expect_same<true>(HEDDLE_CALL(
        thrust::transform(on, zipped(a, b), zipped(last_a, last_b), out, thrust::make_zip_function(joined_fields{}))));
    expect_same<true>(HEDDLE_CALL(thrust::transform(on, zipped(a, b), zipped(last_a, last_b), out, joined_tuple{})));
    expect_same<true>(HEDDLE_CALL(thrust::transform(on, a, last_a, b, out, joined_fields{})));
    expect_same<true>(HEDDLE_CALL(thrust::transform(on, thrust::make_reverse_iterator(last_a),
                                                    thrust::make_reverse_iterator(a), b, out, joined_fields{})));
    expect_same<true>(HEDDLE_CALL(thrust::reduce(on, thrust::make_transform_iterator(a, number_of{}),
                                                 thrust::make_transform_iterator(last_a, number_of{}))));
    expect_same<true>(HEDDLE_CALL(
        thrust::transform(on, b, last_b, thrust::make_permutation_iterator(a, order.data()), out, joined_fields{})));
    expect_same<true>(HEDDLE_CALL((thrust::for_each(on, a, last_a, add_to_number{}), out)));
    expect_same<true>(HEDDLE_CALL((thrust::for_each(on, zipped(a, b), zipped(last_a, last_b), add_tuple{}), out)));
    expect_same<true>(HEDDLE_CALL((thrust::for_each(on, zipped(a, b), zipped(last_a, last_b), add_references{}), out)));
    expect_same<true>(HEDDLE_CALL(
        (thrust::for_each(on, zipped(a, b), zipped(last_a, last_b), thrust::make_zip_function(add_named{})), out)));
}

}  // namespace
}  // namespace heddle_test::thrust_results_test
