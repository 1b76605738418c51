// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of algorithms with temporary storage. The helpers call an algorithm in two phases, either in a
// stream or captured in a graph.
#pragma once

#include "common/guarded_array.hpp"
#include "common/random.hpp"
#include "gpu.cuh"

#include <heddle/config.cuh>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test {

inline std::vector<std::size_t> algorithm_counts(std::size_t element_bytes = 1)
{
    std::size_t const most = element_bytes <= 256 ? usual_or_small(100003, 30011) : 1003;
    return {0, 1, 31, 32, 33, 255, 256, 257, most};
}

//! Calls call(temporary, temporary_bytes, stream) twice. The first call returns the size of the storage. If `launches`
//! is 0, the second call runs in a stream. Otherwise, it is captured in a graph, which is launched `launches` times.
template <class Call>
void run_in_two_phases(random_source& random, unsigned launches, Call const& call)
{
    std::size_t size = 0;
    check_cuda(call(nullptr, size, cudaStream_t(nullptr)), "first phase");
    ASSERT_LT(0u, size);
    // The storage may have any alignment. It has random contents and lies between guards.
    guarded_array<unsigned char> storage(size, random, 1);
    device_copy<unsigned char> const on_device(storage);
    auto const run = [&](cudaStream_t stream) { check_cuda(call(on_device.data(), size, stream), "second phase"); };
    own_stream const stream;
    if (launches == 0) {
        run(stream);
        stream.wait();
    } else {
        run_in_graph(run, launches);
    }
    on_device.copy_to(storage);
    EXPECT_TRUE(storage.guards_intact());
    // Of 1 byte nothing is used: no call asks for less.
    std::size_t too_few = size - 1;
    if (size > 1) {
        EXPECT_EQ(cudaErrorInvalidValue, call(on_device.data(), too_few, cudaStream_t(stream)));
    }
}

//! Copies `out` from the device. Checks that `out` begins with the expected elements and that its guards are intact.
template <class Element>
void expect_elements(std::vector<Element> const& expected, guarded_array<Element>& out,
                     device_copy<Element> const& on_device)
{
    on_device.copy_to(out);
    std::size_t const size = expected.size() * sizeof(Element);
    EXPECT_TRUE(size == 0 || std::memcmp(expected.data(), out.data(), size) == 0);
    EXPECT_TRUE(out.guards_intact());
}

//! Checks that the elements on the device are equal byte for byte to the expected elements.
template <class Element>
void expect_elements(std::vector<Element> const& expected, device_vector<Element> const& on_device)
{
    auto const found = on_device.to_host(expected.size());
    std::size_t const size = expected.size() * sizeof(Element);
    void const* const bytes = expected.data();
    EXPECT_TRUE(size == 0 || std::memcmp(bytes, found.data(), size) == 0);
}

//! Sorts `array` to another array in a graph, and then in place: sort(in, out, temporary, temporary_bytes, stream).
template <class Element, class Sort>
void expect_sorted(std::vector<Element> const& expected, guarded_array<Element>& array, random_source& random,
                   Sort const& sort)
{
    std::vector<Element> const before(array.begin(), array.end());
    device_copy<Element> const in(array), out(array);
    run_in_two_phases(random, 1, [&](auto&&... storage) { return sort(in.data(), out.data(), storage...); });
    expect_elements(expected, array, out);
    expect_elements(before, array, in);
    run_in_two_phases(random, 0, [&](auto&&... storage) { return sort(in.data(), in.data(), storage...); });
    expect_elements(expected, array, in);
}

//! No order: it depends on the bytes of both elements in a random way.
struct by_hash {
    template <class T>
    HEDDLE_INLINE bool operator()(T const& a, T const& b) const
    {
        std::uint32_t hash = 17;
        for (std::size_t i = 0; i < 8; ++i) hash = (hash * 31 + a.value[i]) * 37 + b.value[i] * 7;
        return (hash ^ hash >> 7 ^ hash >> 15) % 2 == 0;
    }
};

//! Returns `count` elements. One sixteenth of the elements are random, and the others are copies.
template <class Element>
std::vector<Element> many_elements(std::size_t count, random_source& random)
{
    std::vector<Element> elements(count);
    std::size_t const part = count / 16;
    random.fill(elements.data(), part * sizeof(Element));
    for (std::size_t i = part; i < count; ++i) elements[i] = elements[i % part * 7 % count];
    return elements;
}

}  // namespace heddle_test
