// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Unusual arguments that Thrust accepts, in random cases, compared with Thrust and raw pointers.

#include "differential_elements.cuh"

#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>

namespace heddle_test::differential_refused_test {
namespace {

struct later {
    unsigned mask;
    __host__ __device__ bool operator()(b50 const& a, b50 const& b)
    {
        return (a.value[49] & mask) > (b.value[49] & mask);
    }
};

class differential_refused_test : public differential_cases_test {};

TEST_F(differential_refused_test, a_comparison_that_is_not_const)
{
    same<b50, unsigned, b28, by_policy>("stable_sort", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        thrust::stable_sort(policy..., in, in + c.count, later{0x1fu});
    });
}

FULL_TEST_F(differential_refused_test, results_that_can_only_be_assigned)
{
    same<converting, unsigned, assigned, by_policy>(
        "gather", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            auto const map = thrust::make_counting_iterator(0);
            return thrust::gather(policy..., map, map + c.count, in, out) - out;
        });
}

}  // namespace
}  // namespace heddle_test::differential_refused_test
