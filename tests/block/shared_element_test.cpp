// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of elements in shared memory: sizes from 1 to 144 bytes and some larger sizes, with every
// start within a chunk. All bytes are compared.

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/random.hpp>

#include <heddle/block/detail/shared_element.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using namespace heddle_test;

// Loads and stores each element of an array that starts `skew` bytes after the start of a chunk. Returns the number of
// elements.
template <class Element>
unsigned check_array(std::size_t skew, random_source& random)
{
    constexpr unsigned count = 9;
    constexpr std::size_t guard = 32;
    std::vector<unsigned char> memory(2 * guard + 32 + count * sizeof(Element));
    auto const address = reinterpret_cast<std::uintptr_t>(memory.data());
    unsigned char* const first = memory.data() + guard + (16 - address % 16) % 16 + skew;
    random.fill(memory.data(), memory.size());
    auto* const array = reinterpret_cast<Element*>(first);
    unsigned checked = 0;
    for (unsigned k = 0; k < count; ++k) {
        Element expected, value;
        std::memcpy(&expected, first + k * sizeof(Element), sizeof(Element));
        EXPECT_TRUE((heddle::detail::load_shared<true, Element>(array, k)) == expected);
        EXPECT_TRUE((heddle::detail::load_shared<false, Element>(array, k)) == expected);

        random.fill(&value, sizeof(Element));
        std::vector<unsigned char> after = memory;
        std::memcpy(after.data() + (first - memory.data()) + k * sizeof(Element), &value, sizeof(Element));
        heddle::detail::store_shared(array, k, value);
        EXPECT_TRUE(memory == after) << "element " << k;
        ++checked;
    }
    return checked;
}

template <std::size_t Size, std::size_t Alignment>
unsigned check_alignment(random_source& random)
{
    if constexpr (Size % Alignment != 0) {
        return 0;
    } else {
        unsigned checked = 0;
        for (std::size_t skew = 0; skew < 16; skew += Alignment) {
            SCOPED_TRACE(testing::Message() << Size << " bytes, aligned to " << Alignment << ", skewed by " << skew);
            checked += check_array<bytes<Size, Alignment>>(skew, random);
        }
        return checked;
    }
}

template <std::size_t Size>
unsigned check_size(random_source& random)
{
    return check_alignment<Size, 1>(random) + check_alignment<Size, 2>(random) + check_alignment<Size, 4>(random) +
           check_alignment<Size, 16>(random);
}

template <std::size_t... Size>
unsigned check_sizes(random_source& random, std::index_sequence<Size...>)
{
    return (check_size<Size>(random) + ...);
}

constexpr unsigned skews_of_size(std::size_t size)
{
    return 16 + (size % 2 == 0 ? 8 : 0) + (size % 4 == 0 ? 4 : 0) + (size % 16 == 0 ? 1 : 0);
}

TEST(shared_element, of_every_size)
{
    random_source random("elements in shared memory");
    unsigned expected = 0;
    for (std::size_t size = 1; size <= 144; ++size) {
        bool const is_compiled = heddle_test::full || heddle_test::is_representative(size);
        if (is_compiled) expected += 9 * skews_of_size(size);
    }
    EXPECT_EQ(expected, check_sizes(random, heddle_test::sizes<1, 144>()));
}

TEST(shared_element, of_large_sizes)
{
    random_source random("large elements in shared memory");
    unsigned expected = 0;
    for (unsigned size : {192, 199, 248, 250, 255, 256, 320, 511, 512, 513, 1024, 2000}) {
        expected += 9 * skews_of_size(size);
    }
    EXPECT_EQ(expected,
              check_sizes(random, std::index_sequence<192, 199, 248, 250, 255, 256, 320, 511, 512, 513, 1024, 2000>()));
}

}  // namespace
