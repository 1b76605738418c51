// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests stable and unstable bitonic sorts of keys and pairs, for many sizes, one or several keys in each lane, and all
// group sizes. Even if the comparison is not an ordering, the output must be a permutation of the input.

#include "special_numbers.hpp"

#include <common/warp/emulated_runner.hpp>
#include <common/warp/sorts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

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

TEST(warp_sort, of_floating_point_numbers_puts_nan_last_and_minus_zero_first)
{
    check_types<sorts_of_special_numbers, emulated_runner, float, double>();
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

//! Sorts keys and pairs with every comparison. Expects that no key and no pair is lost or changed.
template <unsigned Lanes, unsigned Count, class Key, class Value>
void check_permutation(odd_comparison compare, bool is_stable)
{
    struct pair {
        Key key;
        Value value;
    };
    constexpr unsigned count = Lanes * Count;
    std::vector<Key> alone(count);
    std::vector<pair> pairs(count);
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
        if (is_stable) {
            heddle::stable_bitonic_sort(tile, key, compare);
            heddle::stable_bitonic_sort_pairs(tile, key_of_pair, value, compare);
        } else {
            heddle::bitonic_sort(tile, key, compare);
            heddle::bitonic_sort_pairs(tile, key_of_pair, value, compare);
        }
        for (unsigned i = 0; i < Count; ++i) {
            alone[first + i] = key[i];
            pairs[first + i] = {key_of_pair[i], value[i]};
        }
    });
    std::sort(alone.begin(), alone.end(), [](Key const& a, Key const& b) { return a.value[0] < b.value[0]; });
    std::sort(pairs.begin(), pairs.end(), [](pair const& a, pair const& b) { return a.key.value[0] < b.key.value[0]; });
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; ++i) {
        Key const key = numbered<Key>(i, 7);
        wrong += alone[i] == key && pairs[i].key == key && pairs[i].value == numbered<Value>(i, 3) ? 0 : 1;
    }
    EXPECT_EQ(0u, wrong) << Lanes << " lanes of " << Count << " keys of " << sizeof(Key) << " bytes and values of "
                         << sizeof(Value) << " bytes";
}

template <unsigned Lanes, unsigned Count, class Key, class... Value>
void check_permutations()
{
    for (comparison const less : comparisons) {
        for (bool const is_stable : {false, true}) {
            (check_permutation<Lanes, Count, Key, Value>({less}, is_stable), ...);
        }
    }
}

template <std::size_t... Size>
void check_value_sizes(std::index_sequence<Size...>)
{
    check_permutations<32, 1, bytes<4>, bytes<Size + 1>...>();
}
template <std::size_t... Size>
void check_key_sizes()
{
    (check_permutations<8, 3, bytes<Size>, bytes<12>>(), ...);
}

TEST(warp_sort_permutation, of_keys_and_values_of_many_sizes)
{
    check_value_sizes(std::make_index_sequence<64>());
    check_key_sizes<1, 2, 3, 4, 8, 12, 13, 28, 33, 64>();
}

template <unsigned... Lanes>
void check_groups()
{
    (check_permutations<Lanes, 1, bytes<1>, bytes<28>>(), ...);
    (check_permutations<Lanes, 2, bytes<13>, bytes<4>>(), ...);
    (check_permutations<Lanes, 3, bytes<28>, bytes<64>>(), ...);
    (check_permutations<Lanes, 4, bytes<8>, bytes<1>>(), ...);
    (check_permutations<Lanes, 5, bytes<4>, bytes<28>>(), ...);
}

TEST(warp_sort_permutation, of_several_in_a_lane_of_tiles_of_every_width) { check_groups<1, 2, 4, 8, 16, 32>(); }

}  // namespace
}  // namespace heddle_test
