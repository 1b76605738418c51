// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares scans of segments with loops over each segment: empty, short, long and huge segments.

#include "segments.cuh"

#include <heddle/algorithm/segmented_scan.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::segmented_scan_test {
namespace {

using namespace segments;

using segmented_scan_test = gpu_test;

//! Composes a(x) = key·x + more[0], an operation that is associative and not commutative.
struct compose {
    template <std::size_t Words>
    HEDDLE_HOST_DEVICE numbered<Words> operator()(numbered<Words> a, numbered<Words> const& b) const
    {
        a.key *= b.key;
        for (std::size_t i = 0; i < Words - 1; ++i) a.more[i] = a.more[i] * b.key + b.more[i];
        return a;
    }
};
struct wrapped_short {
    std::uint16_t key;
};
struct add_shorts {
    HEDDLE_HOST_DEVICE wrapped_short operator()(wrapped_short a, wrapped_short b) const
    {
        return {static_cast<std::uint16_t>(a.key + b.key)};
    }
};

template <class T, class Offset, class Operation>
void check_scans(std::vector<Offset> const& offsets, Operation const& operation, random_source& random, way how)
{
    auto const count = static_cast<std::size_t>(offsets.back());
    std::size_t const segments = offsets.size() - 1;
    auto const elements = make_elements<T>(count, 1000, random);
    T const init = make_elements<T>(1, 1000, random)[0];
    std::vector<T> inclusive(elements), exclusive(elements);
    for (std::size_t s = 0; s < segments; ++s) {
        T sum = init;
        for (auto i = static_cast<std::size_t>(offsets[s]); i < static_cast<std::size_t>(offsets[s + 1]); ++i) {
            if (i > static_cast<std::size_t>(offsets[s])) inclusive[i] = operation(inclusive[i - 1], elements[i]);
            exclusive[i] = sum;
            sum = operation(sum, elements[i]);
        }
    }
    expect_called(inclusive, elements, offsets, random, how,
                  [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
                      return heddle::device::segmented_inclusive_scan(temporary, bytes, stream, in, out, count, at,
                                                                      segments, operation);
                  });
    expect_called(exclusive, elements, offsets, random, how,
                  [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
                      return heddle::device::segmented_exclusive_scan(temporary, bytes, stream, in, out, count, at,
                                                                      segments, init, operation);
                  });
}

constexpr segments_case scanned_cases[] = {{1, 0, 0},         {1, 40, 0},      {1, 0, 5},          {3, 1, 300000},
                                           {1000, 3, 0},      {1000, 3, 9000}, {50000, 5, 200000}, {300, 3000, 0},
                                           {20, 30000, 0},    {100, 0, 0},     {1, 0, 400000},     {30000, 4, 5000},
                                           {100000, 0, 5000}, {40, 5000, 1},   {5, 2048, 0},       {120000, 1, 0}};

TEST_F(segmented_scan_test, equals_loops)
{
    random_source random("scanned segments");
    for_each_case<int>(scanned_cases, random, [&](auto const& offsets, unsigned number) {
        check_scans<numbered<7>>(offsets, compose(), random, {number % 3 == 1 ? 0 : number % 3, number % 3 == 1});
    });
    for_each_case<std::uint64_t>(scanned_cases, random, [&](auto const& offsets, unsigned number) {
        check_scans<numbered<32>>(offsets, compose(), random, {0, number % 2 == 0});
    });
}

TEST_F(segmented_scan_test, takes_the_smallest_elements)
{
    random_source random("scanned segments of shorts");
    for_each_case<std::int64_t>(scanned_cases, random, [&](auto const& offsets, unsigned) {
        check_scans<wrapped_short>(offsets, add_shorts(), random, {0, false});
    });
}

TEST_F(segmented_scan_test, does_nothing_without_elements)
{
    std::size_t bytes = 0;
    numbered<7>* const none = nullptr;
    int const* const offsets = nullptr;
    EXPECT_EQ(cudaSuccess,
              heddle::device::segmented_inclusive_scan(nullptr, bytes, nullptr, none, none, 0, offsets, 0, compose()));
    device_memory const for_scan(bytes);
    EXPECT_EQ(cudaSuccess, heddle::device::segmented_inclusive_scan(for_scan.data(), bytes, nullptr, none, none, 0,
                                                                    offsets, 0, compose()));
    finish_kernel();
}

}  // namespace
}  // namespace heddle_test::segmented_scan_test
