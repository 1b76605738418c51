// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests bitonic sorts of keys and pairs.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/sorts.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace heddle_test {
namespace {

TEST(warp_sort, of_keys_and_values_of_every_size) { check_every_size<sorts, emulated_runner>(); }

TEST(warp_sort, of_several_keys_and_pairs_in_each_lane)
{
    check_types<sorts_of_many<1>, emulated_runner, int>();
    check_types<sorts_of_many<2>, emulated_runner, unsigned char>();
    check_types<sorts_of_many<3>, emulated_runner, short>();
    check_types<sorts_of_many<4>, emulated_runner, std::int64_t>();
    check_types<sorts_of_many<5>, emulated_runner, unsigned>();
}

//! Returns `count` numbers. About half of them are special values.
template <class Number, class Bits>
std::vector<Number> special_numbers(random_source& random, std::size_t count)
{
    using limits = std::numeric_limits<Number>;
    Bits negative_nan;
    Number const nan = limits::quiet_NaN();
    std::memcpy(&negative_nan, &nan, sizeof(nan));
    negative_nan |= Bits{1} << (8 * sizeof(Bits) - 1);
    Number other_nan;
    std::memcpy(&other_nan, &negative_nan, sizeof(nan));
    Number const kinds[] = {0,   -Number{0}, limits::infinity(),   -limits::infinity(),
                            nan, other_nan,  limits::denorm_min(), limits::lowest()};
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(random.coin() ? kinds[random.below(8)] : static_cast<Number>(random.below(100)) - 50);
    }
    return numbers;
}

//! Returns whether a comes before b. NaN comes after all other numbers, and -0 before +0.
template <class Number>
bool comes_before(Number a, Number b)
{
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return a != b ? a < b : std::signbit(a) && !std::signbit(b);
}

template <class Number>
bool same(Number a, Number b)
{
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

template <class Number, class Bits>
void check_special_numbers()
{
    random_source random("NaN, infinity, zero");
    for (unsigned round = 0; round < 20; ++round) {
        std::vector<Number> const in = special_numbers<Number, Bits>(random, 64);
        std::vector<Number> up(in), down(in), expected(in);
        heddle::emulate_group<32>([&](auto const& tile) {
            unsigned const l = tile.thread_rank();
            Number a[] = {in[2 * l], in[2 * l + 1]}, b[] = {a[0], a[1]};
            heddle::bitonic_sort(tile, a);
            heddle::bitonic_sort(tile, b, heddle::greater{});
            std::copy_n(a, 2, &up[2 * l]);
            std::copy_n(b, 2, &down[2 * l]);
        });
        std::stable_sort(expected.begin(), expected.end(), comes_before<Number>);
        EXPECT_TRUE(std::equal(up.begin(), up.end(), expected.begin(), same<Number>));
        EXPECT_TRUE(std::equal(down.rbegin(), down.rend(), expected.begin(), same<Number>));
        // Every NaN keeps its bits: each bit pattern occurs as often as in the input.
        auto const bits = [](std::vector<Number> const& numbers) {
            std::vector<Bits> all(numbers.size());
            std::memcpy(all.data(), numbers.data(), numbers.size() * sizeof(Number));
            std::sort(all.begin(), all.end());
            return all;
        };
        EXPECT_EQ(bits(in), bits(up));
        EXPECT_EQ(bits(in), bits(down));
    }
}

TEST(warp_sort, of_floating_point_numbers_puts_nan_last_and_minus_zero_first)
{
    check_special_numbers<float, std::uint32_t>();
    check_special_numbers<double, std::uint64_t>();
}

struct card {
    unsigned char rank, suit, deck;
};

//! A comparison that counts its calls, so that its operator() is not const. The keys are passed by non-const reference,
//! as CUB allows.
struct counting_comparison {
    unsigned calls = 0;
    bool operator()(card& a, card& b)
    {
        ++calls;
        return a.rank < b.rank;
    }
};

TEST(warp_sort, by_a_comparison_that_is_not_const)
{
    std::vector<card> out(32);
    std::vector<unsigned> numbers(32);
    heddle::emulate_group<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        card key{static_cast<unsigned char>(l * 7 % 32), 0, 0}, key_of_pair = key;
        unsigned number = l * 7 % 32;
        heddle::bitonic_sort(tile, key, counting_comparison{});
        heddle::stable_bitonic_sort_pairs(tile, key_of_pair, number, counting_comparison{});
        out[l] = key;
        numbers[l] = number;
    });
    for (unsigned i = 0; i < 32; ++i) {
        EXPECT_EQ(i, out[i].rank);
        EXPECT_EQ(i, numbers[i]);
    }
}

}  // namespace
}  // namespace heddle_test
