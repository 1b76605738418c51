// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_ptr to host memory as an iterator of Thrust's host systems.

#include "keyed_arrays.cuh"
#include "thrust_particles.cuh"

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

using thrust_particles::heavier;
using thrust_particles::numbered;
using thrust_particles::particle;
using thrust_particles::sum_of;

constexpr std::size_t count = 1003;

std::vector<particle> numbered_particles()
{
    std::vector<particle> array(count);
    for (std::size_t k = 0; k < count; ++k) {
        array[k] = numbered{}(static_cast<std::ptrdiff_t>(k));
    }
    return array;
}

using iterator = heddle::coalesced_ptr<particle>;
using heddle::make_coalesced;

TEST(thrust_iterator, is_a_plain_pointer_on_the_host)
{
    std::vector<particle> array = numbered_particles(), heavy(count);
    thrust::transform(thrust::host, make_coalesced(array.data()), make_coalesced(array.data()) + count,
                      make_coalesced(heavy.data()), heavier{});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(heavier{}(array[k]), heavy[k]);
}

TEST(thrust_iterator, is_a_plain_pointer_for_openmp)
{
#if defined(_OPENMP)
    std::vector<particle> array = numbered_particles(), heavy(count);
    iterator const first = make_coalesced(array.data());
    iterator const out = make_coalesced(heavy.data());
    thrust::transform(thrust::omp::par, first, first + count, out, heavier{});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(heavier{}(array[k]), heavy[k]);
    thrust::copy(thrust::omp::par, out, out + count, first);
    EXPECT_EQ(heavy, array);
    EXPECT_EQ(static_cast<float>(count * (count - 1) / 2),
              thrust::reduce(thrust::omp::par, first, first + count, particle{}, sum_of{}).x);
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
