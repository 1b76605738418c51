// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that reductions of groups and segments keep the order of the lanes for every type.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/reductions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heddle_test {
namespace {

TEST(warp_reduce, keeps_the_order_of_values_of_every_size)
{
    random_source random("composed maps");
    EXPECT_EQ(13 * lanes_of_type * 4, (check_every_size<reductions<compose>, emulated_runner>(1, random)));
}

TEST(warp_reduce, multiplies_matrices_and_concatenates_texts)
{
    random_source random("matrices and texts");
    EXPECT_EQ(lanes_of_type * 4, (check_types<reductions<multiply>, emulated_runner, matrix>(1, random)));
    EXPECT_EQ(lanes_of_type * 4, (check_types<reductions<concatenate>, emulated_runner, text>(1, random)));
}

TEST(warp_reduce, of_numbers_by_known_operations)
{
    random_source random("numbers");
    EXPECT_EQ(3 * lanes_of_type * 4,
              (check_types<reductions<known<heddle::plus>>, emulated_runner, int, unsigned char, double>(1, random)));
    EXPECT_EQ(3 * lanes_of_type * 4,
              (check_types<reductions<known<heddle::minimum>>, emulated_runner, int, unsigned, float>(1, random)));
    EXPECT_EQ(2 * lanes_of_type * 4,
              (check_types<reductions<known<heddle::bit_xor>>, emulated_runner, unsigned, std::uint64_t>(1, random)));
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

}  // namespace
}  // namespace heddle_test
