// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of sorts with those of Thrust.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/sort.h>

namespace heddle_test::sort_calls_test {
namespace {

//! A struct that is large enough for heddle's own sort. Thrust sorts smaller structs.
struct large {
    int number;
    int others[11];
};

body* const bodies = kept_array<body>();
large* const larges = kept_array<large>();
int* const keys = kept_array<int>();

}  // namespace

TEST(fixed_cost, of_sorts)
{
    auto const stable_sort = [](auto const& policy, std::ptrdiff_t n) {
        thrust::stable_sort(policy, larges, larges + n, is_less{});
    };
    compare("stable_sort", stable_sort);
    compare_plain("sort", stable_sort, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::sort(temporary, bytes, nullptr, larges, larges, static_cast<std::size_t>(n), is_less{});
    });
    compare_plain("sort_by_member", stable_sort, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::sort_by_member<&large::number>(temporary, bytes, nullptr, larges, larges,
                                                      static_cast<std::size_t>(n));
    });
    auto const sort_by_key = [](auto const& policy, std::ptrdiff_t n) {
        thrust::sort_by_key(policy, keys, keys + n, bodies);
    };
    compare("sort_by_key", sort_by_key);
    compare_plain("sort_by_key", sort_by_key, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::sort_by_key(temporary, bytes, nullptr, keys, keys, bodies, bodies, static_cast<std::size_t>(n));
    });
}

}  // namespace heddle_test::sort_calls_test
