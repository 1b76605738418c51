// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of heddle with those of Thrust, for sorts. Sorts, scans of numbers and
// deterministic_scatter_add call CUB. They must not report a pending error of an earlier call.

#include "calls.cuh"

#include <heddle/algorithm/deterministic_scatter_add.cuh>

#include <gtest/gtest.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstddef>
#include <regex>
#include <vector>

namespace heddle_test::sort_calls_test {

TEST(fixed_cost, of_sorts)
{
    compare("sort", HEDDLE_CALL(thrust::sort(policy, larges, larges + n, is_less{})));
    compare("stable_sort", HEDDLE_CALL(thrust::stable_sort(policy, larges, larges + n, is_less{})));
    auto const stable_sort = HEDDLE_CALL(thrust::stable_sort(policy, larges, larges + n, is_less{}));
    check_plain("sort",
                HEDDLE_TWO_PHASES(heddle::device::sort(temporary, bytes, nullptr, larges, larges, n, is_less{})),
                stable_sort);
    check_plain(
        "sort_by_member",
        HEDDLE_TWO_PHASES(heddle::device::sort_by_member<&large::number>(temporary, bytes, nullptr, larges, larges, n)),
        stable_sort);
    compare("sort_by_key", HEDDLE_CALL(thrust::sort_by_key(policy, numbers, numbers + n, from)),
            HEDDLE_TWO_PHASES(heddle::device::sort_by_key(temporary, bytes, nullptr, numbers, numbers, from, from, n)));
}
TEST(fixed_cost, of_other_calls_of_cub_is_reported_if_they_fail)
{
    check_plain("sort of numbers",
                HEDDLE_TWO_PHASES(heddle::device::sort(temporary, bytes, nullptr, numbers, numbers, n)));
    check_plain("sort of small structs",
                HEDDLE_TWO_PHASES(heddle::device::sort(temporary, bytes, nullptr, from, from, n, is_less{})));
    check_plain("sort by structs", HEDDLE_TWO_PHASES(heddle::device::sort_by_key(temporary, bytes, nullptr, from, from,
                                                                                 larges, larges, n, is_less{})));
    check_plain("inclusive_scan of numbers", HEDDLE_TWO_PHASES(heddle::device::inclusive_scan(
                                                 temporary, bytes, nullptr, numbers, numbers + n, numbers)));
    check_plain("exclusive_scan of numbers", HEDDLE_TWO_PHASES(heddle::device::exclusive_scan(
                                                 temporary, bytes, nullptr, numbers, numbers + n, numbers, 1)));
    check_plain("deterministic_scatter_add",
                HEDDLE_TWO_PHASES(heddle::device::deterministic_scatter_add(temporary, bytes, nullptr, larges, numbers,
                                                                            static_cast<std::size_t>(n), larges)));
}
TEST(fixed_cost, is_a_bad_alloc_without_memory)
{
    expect_bad_alloc("sort", HEDDLE_CALL(thrust::sort(policy, larges, larges + n, is_less{})));
    expect_bad_alloc("stable_sort", HEDDLE_CALL(thrust::stable_sort(policy, from, from + n, is_less{})));
    expect_bad_alloc("sort of numbers", HEDDLE_CALL(thrust::sort(policy, numbers, numbers + n)));
    expect_bad_alloc("sort_by_key", HEDDLE_CALL(thrust::sort_by_key(policy, numbers, numbers + n, from)));
    expect_bad_alloc("sort by structs",
                     HEDDLE_CALL(thrust::stable_sort_by_key(policy, from, from + n, larges, is_less{})));
}

//! Returns whether a sort of structs with a comparison launches a merge sort of 32-bit indices.
template <class T>
bool sorts_indices()
{
    auto* const array = kept_array<T>();
    std::vector<std::byte> temporary(1 << 20);
    std::size_t bytes = temporary.size();
    auto const calls = record_calls([&] {
        EXPECT_EQ(cudaSuccess, heddle::device::sort(temporary.data(), bytes, nullptr, array, array, 1000, is_less{}));
    });
    static std::regex const of_indices("DeviceMergeSort\\w*IP[jm]");
    return std::any_of(calls.begin(), calls.end(),
                       [](recorded_call const& call) { return std::regex_search(call.name, of_indices); });
}
struct huge : large {
    int more[32];
};
TEST(choice, of_sorts_with_a_comparison)
{
    EXPECT_FALSE(sorts_indices<body>());
    EXPECT_FALSE(sorts_indices<large>());
    EXPECT_TRUE(sorts_indices<huge>());
}

TEST(fixed_cost, of_a_refused_sort_leaves_no_error)
{
    HEDDLE_ARRAYS(as_raw)
    leave_error();
    std::size_t bytes = 1;
    EXPECT_EQ(cudaErrorInvalidValue, heddle::device::sort(larges, bytes, nullptr, numbers, numbers, 1'000));
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

}  // namespace heddle_test::sort_calls_test
