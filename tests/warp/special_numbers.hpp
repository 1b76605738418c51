// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that sort and reduce floating-point numbers, about half of which are NaN, infinities and zeros of both signs.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/warp.cuh>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace heddle_test {

// Device code cannot call the functions of std::numeric_limits.
template <class Value>
inline constexpr Value not_a_number = std::numeric_limits<Value>::quiet_NaN();
template <class Value>
inline constexpr Value infinite = std::numeric_limits<Value>::infinity();
template <class Value>
inline constexpr Value smallest = std::numeric_limits<Value>::denorm_min();
template <class Value>
inline constexpr Value lowest = std::numeric_limits<Value>::lowest();

//! Returns the number that a lane makes of its random word. In some groups, all numbers are NaN, or NaN and zeros.
template <class Value>
HEDDLE_HOST_DEVICE Value special_number(lane_io<Value> const& io, std::uint32_t word)
{
    Value const nan = not_a_number<Value>, inf = infinite<Value>;
    Value const kinds[] = {nan, std::copysign(nan, Value{-1}), 0, -Value{0}, inf, -inf, smallest<Value>, lowest<Value>};
    unsigned const choice = io.words[0] >> 29;
    if (choice < 2) return kinds[word % (choice == 0 ? 2 : 4)];
    return word % 2 == 0 ? kinds[word / 2 % 8] : static_cast<Value>(word / 2 % 100) - 50;
}

//! Returns a number by which all NaN are replaced in results, because their bits may differ.
template <class Value>
HEDDLE_HOST_DEVICE Value without_nan(Value number)
{
    return std::isnan(number) ? Value{1000} : number;
}

//! Returns whether a comes before b. NaN comes after all other numbers, and -0 before +0.
template <class Value>
bool comes_before(Value a, Value b)
{
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
    return a != b ? a < b : std::signbit(a) && !std::signbit(b);
}

//! Sorts two numbers in each lane, in ascending and descending order. Counts the negative NaN after each sort, because a
//! sort keeps the bits of each NaN.
struct sorts_of_special_numbers {
    static constexpr char const* name = "sort of special numbers";
    static constexpr unsigned in_rows = 1, out_rows = 4, out_words = 2;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value up[2], down[2];
        for (unsigned i = 0; i < 2; ++i) up[i] = down[i] = special_number(io, io.words[l] >> 16 * i);
        heddle::bitonic_sort(tile, up);
        heddle::bitonic_sort(tile, down, heddle::greater{});
        unsigned negative_up = 0, negative_down = 0;
        for (unsigned i = 0; i < 2; ++i) {
            negative_up += std::isnan(up[i]) && std::signbit(up[i]) ? 1 : 0;
            negative_down += std::isnan(down[i]) && std::signbit(down[i]) ? 1 : 0;
            io.out[2 * l + i] = without_nan(up[i]);
            io.out[2 * n + 2 * l + i] = without_nan(down[i]);
        }
        io.out_words[l] = heddle::reduce_to_all(tile, negative_up);
        io.out_words[n + l] = heddle::reduce_to_all(tile, negative_down);
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        std::vector<Value> numbers;
        for (unsigned i = 0; i < 2 * io.n; ++i) numbers.push_back(special_number(io, io.words[i / 2] >> 16 * (i % 2)));
        auto const negative = std::count_if(numbers.begin(), numbers.end(),
                                            [](Value number) { return std::isnan(number) && std::signbit(number); });
        std::fill_n(io.out_words, 2 * io.n, static_cast<std::uint32_t>(negative));
        std::sort(numbers.begin(), numbers.end(), comes_before<Value>);
        std::transform(numbers.begin(), numbers.end(), io.out, without_nan<Value>);
        std::reverse_copy(io.out, io.out + 2 * io.n, io.out + 2 * io.n);
    }
};

//! Reduces the numbers to the least and to the greatest one. The result is NaN only if all numbers are NaN.
struct reductions_of_special_numbers {
    static constexpr char const* name = "reduction of special numbers";
    static constexpr unsigned in_rows = 1, out_rows = 2, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const l = tile.thread_rank();
        Value const own = special_number(io, io.words[l]);
        io.out[l] = without_nan(heddle::reduce_to_all(tile, own, heddle::minimum{}));
        io.out[io.n + l] = without_nan(heddle::reduce_to_all(tile, own, heddle::maximum{}));
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        std::vector<Value> numbers;
        for (unsigned l = 0; l < io.n; ++l) numbers.push_back(special_number(io, io.words[l]));
        std::sort(numbers.begin(), numbers.end(), comes_before<Value>);
        auto const is_number = [](Value number) { return !std::isnan(number); };
        auto const last = std::find_if(numbers.rbegin(), numbers.rend(), is_number);
        std::fill_n(io.out, io.n, without_nan(numbers.front()));
        std::fill_n(io.out + io.n, io.n, without_nan(last == numbers.rend() ? numbers.front() : *last));
    }
};

}  // namespace heddle_test
