// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that heddle does not report an earlier error of the CUDA runtime that was not queried.

#include "common/gpu.cuh"

#include <heddle/algorithm/scan.cuh>
#include <heddle/algorithm/sort.cuh>
#include <heddle/thrust/sort.cuh>

#include <thrust/sort.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::earlier_error_test {
namespace {

struct small_item {
    std::uint32_t key, origin, more[5];
};
struct large_item {
    std::uint32_t key, origin, more[15];
};
struct by_key {
    template <class Item>
    HEDDLE_INLINE bool operator()(Item const& a, Item const& b) const
    {
        return a.key < b.key;
    }
};

constexpr std::size_t count = 1000;

//! The arrays that are sorted or scanned.
struct arrays {
    device_vector<std::uint32_t> keys{std::vector<std::uint32_t>(count)};
    device_vector<small_item> small{std::vector<small_item>(count)};
    device_vector<large_item> large{std::vector<large_item>(count)};
};

class earlier_error_test : public gpu_test {
protected:
    static void leave_an_error() { EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(999)); }

    //! Causes an unrelated error before each phase of an algorithm, and checks that both phases succeed.
    template <class Algorithm>
    static void expect_success(char const* name, Algorithm const& algorithm)
    {
        std::size_t bytes = 0;
        leave_an_error();
        EXPECT_EQ(cudaSuccess, algorithm(nullptr, bytes)) << name << ", first phase";
        static_cast<void>(cudaGetLastError());
        ASSERT_EQ(cudaSuccess, algorithm(nullptr, bytes)) << name;
        device_memory const temporary(bytes);
        leave_an_error();
        EXPECT_EQ(cudaSuccess, algorithm(temporary.data(), bytes)) << name << ", second phase";
        static_cast<void>(cudaGetLastError());
        finish_kernel();
    }
};

FULL_TEST_F(earlier_error_test, is_not_that_of_a_sort)
{
    arrays const of;
    expect_success("sort_by_key", [&](auto&&... storage) {
        return heddle::sort_by_key(storage..., nullptr, of.keys.data(), of.keys.data(), of.large.data(),
                                   of.large.data(), count);
    });
    expect_success("sort_by_key, merged", [&](auto&&... storage) {
        return heddle::sort_by_key(storage..., nullptr, of.small.data(), of.small.data(), of.large.data(),
                                   of.large.data(), count, by_key());
    });
    expect_success("sort_by_member", [&](auto&&... storage) {
        return heddle::sort_by_member<&large_item::key>(storage..., nullptr, of.large.data(), of.large.data(), count);
    });
    expect_success("sort", [&](auto&&... storage) {
        return heddle::sort(storage..., nullptr, of.small.data(), of.small.data(), count, by_key());
    });
    expect_success("sort of places", [&](auto&&... storage) {
        return heddle::sort(storage..., nullptr, of.large.data(), of.large.data(), count, by_key());
    });
    expect_success("sort of numbers", [&](auto&&... storage) {
        return heddle::sort(storage..., nullptr, of.keys.data(), of.keys.data(), count);
    });
}

TEST_F(earlier_error_test, is_not_that_of_a_scan)
{
    arrays const of;
    expect_success("inclusive_scan", [&](auto&&... storage) {
        return heddle::inclusive_scan(storage..., nullptr, of.keys.data(), of.keys.data() + count, of.keys.data());
    });
    expect_success("exclusive_scan", [&](auto&&... storage) {
        return heddle::exclusive_scan(storage..., nullptr, of.keys.data(), of.keys.data() + count, of.keys.data(), 1u);
    });
}

FULL_TEST_F(earlier_error_test, is_not_that_of_a_sort_by_the_policy)
{
    arrays const of;
    leave_an_error();
    EXPECT_NO_THROW(thrust::stable_sort_by_key(heddle::par, of.keys.data(), of.keys.data() + count, of.large.data()));
    leave_an_error();
    EXPECT_NO_THROW(thrust::sort(heddle::par, of.large.data(), of.large.data() + count, by_key()));
    static_cast<void>(cudaGetLastError());
    finish_kernel();
}

FULL_TEST_F(earlier_error_test, is_forgotten_and_ours_is_reported)
{
    arrays const of;
    leave_an_error();
    std::size_t bytes = 1;
    device_memory const temporary(1);
    EXPECT_EQ(cudaErrorInvalidValue,
              heddle::sort(temporary.data(), bytes, nullptr, of.keys.data(), of.keys.data(), count));
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

}  // namespace
}  // namespace heddle_test::earlier_error_test
