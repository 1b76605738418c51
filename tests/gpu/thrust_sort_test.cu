// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// gather, scatter and sorts through both doors, compared with Thrust and raw pointers.

#include "thrust_algorithms.cuh"

#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>

namespace heddle_test::thrust_sort_test {
namespace {

//! A permutation of 0 … count - 1.
struct shuffled_place {
    std::size_t count;
    __host__ __device__ std::size_t operator()(std::size_t k) const
    {
        std::size_t const prime = 7919;
        return count % prime == 0 ? k : k * prime % count;
    }
};
auto shuffled_places(std::size_t count)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<std::size_t>(0), shuffled_place{count});
}

struct by_first_byte {
    template <class Element>
    __host__ __device__ bool operator()(Element const& a, Element const& b) const
    {
        return a.value[0] < b.value[0];
    }
};

template <class Element>
void check(door_comparison& doors)
{
    doors.compare<Element, Element>("gather", [](auto in, auto out, std::size_t n, auto const&... policy) {
        auto const map = shuffled_places(n);
        auto const end = thrust::gather(policy..., map, map + n, in, out);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - out);
    });
    doors.compare<Element, Element>("scatter", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::scatter(policy..., in, in + n, shuffled_places(n), out);
    });
    doors.compare<Element, Element>("stable_sort", [](auto in, auto, std::size_t n, auto const&... policy) {
        thrust::stable_sort(policy..., in, in + n, by_first_byte{});
    });
    // Larger values are more than Thrust's kernels have shared memory for.
    if constexpr (sizeof(Element) <= 64) {
        doors.compare<Element, unsigned>("stable_sort_by_key",
                                         [](auto values, auto keys, std::size_t n, auto const&... policy) {
                                             thrust::stable_sort_by_key(policy..., keys, keys + n, values);
                                         });
        doors.compare<Element, unsigned>(
            "stable_sort_by_key backwards", [](auto values, auto keys, std::size_t n, auto const&... policy) {
                thrust::stable_sort_by_key(policy..., keys, keys + n, values, thrust::greater<unsigned>());
            });
    }
}

template <class Element>
class thrust_sort_test : public gpu_test {
};
TYPED_TEST_SUITE(thrust_sort_test, door_elements);

HEDDLE_TEST_DOORS(thrust_sort_test)

}  // namespace
}  // namespace heddle_test::thrust_sort_test
