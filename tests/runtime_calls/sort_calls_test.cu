// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/sort.h>

namespace heddle_test::sort_calls_test {
namespace {

//! Larger than the structs that go to Thrust's sort.
struct large {
    int number;
    int others[11];
};

body* const bodies = kept_array<body>();
large* const larges = kept_array<large>();
int* const keys = kept_array<int>();

}  // namespace

TEST(fixed_cost, stable_sort)
{
    auto const call = [](auto const& policy, std::ptrdiff_t n) {
        thrust::stable_sort(policy, larges, larges + n, is_less{});
    };
    compare("stable_sort", call);
    compare_plain(
        "sort",
        [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
            return heddle::sort(temporary, bytes, nullptr, larges, larges, static_cast<std::size_t>(n), is_less{});
        },
        call);
    compare_plain(
        "sort_by_member",
        [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
            return heddle::sort_by_member<&large::number>(temporary, bytes, nullptr, larges, larges,
                                                          static_cast<std::size_t>(n));
        },
        call);
}
TEST(fixed_cost, sort_by_key)
{
    auto const call = [](auto const& policy, std::ptrdiff_t n) { thrust::sort_by_key(policy, keys, keys + n, bodies); };
    compare("sort_by_key", call);
    compare_plain(
        "sort_by_key",
        [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
            return heddle::sort_by_key(temporary, bytes, nullptr, keys, keys, bodies, bodies,
                                       static_cast<std::size_t>(n));
        },
        call);
}

}  // namespace heddle_test::sort_calls_test
