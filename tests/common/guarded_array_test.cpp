// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests memory helpers: guards detect writes outside the array, random bytes fill exactly the array, and wrong bytes
// are counted correctly.
#include "common/guarded_array.hpp"
#include "common/layouts.hpp"
#include "common/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using namespace heddle_test;

TEST(guarded_array_test, notices_every_byte_outside_and_none_inside)
{
    random_source random("guards");
    for (std::size_t const size : {0u, 1u, 7u, 100u}) {
        for (std::size_t const skew : {0u, 3u}) {
            guarded_array<unsigned char> array(size, random, skew);
            for (std::size_t at = 0; at < array.whole_size(); ++at) {
                bool const is_inside = at >= array.offset() && at < array.offset() + size;
                unsigned char const before = array.whole()[at];
                array.whole()[at] ^= 1u;
                EXPECT_EQ(is_inside, array.guards_intact()) << size << " bytes, at " << at;
                array.whole()[at] = before;
            }
            EXPECT_TRUE(array.guards_intact());
        }
    }
}

TEST(guarded_array_test, random_bytes_fill_every_size)
{
    random_source random("random bytes");
    for (std::size_t size = 0; size <= 33; ++size) {
        std::vector<unsigned> changed(size);
        for (unsigned round = 0; round < 8; ++round) {
            guarded_bytes array(size);
            random.fill(array.data(), size);
            EXPECT_TRUE(array.guards_intact()) << size;
            for (std::size_t i = 0; i < size; ++i) {
                changed[i] += array.data()[i] != guarded_bytes::canary ? 1 : 0;
            }
        }
        for (unsigned const times : changed) EXPECT_LT(0u, times) << size;
    }
}

TEST(guarded_array_test, wrong_bytes_are_counted)
{
    random_source random("wrong bytes");
    guarded_array<unsigned char> array(20, random);
    std::vector<unsigned char> const expected(array.data(), array.data() + 20);
    EXPECT_EQ(0u, heddle_test::wrong_bytes(array, expected));
    array[0] ^= 1u;
    array[19] ^= 1u;
    EXPECT_EQ(2u, heddle_test::wrong_bytes(array, expected));
    array.data()[-1] ^= 1u;
    EXPECT_EQ(1002u, heddle_test::wrong_bytes(array, expected));
}

}  // namespace
