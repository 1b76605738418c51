// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of reductions and scans with those of Thrust.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace heddle_test::reduce_calls_test {
namespace {

body* const from = kept_array<body>();
body* const to = kept_array<body, 1>();

}  // namespace

TEST(fixed_cost, of_reductions)
{
    auto const transform_reduce = [](auto const& policy, std::ptrdiff_t n) {
        thrust::transform_reduce(policy, from, from + n, number_of{}, 0, thrust::plus<int>{});
    };
    compare("transform_reduce", transform_reduce);
    compare_plain("transform_reduce", transform_reduce, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::transform_reduce(temporary, bytes, nullptr, from, from + n, reinterpret_cast<int*>(to), 0,
                                        number_of{}, heddle::plus{});
    });
    auto const reduce = [](auto const& policy, std::ptrdiff_t n) {
        thrust::reduce(policy, from, from + n, body{}, added{});
    };
    compare("reduce", reduce);
    compare_plain("reduce", reduce, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::reduce(temporary, bytes, nullptr, from, from + n, to, body{}, added{});
    });
}
TEST(fixed_cost, of_scans)
{
    auto const inclusive_scan = [](auto const& policy, std::ptrdiff_t n) {
        thrust::inclusive_scan(policy, from, from + n, to, added{});
    };
    compare("inclusive_scan", inclusive_scan);
    compare_plain("inclusive_scan", inclusive_scan, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::inclusive_scan(temporary, bytes, nullptr, from, from + n, to, added{});
    });
    auto const exclusive_scan = [](auto const& policy, std::ptrdiff_t n) {
        thrust::exclusive_scan(policy, from, from + n, to, body{}, added{});
    };
    compare("exclusive_scan", exclusive_scan);
    compare_plain("exclusive_scan", exclusive_scan, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::exclusive_scan(temporary, bytes, nullptr, from, from + n, to, body{}, added{});
    });
}

}  // namespace heddle_test::reduce_calls_test
