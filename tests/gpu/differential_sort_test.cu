// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts, gather and scatter, in random cases, compared with Thrust and raw pointers.

#include "differential_elements.cuh"

#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>

namespace heddle_test::differential_sort_test {
namespace {

//! A generic comparison with few different keys, many of them equal.
struct less_of_bytes {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return sum_of_bytes_of{}(a) % 64 < sum_of_bytes_of{}(b) % 64;
    }
};
//! Compares the last byte; has a state.
struct later {
    unsigned mask;
    __host__ __device__ bool operator()(b50 const& a, b50 const& b) const
    {
        return (a.value[49] & mask) > (b.value[49] & mask);
    }
};

class differential_sort_test : public differential_cases_test {};

FULL_TEST_F(differential_sort_test, by_key)
{
    same<int, b28, b28>("less of another type", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
        thrust::stable_sort_by_key(policy..., keys, keys + c.count, values, thrust::less<unsigned>{});
    });
    same<int, b28, b28, by_policy>(
        "greater of a narrower type", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
            thrust::stable_sort_by_key(policy..., keys, keys + c.count, values, thrust::greater<unsigned char>{});
        });
    same<double, b28, b28, by_policy>(
        "less of a narrower type", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
            thrust::stable_sort_by_key(policy..., keys, keys + c.count, values, thrust::less<int>{});
        });
    same<shade, b28, b28, by_policy>("an enum's own order",
                                     [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
                                         thrust::stable_sort_by_key(policy..., keys, keys + c.count, values);
                                     });
    same<converting, b28, b28, by_policy>(
        "structs that convert", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
            thrust::stable_sort_by_key(policy..., keys, keys + c.count, values, thrust::less<unsigned>{});
        });
    same<float, b28, b28, by_policy>("numbers", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
        thrust::stable_sort_by_key(policy..., keys, keys + c.count, values, thrust::greater<>{});
    });
}

TEST_F(differential_sort_test, structs)
{
    same<b50, unsigned, b28>("50 bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        thrust::stable_sort(policy..., in, in + c.count, later{0x1fu});
    });
    same<b28, unsigned, b28, by_policy>("28 bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        thrust::stable_sort(policy..., in, in + c.count, less_of_bytes{});
    });
    same<shade, unsigned, b28, by_policy>("an enum's own order",
                                          [](auto const& c, auto in, auto, auto, auto const&... policy) {
                                              thrust::stable_sort(policy..., in, in + c.count);
                                          });
}

FULL_TEST_F(differential_sort_test, indexed)
{
    same<b28, unsigned, b28>(
        "gather",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            auto const map =
                thrust::make_transform_iterator(thrust::make_counting_iterator(std::size_t{0}), place_of{c.count});
            return thrust::gather(policy..., map, map + c.count, in, out) - out;
        },
        aliasing::not_be_in);
    same<b50, unsigned, b50>("scatter", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        thrust::scatter(policy..., in, in + c.count, thrust::make_counting_iterator(0u), out);
    });
    same<unsigned, unsigned, assigned>(
        "scatter to what is assigned", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            thrust::scatter(policy..., in, in + c.count, thrust::make_counting_iterator(0u), out);
        });
}

}  // namespace
}  // namespace heddle_test::differential_sort_test
