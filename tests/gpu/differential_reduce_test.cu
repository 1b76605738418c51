// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce, transform_reduce and scans, in random cases, compared with Thrust and raw pointers. All sums are exact, and
// do not depend on the order.

#include "differential_elements.cuh"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

#include <thrust/functional.h>

namespace heddle_test::differential_reduce_test {
namespace {

//! A sum of 28 bytes, which also converts from a number.
struct total {
    unsigned value[7];

    total() = default;
    __host__ __device__ total(unsigned number)
    {
        for (unsigned& word : value) word = number;
    }
    __host__ __device__ friend total operator+(total a, total const& b)
    {
        for (unsigned i = 0; i < 7; ++i) a.value[i] += b.value[i];
        return a;
    }
};
//! Converts any struct to a multiple of 1/2.
template <class T>
struct half_of {
    __host__ __device__ T operator()(b28 const& value) const { return static_cast<T>(value.value[3] % 32) / 2; }
};
struct total_of {
    template <class T>
    __host__ __device__ total operator()(T const& value)
    {
        return total(sum_of_bytes_of{}(value));
    }
};
//! Returns the second operand unless it is empty: not commutative.
struct last_of {
    __host__ __device__ b28 operator()(b28 const& a, b28 const& b) const { return b.value[0] % 4 == 0 ? a : b; }
};
//! Adds bytes; generic, with a non-const operator().
struct add_bytes {
    template <class T>
    __host__ __device__ T operator()(T a, T const& b)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            a.value[i] = static_cast<unsigned char>(a.value[i] + b.value[i]);
        }
        return a;
    }
};

class differential_reduce_test : public differential_cases_test {};

FULL_TEST_F(differential_reduce_test, transform_reduce)
{
    same<b28, unsigned, b28>(
        "floats from the integer 0", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            return thrust::transform_reduce(policy..., in, in + c.count, half_of<float>{}, 0, thrust::plus<>{});
        });
    same<b28, unsigned, b28>("doubles from a float", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::transform_reduce(policy..., in, in + c.count, half_of<double>{}, static_cast<float>(1 << 24),
                                        thrust::plus<double>{});
    });
    same<b13, unsigned, b28, all_ways>("structs", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::transform_reduce(policy..., in, in + c.count, total_of{}, total(1), thrust::plus<total>{});
    });
    same<b28, unsigned, b28>("integers from a float", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::transform_reduce(policy..., in, in + c.count, some{c.seed}, 0.5f, thrust::plus<>{});
    });
    same<b50, unsigned, b28>("the largest", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::transform_reduce(policy..., in, in + c.count, sum_of_bytes_of{}, 0u,
                                        thrust::maximum<unsigned>{});
    });
}

TEST_F(differential_reduce_test, reduce)
{
    same<total, unsigned, b28>("structs that add", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::reduce(policy..., in, in + c.count, total(3));
    });
    same<b13, unsigned, b13>("bytes, not const", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::reduce(policy..., in, in + c.count, b13{}, add_bytes{});
    });
    same<converting, unsigned, b28>(
        "structs to what they convert to", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            return thrust::reduce(policy..., in, in + c.count, 5u, thrust::plus<unsigned>{});
        });
    same<float, unsigned, b28>("floats from the integer 0",
                               [](auto const& c, auto in, auto, auto, auto const&... policy) {
                                   return thrust::reduce(policy..., in, in + c.count, 0, thrust::plus<>{});
                               });
}

FULL_TEST_F(differential_reduce_test, scans)
{
    same<b28, unsigned, b28, all_ways>("in order", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        return thrust::inclusive_scan(policy..., in, in + c.count, out, last_of{}) - out;
    });
    same<b13, unsigned, b13>("exclusive, not const", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        return thrust::exclusive_scan(policy..., in, in + c.count, out, element_of<b13>{}(c.seed), add_bytes{}) - out;
    });
    same<total, unsigned, total>("structs that add", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        return thrust::inclusive_scan(policy..., in, in + c.count, out) - out;
    });
    same<total, unsigned, total>("exclusive, of structs that add",
                                 [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                     return thrust::exclusive_scan(policy..., in, in + c.count, out, total(7)) - out;
                                 });
    same<converting, unsigned, unsigned>(
        "structs to what they convert to", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::exclusive_scan(policy..., in, in + c.count, out, 7u, thrust::plus<unsigned>{}) - out;
        });
}

}  // namespace
}  // namespace heddle_test::differential_reduce_test
