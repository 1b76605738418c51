// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the first structs of segments with those of std::stable_sort of each segment.

#include "segments.cuh"

#include <heddle/algorithm/segmented_sort.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle_test::segmented_top_k_test {
namespace {

using namespace segments;

using segmented_top_k_test = gpu_test;

template <class T, class Offset>
void check_top_k(std::vector<Offset> const& offsets, std::size_t k, std::uint32_t keys, random_source& random,
                 unsigned launches)
{
    auto const count = static_cast<std::size_t>(offsets.back());
    std::size_t const segments = offsets.size() - 1;
    auto const elements = make_elements<T>(count, keys, random);
    auto const sorted = sorted_segments(elements, offsets, [](T const& a, T const& b) { return a.key > b.key; });
    guarded_array<T> out(segments * k, random, alignof(T));
    std::vector<T> expected(out.data(), out.data() + segments * k);
    for (std::size_t s = 0; s < segments; ++s) {
        auto const begin = static_cast<std::size_t>(offsets[s]), end = static_cast<std::size_t>(offsets[s + 1]);
        auto const at = sorted.begin() + static_cast<std::ptrdiff_t>(begin);
        std::copy(at, at + static_cast<std::ptrdiff_t>(std::min(k, end - begin)),
                  expected.begin() + static_cast<std::ptrdiff_t>(s * k));
    }
    device_copy<T> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const places(offsets);
    run_in_two_phases(random, launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::segmented_top_k_by_member<&T::key>(
            temporary, bytes, stream, static_cast<T const*>(in.data()), found.data(), count,
            static_cast<Offset const*>(places.data()), segments, k, heddle::descending());
    });
    expect_elements(expected, out, found);
}

TEST_F(segmented_top_k_test, takes_the_first_of_sorted_segments)
{
    random_source random("first structs of segments");
    for_each_case<int>(sorted_cases, random, [&](auto const& offsets, unsigned number) {
        bool const are_few = offsets.size() < 1000;
        check_top_k<numbered<7>>(offsets, are_few ? 5000 : 3, 50, random, number % 3);
        check_top_k<numbered<32>>(offsets, are_few ? 17 : 1, 1u << 30, random, 0);
    });
    check_top_k<numbered<7>>(std::vector<int>{0, 600000}, 1000, 1u << 20, random, 1);  // sorts all keys
}

TEST_F(segmented_top_k_test, does_nothing_without_elements)
{
    std::size_t bytes = 0;
    numbered<7>* const none = nullptr;
    int const* const offsets = nullptr;
    auto const take = [&](void* temporary) {
        return heddle::device::segmented_top_k_by_member<&numbered<7>::key>(temporary, bytes, nullptr, none, none, 0,
                                                                            offsets, 0, 3);
    };
    EXPECT_EQ(cudaSuccess, take(nullptr));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaSuccess, take(temporary.data()));
    finish_kernel();
}

TEST_F(segmented_top_k_test, refuses_overlapping_and_endless_arrays)
{
    constexpr std::size_t count = 100;
    device_vector<numbered<7>> const array(std::vector<numbered<7>>(3 * count));
    device_vector<int> const offsets(std::vector<int>{0, 10, 100});
    numbered<7>* const first = array.data();
    std::size_t bytes = 0;
    auto const take = [&](void* temporary, std::size_t distance, std::size_t k) {
        return heddle::device::segmented_top_k_by_member<&numbered<7>::key>(
            temporary, bytes, nullptr, static_cast<numbered<7> const*>(first), first + distance, count,
            static_cast<int const*>(offsets.data()), 2, k);
    };
    EXPECT_EQ(cudaSuccess, take(nullptr, 1, 100));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaErrorInvalidValue, take(temporary.data(), 0, 3));
    EXPECT_EQ(cudaErrorInvalidValue, take(temporary.data(), count - 1, 3));
    // 2 * k structs would wrap around to few bytes.
    std::size_t const endless = std::numeric_limits<std::size_t>::max() / (2 * sizeof(numbered<7>)) + 1;
    EXPECT_EQ(cudaErrorInvalidValue, take(temporary.data(), count, endless));
    EXPECT_EQ(cudaSuccess, take(temporary.data(), count, 100));
    finish_kernel();
}

}  // namespace
}  // namespace heddle_test::segmented_top_k_test
