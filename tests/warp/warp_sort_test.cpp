// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests stable and unstable bitonic sorts of keys and pairs, for many sizes, one or several keys in each lane, and all
// group sizes. Even if the comparison is not an ordering, the output must be a permutation of the input.

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

//! Returns `count` numbers. About half of them are special values such as NaN.
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
        // A sort keeps the bits of each NaN: every bit pattern occurs as often as in the input.
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

//! A comparison with a call counter, so its operator() is not const. It takes the keys by non-const reference, as CUB
//! allows.
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

using comparison = bool (*)(unsigned, unsigned);
constexpr comparison comparisons[] = {
    [](unsigned a, unsigned b) { return a % 5 < b % 5; },
    [](unsigned a, unsigned b) { return a % 5 <= b % 5; },
    [](unsigned, unsigned) { return true; },
    [](unsigned, unsigned) { return false; },
    [](unsigned a, unsigned b) { return ((a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 13 & 1u) != 0; },
};

//! Compares keys by `less`, which may be a function that is not a strict weak ordering.
struct odd_comparison {
    comparison less;

    template <class Key>
    bool operator()(Key const& a, Key const& b) const
    {
        return less(a.value[0], b.value[0]);
    }
};

//! Returns an element whose bytes all depend on `number`.
template <class Element>
Element numbered(unsigned number, unsigned start)
{
    Element result{};
    for (unsigned i = 0; i < sizeof(Element); ++i) {
        result.value[i] = static_cast<unsigned char>(number + i * start);
    }
    return result;
}

//! Returns how many of the pairs were lost or changed.
template <class Key, class Value>
unsigned count_lost(Key const* keys, Value const* values, std::size_t count)
{
    std::vector<bool> found(count);
    for (std::size_t i = 0; i < count; ++i) {
        unsigned const number = keys[i].value[0];
        bool const whole =
            number < count && keys[i] == numbered<Key>(number, 7) && values[i] == numbered<Value>(number, 3);
        if (whole) found[number] = true;
    }
    return static_cast<unsigned>(std::count(found.begin(), found.end(), false));
}

//! Sorts keys and pairs with every comparison. Returns the number of lost elements. Adds the number of sorts to
//! `sorted`.
template <unsigned Lanes, unsigned Count, bool Stable, class Key, class Value>
unsigned lost(unsigned& sorted)
{
    unsigned result = 0;
    for (comparison const less : comparisons) {
        odd_comparison const compare{less};
        constexpr std::size_t count = Lanes * Count;
        Key alone[count] = {}, keys[count] = {};
        Value values[count] = {}, expected[count] = {};
        heddle::emulate_group<Lanes>([&](heddle::emulated_group<Lanes> const& tile) {
            unsigned const first = tile.thread_rank() * Count;
            Key key[Count], key_of_pair[Count];
            Value value[Count];
            for (unsigned i = 0; i < Count; ++i) {
                // Multiplication by an odd factor permutes the lanes, because Lanes is a power of two.
                unsigned const number = (tile.thread_rank() * 5 % Lanes) * Count + i;
                key[i] = key_of_pair[i] = numbered<Key>(number, 7);
                value[i] = numbered<Value>(number, 3);
            }
            if constexpr (Stable) {
                heddle::stable_bitonic_sort(tile, key, compare);
                heddle::stable_bitonic_sort_pairs(tile, key_of_pair, value, compare);
            } else {
                heddle::bitonic_sort(tile, key, compare);
                heddle::bitonic_sort_pairs(tile, key_of_pair, value, compare);
            }
            std::copy_n(key, Count, &alone[first]);
            std::copy_n(key_of_pair, Count, &keys[first]);
            std::copy_n(value, Count, &values[first]);
        });
        for (std::size_t i = 0; i < count; ++i) {
            expected[i] = numbered<Value>(alone[i].value[0], 3);
        }
        result += count_lost(alone, expected, count) + count_lost(keys, values, count);
        sorted += 2;
    }
    return result;
}
template <unsigned Lanes, unsigned Count, class Key, class Value>
unsigned lost_in_both(unsigned& sorted)
{
    return lost<Lanes, Count, false, Key, Value>(sorted) + lost<Lanes, Count, true, Key, Value>(sorted);
}

template <std::size_t... Size>
unsigned lost_of_sizes(unsigned& sorted, std::index_sequence<Size...>)
{
    return (lost_in_both<32, 1, bytes<4>, bytes<Size + 1>>(sorted) + ...);
}
template <std::size_t... Size>
unsigned lost_of_key_sizes(unsigned& sorted)
{
    return (lost_in_both<8, 3, bytes<Size>, bytes<12>>(sorted) + ...);
}

TEST(warp_sort_permutation, of_keys_and_values_of_many_sizes)
{
    unsigned sorted = 0;
    EXPECT_EQ(0u, lost_of_sizes(sorted, std::make_index_sequence<64>()));
    EXPECT_EQ(0u, (lost_of_key_sizes<1, 2, 3, 4, 8, 12, 13, 28, 33, 64>(sorted)));
    EXPECT_EQ((64u + 10) * 2 * 5 * 2, sorted);
}

template <unsigned Lanes>
unsigned lost_of_counts(unsigned& sorted)
{
    return lost_in_both<Lanes, 1, bytes<1>, bytes<28>>(sorted) + lost_in_both<Lanes, 2, bytes<13>, bytes<4>>(sorted) +
           lost_in_both<Lanes, 3, bytes<28>, bytes<64>>(sorted) + lost_in_both<Lanes, 4, bytes<8>, bytes<1>>(sorted) +
           lost_in_both<Lanes, 5, bytes<4>, bytes<28>>(sorted);
}

TEST(warp_sort_permutation, of_several_in_a_lane_of_tiles_of_every_width)
{
    unsigned sorted = 0;
    EXPECT_EQ(0u, lost_of_counts<1>(sorted) + lost_of_counts<2>(sorted) + lost_of_counts<4>(sorted) +
                      lost_of_counts<8>(sorted) + lost_of_counts<16>(sorted) + lost_of_counts<32>(sorted));
    EXPECT_EQ(6u * 5 * 2 * 5 * 2, sorted);
}

}  // namespace
}  // namespace heddle_test
