// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the four shuffles with values of any type and size, in groups of any size.

#include <common/bytes.hpp>
#include <common/random.hpp>
#include <common/warp/emulated_runner.hpp>
#include <common/warp/shuffles.hpp>

#include <heddle/emulation.hpp>
#include <heddle/shuffle.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using heddle_test::bytes;
using heddle_test::random_source;

TEST(shuffle, needs_no_default_constructor_and_no_assignment)
{
    struct constant {
        explicit constant(unsigned n) : number(n), more{n + 1, n + 2} {}
        unsigned const number;
        unsigned const more[2];
    };
    unsigned right = 0;
    heddle::emulate_group<8>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        constant const mine(10 * l);
        constant const next = heddle::shuffle(tile, mine, l + 1);
        right += next.number == (l + 1) % 8 * 10 && next.more[1] == next.number + 2 ? 1 : 0;
    });
    EXPECT_EQ(8u, right);
}

TEST(shuffle, agrees_with_a_plain_loop_and_knows_whether_the_source_exists)
{
    random_source random("shuffles with predicates");
    using heddle_test::emulated_runner;
    using heddle_test::shuffles;
    enum class color : unsigned char { red, green };
    // There are 3 rounds, groups with 63 lanes in total, and 6 values and 2 predicates per lane.
    constexpr std::size_t of_type = 3 * 63 * 8;
    EXPECT_EQ(13 * of_type, (heddle_test::check_every_size<shuffles, emulated_runner>(1, random)));
    EXPECT_EQ(5 * of_type,
              (heddle_test::check_types<shuffles, emulated_runner, bytes<100>, color, double, bool*, long double>(
                  1, random)));
}

}  // namespace
