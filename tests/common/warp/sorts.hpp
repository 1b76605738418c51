// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that call bitonic sorts, in ascending and descending order, with user-defined comparisons and ties. Keys and
// values have every size, and lanes have one or several keys.
#pragma once

#include "common/warp/associative.hpp"
#include "common/warp/programs.hpp"

#include <heddle/warp/bitonic_sort.cuh>

#include <algorithm>
#include <numeric>

namespace heddle_test {

//! Compares all bytes, so that only equal values tie.
struct by_bytes {
    template <class Value>
    HEDDLE_TEST_OUTLINE bool operator()(Value const& a, Value const& b) const
    {
        for (std::size_t i = 0; i < sizeof(Value); ++i) {
            if (a.value[i] != b.value[i]) return a.value[i] < b.value[i];
        }
        return false;
    }
};

//! Compares only two bits of the values, so there are many ties.
struct by_two_bits {
    template <class Value>
    HEDDLE_HOST_DEVICE bool operator()(Value const& a, Value const& b) const
    {
        return (a.value[0] & 3u) > (b.value[0] & 3u);
    }
};

//! Sorts one key or one pair in each lane. Keys and values have any size.
struct sorts {
    static constexpr char const* name = "sort";
    static constexpr unsigned in_rows = 1, out_rows = 3, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value key = io.in[l], stable_key = key, value = key;
        unsigned char few = io.words[l] % 4;
        heddle::bitonic_sort(tile, key, by_bytes{});
        heddle::stable_bitonic_sort(tile, stable_key, by_two_bits{});
        heddle::stable_bitonic_sort_pairs(tile, few, value);
        io.out[l] = key;
        io.out[n + l] = stable_key;
        io.out[2 * n + l] = value;
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n;
        std::copy_n(io.in, n, io.out);
        std::copy_n(io.in, n, io.out + n);
        std::sort(io.out, io.out + n, by_bytes{});
        std::stable_sort(io.out + n, io.out + 2 * n, by_two_bits{});
        std::vector<unsigned> order(n);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](unsigned a, unsigned b) { return io.words[a] % 4 < io.words[b] % 4; });
        for (unsigned l = 0; l < n; ++l) io.out[2 * n + l] = io.in[order[l]];
    }
};

//! Sorts Count keys of an integer type in each lane, in ascending and descending order. Also sorts pairs, with ties and
//! with distinct keys. The values of the pairs with distinct keys have one word or five words.
template <unsigned Count>
struct sorts_of_many {
    static constexpr char const* name = "sort of many";
    static constexpr unsigned in_rows = Count, out_rows = 5 * Count, out_words = 7 * Count;

    //! Returns the key of pair i of the group. All keys of the group are distinct.
    template <class Value>
    HEDDLE_HOST_DEVICE static Value distinct(lane_io<Value> const& io, unsigned i)
    {
        // Multiplication by an odd factor permutes the numbers below 256, and the group has at most 256 keys.
        return static_cast<Value>((i * (io.words[0] | 1u) + 77) % 256);
    }
    struct five_words {
        unsigned word[5];
    };
    HEDDLE_HOST_DEVICE static unsigned partner(unsigned i) { return 1000003u * i; }

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value up[Count], down[Count], keys[Count], large_keys[Count], ties[Count];
        unsigned values[Count], numbers[Count];
        five_words large_values[Count];
        for (unsigned i = 0; i < Count; ++i) {
            unsigned const number = l * Count + i;
            up[i] = down[i] = io.in[number];
            keys[i] = large_keys[i] = distinct(io, number);
            ties[i] = static_cast<Value>(io.in[number] & 3);
            values[i] = partner(number);
            numbers[i] = number;
            for (unsigned k = 0; k < 5; ++k) large_values[i].word[k] = partner(number + k);
        }
        heddle::bitonic_sort(tile, up);
        heddle::bitonic_sort(tile, down, heddle::greater{});
        heddle::bitonic_sort_pairs(tile, keys, values, heddle::greater{});
        heddle::bitonic_sort_pairs(tile, large_keys, large_values);
        heddle::stable_bitonic_sort_pairs(tile, ties, numbers);
        for (unsigned i = 0; i < Count; ++i) {
            unsigned const number = l * Count + i, size = n * Count;
            io.out[number] = up[i];
            io.out[size + number] = down[i];
            io.out[2 * size + number] = keys[i];
            io.out[3 * size + number] = large_keys[i];
            io.out[4 * size + number] = ties[i];
            io.out_words[number] = values[i];
            io.out_words[size + number] = numbers[i];
            for (unsigned k = 0; k < 5; ++k) io.out_words[(2 + k) * size + number] = large_values[i].word[k];
        }
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const size = io.n * Count;
        std::copy_n(io.in, size, io.out);
        std::sort(io.out, io.out + size);
        std::reverse_copy(io.out, io.out + size, io.out + size);
        std::vector<unsigned> order(size);
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(),
                  [&](unsigned a, unsigned b) { return distinct(io, a) > distinct(io, b); });
        for (unsigned i = 0; i < size; ++i) {
            io.out[2 * size + i] = distinct(io, order[i]);
            io.out[3 * size + i] = distinct(io, order[size - 1 - i]);
            io.out_words[i] = partner(order[i]);
            for (unsigned k = 0; k < 5; ++k) io.out_words[(2 + k) * size + i] = partner(order[size - 1 - i] + k);
        }
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](unsigned a, unsigned b) { return (io.in[a] & 3) < (io.in[b] & 3); });
        for (unsigned i = 0; i < size; ++i) {
            io.out[4 * size + i] = static_cast<Value>(io.in[order[i]] & 3);
            io.out_words[size + i] = order[i];
        }
    }
};

}  // namespace heddle_test
