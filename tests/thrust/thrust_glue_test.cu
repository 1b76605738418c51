// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests code that is typical around calls of Thrust, with coalesced_ptr in place of pointers: conversions of results to
// device_ptr and to iterators of device_vector, comparisons of tuples, and zips of pointers of all kinds.

#include "common/gpu.cuh"
#include "thrust_elements.cuh"

#include <heddle/thrust.cuh>

#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/remove.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include <thrust/universal_vector.h>
#include <thrust/zip_function.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace heddle_test::thrust_glue_test {
namespace {

using heddle::make_coalesced;
using namespace thrust_elements;
using pointer = heddle::coalesced_ptr<item>;
using pointer_to_const = heddle::coalesced_ptr<item const>;
using vector = thrust::device_vector<item>;
using key = number_key<int>;

template <class From, class To>
inline constexpr bool converts = std::is_convertible_v<From, To>;
static_assert(converts<pointer, thrust::device_ptr<item>>);
static_assert(converts<pointer, thrust::device_ptr<item const>>);
static_assert(converts<pointer_to_const, thrust::device_ptr<item const>>);
static_assert(converts<pointer, vector::iterator> && converts<pointer, vector::const_iterator>);
static_assert(converts<pointer, thrust::universal_vector<item>::iterator>);
static_assert(converts<pointer, thrust::cuda::pointer<item>>);
static_assert(converts<decltype(&*pointer()), item*>);
static_assert(converts<thrust::device_ptr<item>, pointer>);
static_assert(!converts<pointer_to_const, thrust::device_ptr<item>>);
static_assert(!converts<pointer_to_const, vector::iterator>);
static_assert(!converts<pointer, thrust::device_ptr<float>>);
static_assert(!converts<pointer, thrust::host_vector<item>::iterator>);
static_assert(!converts<pointer, item*> && !converts<pointer, void*> && !converts<pointer, bool>);
static_assert(std::is_constructible_v<thrust::device_ptr<item>, pointer>);

constexpr std::size_t count = 1003;

vector numbered_vector()
{
    std::vector<item> host(count);
    for (std::size_t k = 0; k < count; ++k) host[k] = numbered{}(static_cast<std::ptrdiff_t>(k));
    return vector(host.begin(), host.end());
}

using thrust_glue_test = gpu_test;

TEST_F(thrust_glue_test, results_become_what_the_arguments_were_made_of)
{
    vector v = numbered_vector();
    pointer const p = make_coalesced(v.begin());
    EXPECT_TRUE(p == v.begin() && v.begin() == p && p != v.end() && p < v.cend() && p == v.data());
    EXPECT_EQ(static_cast<std::ptrdiff_t>(count), v.end() - p);
    EXPECT_EQ(-static_cast<std::ptrdiff_t>(count), pointer_to_const(p) - v.cend());

    thrust::device_ptr<item> const end = thrust::remove_if(p, p + count, has_odd_number{});
    EXPECT_EQ(static_cast<std::ptrdiff_t>(count / 2 + 1), end - v.data());
    EXPECT_TRUE(p + (count / 2 + 1) == end && end > p);

    v = numbered_vector();
    v.erase(thrust::remove_if(make_coalesced(v.begin()), make_coalesced(v.end()), has_odd_number{}), v.end());
    ASSERT_EQ(count / 2 + 1, v.size());
    thrust::host_vector<item> const found = v;
    for (std::size_t k = 0; k < found.size(); ++k) {
        ASSERT_EQ(2 * k, found[k].number);
    }
}

__global__ void cast(pointer p, thrust::device_ptr<item> same, bool* holds)
{
    auto& element = p[threadIdx.x];
    auto& cast_element = thrust::raw_reference_cast(element);
    static_assert(std::is_same_v<item&, decltype(cast_element)>);
    item const value = cast_element;
    holds[threadIdx.x] = thrust::raw_pointer_cast(p) == same.get() &&
                         thrust::raw_pointer_cast(&element) == same.get() + threadIdx.x && &cast_element == &element &&
                         p == same && value.number == threadIdx.x;
}

FULL_TEST_F(thrust_glue_test, casts_to_raw_pointers_in_kernels)
{
    vector v = numbered_vector();
    thrust::device_vector<bool> holds(64, false);
    cast<<<1, 64>>>(make_coalesced(v.begin()), v.data(), thrust::raw_pointer_cast(holds.data()));
    finish_kernel();
    EXPECT_EQ(64, thrust::count(holds.begin(), holds.end(), true));
}

FULL_TEST_F(thrust_glue_test, finds_tuples)
{
    keyed_arrays host(1000, 41);
    auto const host_zip = zipped(host.keys.data(), host.numbers.data());
    thrust::sort(thrust::host, host_zip, host_zip + 1000);
    thrust::device_vector<key> keys(host.keys.begin(), host.keys.end());
    thrust::device_vector<float> numbers(host.numbers.begin(), host.numbers.end());
    auto const zip = zipped(make_coalesced(keys.begin()), make_coalesced(numbers.begin()));
    for (int number : {0, 13, 96, 97}) {
        thrust::tuple<key, float> const value{key{number, {}}, 2.0f};
        EXPECT_EQ(thrust::lower_bound(thrust::host, host_zip, host_zip + 1000, value) - host_zip,
                  thrust::lower_bound(thrust::device, zip, zip + 1000, value) - zip);
        EXPECT_EQ(number < 97, thrust::binary_search(thrust::device, zip, zip + 1000, value));
    }
}

struct add_number {
    __host__ __device__ void operator()(item& a, int number) const { a.number += number; }
};
struct add_tuple_of_number {
    template <class Tuple>
    __host__ __device__ void operator()(Tuple&& t) const
    {
        thrust::get<0>(t).number += static_cast<int>(thrust::get<1>(t));
    }
};

//! Adds the numbers six times.
template <bool WithoutPolicy, class Numbers>
void add_numbers(pointer p, Numbers numbers)
{
    auto const zip = zipped(p, numbers);
    auto const add = [&](auto const&... policy) {
        thrust::for_each(policy..., zip, zip + count, thrust::make_zip_function(add_number{}));
        thrust::for_each(policy..., zip, zip + count, add_tuple_of_number{});
    };
    add(heddle::par);
    add(thrust::device);
    if constexpr (WithoutPolicy) {
        add();
    } else {
        add(thrust::device);
    }
}

// Thrust unwraps a tuple with a reference of its own, such as that of a device_ptr, differently from other tuples.
TEST_F(thrust_glue_test, a_zip_may_mix_pointers_of_all_kinds)
{
    vector a = numbered_vector();
    vector const b = numbered_vector();
    std::vector<int> host(count);
    for (std::size_t k = 0; k < count; ++k) host[k] = static_cast<int>(k);
    thrust::device_vector<int> const v(host.begin(), host.end());
    thrust::device_ptr<int const> const d = v.data();
    pointer const p = make_coalesced(a.begin());
    auto const c = make_coalesced(v.begin());
    add_numbers<true>(p, d);
    add_numbers<true>(p, v.begin());
    add_numbers<true>(p, c);
    add_numbers<false>(p, d.get());  // without a policy, a raw pointer is a pointer of the host
    add_numbers<true>(p, thrust::counting_iterator<int>(0));
    add_numbers<true>(p, thrust::make_permutation_iterator(d, c));
    add_numbers<true>(p, thrust::make_permutation_iterator(c, d));
    add_numbers<true>(p, thrust::make_transform_iterator(b.begin(), number_of{}));
    add_numbers<true>(p, thrust::make_transform_iterator(make_coalesced(b.begin()), number_of{}));
    thrust::host_vector<item> const found = a;
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(k * (1 + 9 * 6), found[k].number) << k;
}

}  // namespace
}  // namespace heddle_test::thrust_glue_test
