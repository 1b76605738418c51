// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Segments and their elements for tests of algorithms on segments: empty, short, long and huge segments.
#pragma once

#include "common/algorithms.cuh"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test::segments {

//! Records of several words.
template <std::size_t Words>
struct numbered {
    std::uint32_t key;
    std::uint32_t more[Words - 1];
};

//! Segments of 0 … most elements, of which the one in the middle has `huge` if that is not 0.
struct segments_case {
    std::size_t count, most, huge;
};

template <class Offset>
std::vector<Offset> make_offsets(segments_case const& each, random_source& random)
{
    std::vector<Offset> offsets{0};
    std::size_t const huge = usual_or_small(each.huge, each.huge / 3);
    for (std::size_t s = 0; s < each.count; ++s) {
        std::size_t const length = s == each.count / 2 && huge > 0 ? huge : random.below(each.most + 1);
        offsets.push_back(static_cast<Offset>(static_cast<std::size_t>(offsets.back()) + length));
    }
    return offsets;
}

//! Calls check(offsets, number) for each case.
template <class Offset, std::size_t Count, class Check>
void for_each_case(segments_case const (&cases)[Count], random_source& random, Check const& check)
{
    unsigned number = 0;
    for (auto const& each : cases) {
        SCOPED_TRACE(testing::Message() << each.count << " segments of up to " << each.most << ", one of "
                                        << each.huge);
        check(make_offsets<Offset>(each, random), number);
        ++number;
    }
}

//! Returns random elements with keys below `keys`.
template <class T>
std::vector<T> make_elements(std::size_t count, std::uint32_t keys, random_source& random)
{
    std::vector<T> elements(count);
    random.fill(elements.data(), count * sizeof(T));
    for (T& each : elements) each.key = static_cast<decltype(each.key)>(each.key % keys);
    return elements;
}

//! How a call runs: in a stream or in a graph that is launched several times, to another array or in place.
struct way {
    unsigned launches;
    bool in_place;
};

//! Calls call(temporary, bytes, stream, in, out, offsets) and compares `out` with `expected`.
template <class T, class Offset, class Call>
void expect_called(std::vector<T> const& expected, std::vector<T> const& elements, std::vector<Offset> const& offsets,
                   random_source& random, way how, Call const& call)
{
    guarded_array<T> out(expected.size(), random, alignof(T));
    if (how.in_place) std::memcpy(static_cast<void*>(out.data()), elements.data(), elements.size() * sizeof(T));
    device_copy<T> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const places(offsets);
    T const* const from = how.in_place ? found.data() : in.data();
    run_in_two_phases(random, how.launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return call(temporary, bytes, stream, from, found.data(), static_cast<Offset const*>(places.data()));
    });
    expect_elements(expected, out, found);
}

//! Returns the elements with each segment in order. Takes elements without assignment.
template <class T, class Offset, class Before>
std::vector<T> sorted_segments(std::vector<T> const& elements, std::vector<Offset> const& offsets, Before const& before)
{
    std::vector<std::uint32_t> order(elements.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(offsets[s]),
                         order.begin() + static_cast<std::ptrdiff_t>(offsets[s + 1]),
                         [&](std::uint32_t a, std::uint32_t b) { return before(elements[a], elements[b]); });
    }
    std::vector<T> sorted;
    sorted.reserve(order.size());
    for (std::uint32_t const k : order) sorted.push_back(elements[k]);
    return sorted;
}

// Cases of sorts.
inline constexpr segments_case sorted_cases[] = {
    {1, 0, 0},         {1, 40, 0},     {1, 0, 5},      {3, 1, 100000}, {1000, 3, 0},   {1000, 3, 9000},
    {30000, 5, 90000}, {300, 3000, 0}, {20, 20000, 0}, {100, 0, 0},    {1, 0, 150000}, {20000, 4, 5000},
    {50000, 0, 5000},  {40, 5000, 1},  {2000, 300, 0}, {70000, 1, 0},  {9000, 0, 700}, {1, 0, 1792},
    {1, 0, 1793},      {2, 0, 2049},   {7, 256, 0}};

}  // namespace heddle_test::segments
