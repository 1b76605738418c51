// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares scans of segments with loops over each segment: empty, short, long and huge segments.

#include "common/algorithms.cuh"

#include <heddle/algorithm/segmented_scan.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::segmented_scan_test {
namespace {

using segmented_scan_test = gpu_test;

//! Records of several words.
template <std::size_t Words>
struct numbered {
    std::uint32_t key;
    std::uint32_t more[Words - 1];
};
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

//! Returns the offsets of `count` segments of 0 … most elements, of which the one in the middle has `huge`.
template <class Offset>
std::vector<Offset> make_offsets(std::size_t count, std::size_t most, std::size_t huge, random_source& random)
{
    std::vector<Offset> offsets{0};
    for (std::size_t s = 0; s < count; ++s) {
        std::size_t const length = s == count / 2 && huge > 0 ? huge : random.below(most + 1);
        offsets.push_back(static_cast<Offset>(static_cast<std::size_t>(offsets.back()) + length));
    }
    return offsets;
}

template <class T>
std::vector<T> make_elements(std::size_t count, std::uint32_t keys, random_source& random)
{
    std::vector<T> elements(count);
    random.fill(elements.data(), count * sizeof(T));
    for (T& each : elements) each.key = static_cast<decltype(each.key)>(each.key % keys);
    return elements;
}

//! Calls call(temporary, bytes, stream, in, out, offsets) and compares `out` with `expected`.
template <class T, class Offset, class Call>
void expect_called(std::vector<T> const& expected, std::vector<T> const& elements, std::vector<Offset> const& offsets,
                   random_source& random, unsigned launches, bool in_place, Call const& call)
{
    guarded_array<T> out(expected.size(), random, alignof(T));
    if (in_place) std::copy(elements.begin(), elements.end(), out.data());
    device_copy<T> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const places(offsets);
    T const* const from = in_place ? found.data() : in.data();
    run_in_two_phases(random, launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return call(temporary, bytes, stream, from, found.data(), static_cast<Offset const*>(places.data()));
    });
    expect_elements(expected, out, found);
}

template <class T, class Offset, class Operation>
void check_scans(std::vector<Offset> const& offsets, Operation const& operation, random_source& random,
                 unsigned launches, bool in_place)
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
    expect_called(inclusive, elements, offsets, random, launches, in_place,
                  [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
                      return heddle::device::segmented_inclusive_scan(temporary, bytes, stream, in, out, count, at,
                                                                      segments, operation);
                  });
    expect_called(exclusive, elements, offsets, random, launches, in_place,
                  [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
                      return heddle::device::segmented_exclusive_scan(temporary, bytes, stream, in, out, count, at,
                                                                      segments, init, operation);
                  });
}

struct segments_case {
    std::size_t count, most, huge;
};
constexpr segments_case segment_cases[] = {{1, 0, 0},         {1, 40, 0},      {1, 0, 5},          {3, 1, 300000},
                                           {1000, 3, 0},      {1000, 3, 9000}, {50000, 5, 200000}, {300, 3000, 0},
                                           {20, 30000, 0},    {100, 0, 0},     {1, 0, 400000},     {30000, 4, 5000},
                                           {100000, 0, 5000}, {40, 5000, 1},   {5, 2048, 0},       {120000, 1, 0}};

template <class Offset, class Check>
void for_each_case(random_source& random, Check const& check)
{
    unsigned number = 0;
    for (auto const& c : segment_cases) {
        SCOPED_TRACE(testing::Message() << c.count << " segments of up to " << c.most << ", one of " << c.huge);
        check(make_offsets<Offset>(c.count, c.most, usual_or_small(c.huge, c.huge / 3), random), number);
        ++number;
    }
}

TEST_F(segmented_scan_test, equals_loops)
{
    random_source random("scanned segments");
    for_each_case<int>(random, [&](auto const& offsets, unsigned number) {
        check_scans<numbered<7>>(offsets, compose(), random, number % 3 == 1 ? 0 : number % 3, number % 3 == 1);
    });
    for_each_case<std::uint64_t>(random, [&](auto const& offsets, unsigned number) {
        check_scans<numbered<32>>(offsets, compose(), random, 0, number % 2 == 0);
    });
}

TEST_F(segmented_scan_test, takes_the_smallest_elements)
{
    random_source random("scanned segments of shorts");
    for_each_case<std::int64_t>(random, [&](auto const& offsets, unsigned) {
        check_scans<wrapped_short>(offsets, add_shorts(), random, 0, false);
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
