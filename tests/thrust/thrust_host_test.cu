// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_ptr to host memory as an iterator for thrust::host and thrust::omp::par.

#include "thrust_elements.cuh"

#include <heddle/thrust.cuh>

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#if defined(_OPENMP)
#    include <thrust/system/omp/execution_policy.h>
#endif
#include <thrust/transform.h>

#include <cstddef>
#include <vector>

namespace heddle_test::thrust_host_test {
namespace {

using namespace thrust_elements;

constexpr std::size_t count = 1003;

using heddle::make_coalesced;

template <class Policy>
void check_plain_pointers(Policy const& policy)
{
    std::vector<item> array(count), heavy(count);
    for (std::size_t k = 0; k < count; ++k) array[k] = numbered{}(static_cast<std::ptrdiff_t>(k));
    auto const first = make_coalesced(array.data()), out = make_coalesced(heavy.data());
    thrust::transform(policy, first, first + count, out, heavier{});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(heavier{}(array[k]), heavy[k]);
    thrust::copy(policy, out, out + count, first);
    EXPECT_EQ(heavy, array);
    EXPECT_EQ(count * (count - 1) / 2, thrust::reduce(policy, first, first + count, item{}, sum_of{}).number);
}

TEST(thrust_iterator, is_a_plain_pointer_on_the_host) { check_plain_pointers(thrust::host); }

TEST(thrust_iterator, is_a_plain_pointer_for_openmp)
{
#if defined(_OPENMP)
    check_plain_pointers(thrust::omp::par);
#else
    GTEST_SKIP() << "the compiler has no OpenMP";
#endif
}

TEST(thrust_glue_host, compares_tuples_with_references)
{
    keyed_arrays expected(500, 41), expected_other(300, 29), expected_all(800, 0), expected_any = expected_all;
    keyed_arrays found = expected, other = expected_other, all = expected_all, any = expected_all;
    auto const run = [](auto a, auto b, auto merged, auto united) {
        thrust::sort(thrust::host, a, a + 500);
        thrust::sort(thrust::host, b, b + 300);
        thrust::merge(thrust::host, a, a + 500, b, b + 300, merged);
        return thrust::set_union(thrust::host, a, a + 500, b, b + 300, united) - united;
    };
    auto const raw = [](keyed_arrays& a) { return zipped(a.keys.data(), a.numbers.data()); };
    auto const coalesced = [](keyed_arrays& a) {
        return zipped(make_coalesced(a.keys.data()), make_coalesced(a.numbers.data()));
    };
    EXPECT_EQ(run(raw(expected), raw(expected_other), raw(expected_all), raw(expected_any)),
              run(coalesced(found), coalesced(other), coalesced(all), coalesced(any)));
    EXPECT_TRUE(found.keys == expected.keys && found.numbers == expected.numbers);
    EXPECT_TRUE(all.keys == expected_all.keys && all.numbers == expected_all.numbers);
    EXPECT_TRUE(any.keys == expected_any.keys && any.numbers == expected_any.numbers);
}

}  // namespace
}  // namespace heddle_test::thrust_host_test
