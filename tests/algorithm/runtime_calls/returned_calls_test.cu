// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the iterators that selections and partitions return: they must match the count in device memory. Also checks
// the alignment of temporary memory.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::returned_calls_test {
namespace {

body* const from = kept_array<body>();
body* const to = kept_array<body, 1>();
body* const others = kept_array<body, 2>();

constexpr std::ptrdiff_t n = 1000;

//! Calls check(policy, count) for several counts. The fake runtime returns `count` as if the device had written it.
template <class Check>
void for_each_count(Check const& check)
{
    for (std::ptrdiff_t const found : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{300}, n}) {
        SCOPED_TRACE(found);
        answer_counts(found);
        check(heddle::par, found);
        check(heddle::par_nosync, found);
        answer_counts(0);
    }
}

//! An allocator whose memory begins `shift` bytes after a multiple of 256.
class shifted_allocator {
public:
    using value_type = std::uint8_t;

    explicit shifted_allocator(std::size_t shift) : shift_(shift) {}

    std::uint8_t* allocate(std::size_t bytes)
    {
        void* memory = nullptr;
        cudaMalloc(&memory, bytes + shift_);
        first_ = static_cast<std::uint8_t*>(memory) + shift_;
        bytes_ = bytes;
        return first_;
    }
    void deallocate(std::uint8_t* memory, std::size_t) { cudaFree(memory - shift_); }

    bool has(void const* memory, std::size_t bytes) const
    {
        auto const* const first = static_cast<std::uint8_t const*>(memory);
        return first >= first_ && first + bytes <= first_ + bytes_;
    }

private:
    std::size_t shift_;
    std::uint8_t* first_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace

TEST(returned, ends_of_partitions)
{
    for_each_count([](auto const& policy, std::ptrdiff_t found) {
        auto const ends = thrust::partition_copy(policy, from, from + n, to, others, is_odd{});
        EXPECT_EQ(found, ends.first - to);
        EXPECT_EQ(n - found, ends.second - others);
        auto const stable = thrust::stable_partition_copy(policy, from, from + n, to, others, is_odd{});
        EXPECT_EQ(found, stable.first - to);
        EXPECT_EQ(n - found, stable.second - others);
        EXPECT_EQ(found, thrust::partition(policy, from, from + n, is_odd{}) - from);
        EXPECT_EQ(found, thrust::stable_partition(policy, from, from + n, is_odd{}) - from);
    });
}

TEST(returned, ends_of_selections)
{
    for_each_count([](auto const& policy, std::ptrdiff_t found) {
        EXPECT_EQ(found, thrust::copy_if(policy, from, from + n, to, is_odd{}) - to);
        EXPECT_EQ(found, thrust::remove_copy_if(policy, from, from + n, to, is_odd{}) - to);
        EXPECT_EQ(found, thrust::remove_if(policy, from, from + n, is_odd{}) - from);
        EXPECT_EQ(found, thrust::unique_copy(policy, from, from + n, to, are_equal{}) - to);
        EXPECT_EQ(found, thrust::unique(policy, from, from + n, are_equal{}) - from);
    });
}

TEST(returned, temporary_memory_is_aligned_to_256_bytes)
{
    for (std::size_t shift = 0; shift < 512; shift += 16) {
        for (std::size_t const bytes : {std::size_t{0}, std::size_t{1}, std::size_t{256}, std::size_t{1000}}) {
            shifted_allocator allocator(shift);
            auto policy = heddle::par(allocator);
            heddle::detail::device_bytes memory(policy, bytes);
            EXPECT_EQ(0u, reinterpret_cast<std::uintptr_t>(memory.data()) % 256) << shift;
            EXPECT_TRUE(allocator.has(memory.data(), bytes)) << shift;
        }
    }
}

}  // namespace heddle_test::returned_calls_test
