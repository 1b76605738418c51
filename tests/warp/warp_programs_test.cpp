// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests broadcast, rotate, exchange, reductions and scans, for values and groups of every size. Reductions and scans of
// groups and segments keep the order of the lanes for every type. (transpose_test.cpp tests transpose.)

#include <common/warp/emulated_runner.hpp>
#include <common/warp/moves.hpp>
#include <common/warp/reductions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle_test {
namespace {

TEST(warp_moves, agree_with_a_plain_loop)
{
    random_source random("broadcast, rotate, exchange");
    EXPECT_EQ(13 * lanes_of_type * 8, (check_every_size<moves, emulated_runner>(1, random)));
}

TEST(warp_moves, five_butterflies_transpose_a_square)
{
    random_source random("butterflies");
    // 2 types, 3 rounds, 2 groups of 32 lanes with 32 values each
    EXPECT_EQ(2u * 3 * 2 * 32 * 32, (check_types_in_warps<butterfly, emulated_runner, int, bytes<6>>(random)));
}

//! Checks reductions or scans by one operation, for values of each type. They have 4 results in each lane.
template <class Program, class... Value>
void check_sums(random_source& random)
{
    EXPECT_EQ(sizeof...(Value) * lanes_of_type * 4, (check_types<Program, emulated_runner, Value...>(1, random)));
}

template <template <class> class Program>
void check_operations()
{
    random_source random("reductions or scans");
    EXPECT_EQ(13 * lanes_of_type * 4, (check_every_size<Program<compose>, emulated_runner>(1, random)));
    check_sums<Program<multiply>, matrix>(random);
    check_sums<Program<concatenate>, text>(random);
    check_sums<Program<known<heddle::plus>>, int, unsigned char, float, double, std::uint64_t>(random);
}

TEST(warp_scan, keeps_the_order_of_the_lanes) { check_operations<scans>(); }

TEST(warp_reduce, keeps_the_order_of_the_lanes)
{
    check_operations<reductions>();
    random_source random("numbers");
    check_sums<reductions<known<heddle::minimum>>, int, unsigned, float>(random);
    check_sums<reductions<known<heddle::bit_xor>>, unsigned, std::uint64_t>(random);
}

// These constant expressions would not compile if they overflowed.
constexpr int greatest_int = std::numeric_limits<int>::max();
constexpr int least_int = std::numeric_limits<int>::min();
static_assert(heddle::plus{}(greatest_int, 1) == least_int);
static_assert(heddle::plus{}(-1LL, std::numeric_limits<long long>::min()) == std::numeric_limits<long long>::max());
static_assert(heddle::plus{}(short{-1}, short{1}) == 0);

TEST(warp_reduce, of_integers_wraps_around_as_on_a_gpu)
{
    unsigned right = 0;
    heddle::emulate_group<32>([&](auto const& tile) {
        // The sum of the lanes is in range; 32 times the value of the last lane is not.
        int const value = tile.thread_rank() == 31 ? greatest_int : 0;
        int const sum = heddle::reduce(tile, value);
        right += tile.thread_rank() != 0 || sum == greatest_int ? 1 : 0;
        right += heddle::reduce_to_all(tile, greatest_int) == -32 ? 1 : 0;
    });
    EXPECT_EQ(64u, right);
}

TEST(warp_reduce, of_floating_point_numbers_knows_nan_and_the_sign_of_zero)
{
    float const nan = std::numeric_limits<float>::quiet_NaN();
    unsigned right = 0;
    heddle::emulate_group<8>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const least = [&](float value) { return heddle::reduce_to_all(tile, value, heddle::minimum{}); };
        auto const most = [&](float value) { return heddle::reduce_to_all(tile, value, heddle::maximum{}); };
        right += std::signbit(least(l == 5 ? -0.0f : 0.0f)) ? 1 : 0;
        right += !std::signbit(most(l == 2 ? 0.0f : -0.0f)) ? 1 : 0;
        right += least(l == 0 || l == 7 ? nan : float(l)) == 1.0f ? 1 : 0;
        right += most(l == 0 || l == 7 ? nan : float(l)) == 6.0f ? 1 : 0;
        right += std::isnan(least(nan)) && std::isnan(most(nan)) ? 1 : 0;
    });
    EXPECT_EQ(8u * 5, right);
}

TEST(warp_scan, adds_if_nothing_is_said)
{
    unsigned right = 0;
    heddle::emulate_group<16>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        right += heddle::inclusive_scan(tile, l) == l * (l + 1) / 2 ? 1 : 0;
        right += heddle::segmented_inclusive_scan(tile, 1u, l % 4 == 0) == l % 4 + 1 ? 1 : 0;
    });
    EXPECT_EQ(32u, right);
}

}  // namespace
}  // namespace heddle_test
