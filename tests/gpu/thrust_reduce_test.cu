// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions and scans through both doors, compared with Thrust and raw pointers.

#include "thrust_algorithms.cuh"

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace heddle_test::thrust_reduce_test {
namespace {

template <class Element>
void check(door_comparison& doors)
{
    doors.compare<Element, unsigned>("transform_reduce", [](auto in, auto out, std::size_t n, auto const&... policy) {
        leave(out, n, thrust::transform_reduce(policy..., in, in + n, first_byte{}, 7u, thrust::plus<unsigned>()));
    });
    if constexpr (sizeof(Element) > 28) return;
    doors.compare<Element, Element>("reduce", [](auto in, auto out, std::size_t n, auto const&... policy) {
        leave(out, n, thrust::reduce(policy..., in, in + n, Element{}, added<Element>{}));
    });
    doors.compare<Element, Element>("inclusive_scan", [](auto in, auto out, std::size_t n, auto const&... policy) {
        auto const end = thrust::inclusive_scan(policy..., in, in + n, out, added<Element>{});
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - out);
    });
    doors.compare<Element, Element>("exclusive_scan in place", [](auto in, auto, std::size_t n, auto const&... policy) {
        Element init{};
        init.value[0] = 5;
        thrust::exclusive_scan(policy..., in, in + n, in, init, added<Element>{});
    });
}

template <class Element>
class thrust_reduce_test : public gpu_test {
};
// Few types, because each takes half a minute to compile, most of it for Thrust's own kernels. algorithm_reduce_test
// compares every size with the host.
using reduced_elements =
    full_or<::testing::Types<bytes<3>, bytes<13>, bytes<28>, bytes<132>>, ::testing::Types<bytes<28>>>;
TYPED_TEST_SUITE(thrust_reduce_test, reduced_elements);

HEDDLE_TEST_DOORS(thrust_reduce_test)

}  // namespace
}  // namespace heddle_test::thrust_reduce_test
