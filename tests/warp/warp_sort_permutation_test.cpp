// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that sorts of a group return a permutation of the input for any comparison. Covers stable and unstable sorts,
// keys and pairs, keys and values of many sizes, several keys in a lane, and groups of every size.

#include <common/bytes.hpp>
#include <common/warp/emulated_runner.hpp>

#include <heddle/warp/bitonic_sort.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle_test {
namespace {

using comparison = bool (*)(unsigned, unsigned);
constexpr comparison comparisons[] = {
    [](unsigned a, unsigned b) { return a % 5 < b % 5; },
    [](unsigned a, unsigned b) { return a % 5 <= b % 5; },
    [](unsigned, unsigned) { return true; },
    [](unsigned, unsigned) { return false; },
    [](unsigned a, unsigned b) { return ((a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 13 & 1u) != 0; },
};

//! A comparison that need not be a strict weak ordering.
struct odd_comparison {
    comparison less;

    template <class Key>
    bool operator()(Key const& a, Key const& b) const
    {
        return less(a.value[0], b.value[0]);
    }
};

//! Returns an element. All of its bytes depend on `number`.
template <class Element>
Element numbered(unsigned number, unsigned start)
{
    Element result{};
    for (unsigned i = 0; i < sizeof(Element); ++i) {
        result.value[i] = static_cast<unsigned char>(number + i * start);
    }
    return result;
}

//! Returns the number of pairs that are lost or changed.
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

//! Returns the number of elements lost in sorts of keys and of pairs, for every comparison. Adds the number of
//! sorts to `sorted`.
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
                // An odd factor permutes the lanes, because Lanes is a power of two.
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
