// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests transform and read-only for_each in emulated blocks, one tile after the other: many sizes, starts and counts,
// in place, and with iterators that are not staged. partial_writes_test.cpp tests transform_if, and for_each with a
// function that changes elements.

#include "emulated_tiles.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/algorithm/transform.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using namespace heddle_test;

template <class Element>
void check_place(random_source& random, std::size_t count, std::size_t skew)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, " << count << " elements, " << skew
                                    << " bytes behind a line");
    guarded_array<Element> in(count, random, skew), out(count, random);
    guarded_array<unsigned> numbers(count, random);
    std::vector<Element> const before(in.data(), in.data() + count);

    // Writes to another array, whose alignment may differ.
    transform_tiles(
        count, [](Element const& e) { return flipped(e); }, out.data(), in.data());
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(flipped(before[k]), out[k]) << k;

    // Reads elements and their indices, and writes the elements in place.
    auto const numbered = [](Element e, std::ptrdiff_t k) {
        e.value[0] = static_cast<unsigned char>(k);
        return e;
    };
    transform_tiles(count, numbered, in.data(), in.data(), heddle::detail::counting{3});
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(numbered(before[k], static_cast<std::ptrdiff_t>(k) + 3), in[k]) << k;
    }

    // Computes numbers of another size.
    transform_tiles(
        count, [](Element const& e) { return unsigned{e.value[0]} + 1; }, numbers.data(), in.data());
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(in[k].value[0] + 1u, numbers[k]) << k;

    std::size_t seen = 0, sum = 0, expected_sum = 0;
    for_each_in_tiles(
        count,
        [&](auto& e) {
            ++seen;
            sum += e.value[sizeof(Element) - 1];
        },
        static_cast<Element const*>(out.data()));
    for (std::size_t k = 0; k < count; ++k) expected_sum += out[k].value[sizeof(Element) - 1];
    EXPECT_EQ(count, seen);
    EXPECT_EQ(expected_sum, sum);
    EXPECT_TRUE(in.guards_intact() && out.guards_intact() && numbers.guards_intact());
}

template <class Element>
void check(random_source& random)
{
    constexpr std::size_t capacity = heddle::detail::common_capacity<tile_threads, Element*>();
    for (std::size_t const count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{33}, capacity - 1,
                                    capacity, capacity + 1, 2 * capacity + 5}) {
        for (std::size_t const shift : {0, 1, 5}) check_place<Element>(random, count, shift * alignof(Element));
    }
}

template <class... Element>
void check_all(random_source& random)
{
    (check<Element>(random), ...);
}

TEST(transform, of_every_kind_of_element)
{
    random_source random("transforms by emulated blocks");
    check_all<bytes<1>, bytes<5>, bytes<8, 1>, bytes<12>, bytes<13>, bytes<28, 2>, bytes<64, 4>, bytes<132>>(random);
    // These elements are not staged.
    check<bytes<600>>(random);
}

}  // namespace
