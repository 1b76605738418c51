// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of selections and partitions with those of Thrust.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

namespace heddle_test::select_calls_test {
namespace {

body* const from = kept_array<body>();
body* const to = kept_array<body, 1>();
body* const others = kept_array<body, 2>();
int* const stencil = kept_array<int>();
std::ptrdiff_t* const selected = kept_array<std::ptrdiff_t>();

}  // namespace

TEST(fixed_cost, of_selections)
{
    auto const copy_if = [](auto const& policy, std::ptrdiff_t n) {
        thrust::copy_if(policy, from, from + n, to, is_odd{});
    };
    compare("copy_if", copy_if);
    compare_plain("copy_if", copy_if, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::copy_if(temporary, bytes, nullptr, from, from + n, to, selected, is_odd{});
    });
    compare("copy_if, stencil", [](auto const& policy, std::ptrdiff_t n) {
        thrust::copy_if(policy, from, from + n, stencil, to, is_odd{});
    });
    auto const remove_if = [](auto const& policy, std::ptrdiff_t n) {
        thrust::remove_if(policy, from, from + n, is_odd{});
    };
    compare("remove_if", remove_if);
    compare_plain("remove_if", remove_if, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::remove_if(temporary, bytes, nullptr, from, from + n, selected, is_odd{});
    });
    compare("remove_if, stencil",
            [](auto const& policy, std::ptrdiff_t n) { thrust::remove_if(policy, from, from + n, stencil, is_odd{}); });
    compare("remove_copy_if",
            [](auto const& policy, std::ptrdiff_t n) { thrust::remove_copy_if(policy, from, from + n, to, is_odd{}); });
    compare("unique",
            [](auto const& policy, std::ptrdiff_t n) { thrust::unique(policy, from, from + n, are_equal{}); });
    compare("unique_copy",
            [](auto const& policy, std::ptrdiff_t n) { thrust::unique_copy(policy, from, from + n, to, are_equal{}); });
}
TEST(fixed_cost, of_partitions)
{
    compare("partition",
            [](auto const& policy, std::ptrdiff_t n) { thrust::partition(policy, from, from + n, is_odd{}); });
    auto const stable_partition = [](auto const& policy, std::ptrdiff_t n) {
        thrust::stable_partition(policy, from, from + n, is_odd{});
    };
    compare("stable_partition", stable_partition);
    compare_plain("partition", stable_partition, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::partition(temporary, bytes, nullptr, from, from + n, selected, is_odd{});
    });
    auto const partition_copy = [](auto const& policy, std::ptrdiff_t n) {
        thrust::partition_copy(policy, from, from + n, to, others, is_odd{});
    };
    compare("partition_copy", partition_copy);
    compare_plain("partition_copy", partition_copy, [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        return heddle::partition_copy(temporary, bytes, nullptr, from, from + n, to, others, selected, is_odd{});
    });
}

}  // namespace heddle_test::select_calls_test
