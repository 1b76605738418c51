// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the function that each thread of gather and scatter calls, in an emulated grid.

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/algorithm/indexed.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle::detail::indexed_side;
using heddle::detail::move_element;
using namespace heddle_test;

template <class Element>
void check(random_source& random)
{
    for (std::size_t const count : {1u, 31u, 32u, 33u, 200u}) {
        SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, count " << count);
        guarded_array<Element> const in(count, random, alignof(Element));
        guarded_array<Element> gathered(count, random, 3 * alignof(Element));
        guarded_array<Element> scattered(count, random);
        std::vector<std::size_t> const map = random.permutation(count);
        auto const from = indexed_side(in.data());
        heddle::emulate_grid(count, [&](std::size_t k) {
            auto const place = static_cast<std::ptrdiff_t>(k);
            auto const mapped = static_cast<std::ptrdiff_t>(map[k]);
            move_element(from, mapped, indexed_side(gathered.data()), place);
            move_element(from, place, indexed_side(scattered.data()), mapped);
        });
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_TRUE(gathered[k] == in[map[k]]) << k;
            EXPECT_TRUE(scattered[map[k]] == in[k]) << k;
        }
        EXPECT_TRUE(gathered.guards_intact() && scattered.guards_intact());
    }
}

template <class... Element>
void check_all(random_source& random)
{
    (check<Element>(random), ...);
}

TEST(indexed, moves_structs_of_many_sizes)
{
    random_source random("gather and scatter, emulated");
    check_all<bytes<1>, bytes<4>, bytes<12>, bytes<28>, bytes<50>, bytes<64, 4>, bytes<600>>(random);
}

// Checks that any iterator works, even one with proxy references.
TEST(indexed, takes_other_iterators)
{
    std::vector<bool> const bits{true, false, true, true};
    std::vector<int> numbers(4, 7);
    auto const from = indexed_side(bits.begin());
    auto const to = indexed_side(numbers.begin());
    for (std::ptrdiff_t k = 0; k < 4; ++k) move_element(from, k, to, 3 - k);
    EXPECT_EQ((std::vector<int>{1, 1, 0, 1}), numbers);
}

}  // namespace
