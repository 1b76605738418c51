// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The shuffle network that transposes the m words of each of n lanes, for every m >= 1 and every power of two n. Host
// tests verify its arithmetic exhaustively.
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

HEDDLE_HOST_DEVICE constexpr unsigned greatest_common_divisor(unsigned a, unsigned b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

//! Returns the x in [0, modulus) with value * x = 1 modulo `modulus`; 0 for modulus 1.
//! Requires: value and modulus have no common divisor.
HEDDLE_HOST_DEVICE constexpr unsigned inverse_modulo(unsigned value, unsigned modulus)
{
    for (unsigned x = 1; x < modulus; ++x) {
        if (value % modulus * x % modulus == 1) return x;
    }
    return 0;
}

HEDDLE_HOST_DEVICE constexpr bool is_power_of_two(unsigned value) { return value != 0 && (value & (value - 1)) == 0; }

//! The largest divisor that small_quotient accepts.
inline constexpr unsigned max_small_divisor = 1024;

//! Returns value / divisor, in two instructions if the divisor is a constant.
//! Requires: value < 32 * divisor, 0 < divisor <= max_small_divisor
HEDDLE_HOST_DEVICE constexpr unsigned small_quotient(unsigned value, unsigned divisor)
{
    constexpr unsigned shift = 26;
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): the analyzer does not know m of a constexpr network
    unsigned const reciprocal = ((1u << shift) + divisor - 1) / divisor;
    return value * reciprocal >> shift;
}

//! Returns value % divisor, in three instructions.
//! Requires: as for small_quotient
HEDDLE_HOST_DEVICE constexpr unsigned small_remainder(unsigned value, unsigned divisor)
{
    return value - small_quotient(value, divisor) * divisor;
}

//! Returns the number of bits that distinguish `count` values.
HEDDLE_HOST_DEVICE constexpr unsigned ceil_log2(unsigned count)
{
    unsigned digits = 0;
    while ((1u << digits) < count) ++digits;
    return digits;
}

//! The static permutation that turns rows into elements with m shuffles, and back.
//! Rows: register r of lane l holds word r*n + l of the group. Elements: register w of lane d holds word d*m + w. With
//! c = gcd(m, n), m' = m/c, n' = n/c:
//!
//!   rows to elements                            elements to rows (the inverse)
//!   1. y[j] = x[order(j)]                       1. v[s] = x[(s + d div n') mod m]
//!   2. z[s] = y[(s - l) mod m]                  2. z[s] = v[s] of lane element_lane(s, l)
//!   3. v[s] = z[s] of lane row_lane(s, d)       3. y[j] = z[(j + l) mod m]
//!   4. x[w] = v[(w - d div n') mod m]           4. x[order(j)] = y[j]
//!
//! Source:   docs/how-a-warp-moves-a-struct.md
struct network {
    unsigned word_count;        //!< m
    unsigned lane_count;        //!< n
    unsigned common;            //!< c, a power of two because it divides n
    unsigned rows_per_common;   //!< m'
    unsigned lanes_per_common;  //!< n'
    unsigned row_inverse;       //!< the inverse of n' modulo m'
    unsigned lane_inverse;      //!< the inverse of m' modulo n'

    HEDDLE_HOST_DEVICE constexpr network(unsigned words, unsigned lanes)
        : word_count(words),
          lane_count(lanes),
          common(greatest_common_divisor(words, lanes)),
          rows_per_common(words / common),
          lanes_per_common(lanes / common),
          row_inverse(inverse_modulo(lanes_per_common, rows_per_common)),
          lane_inverse(inverse_modulo(rows_per_common, lanes_per_common))
    {
    }

    //! Returns the row that register j holds after step 1, which only renames registers and costs nothing.
    HEDDLE_HOST_DEVICE constexpr unsigned order(unsigned j) const
    {
        unsigned const r = j % common;
        unsigned const block = (common - r) % common;
        unsigned const step = j / common + (r != 0 ? 1 : 0);
        return block * rows_per_common + step * row_inverse % rows_per_common;
    }

    //! Returns the lane from which lane d reads in step s of rows to elements. Shuffles take this number modulo n.
    HEDDLE_HOST_DEVICE constexpr unsigned row_lane(unsigned s, unsigned d) const
    {
        unsigned word = s + element_rotation(d);
        // Only the last c - 1 steps can wrap; the compiler drops the test from all other steps.
        if (s + common > word_count && word >= word_count) word -= word_count;
        return d * word_count + word;
    }

    //! Returns the lane from which lane l reads in step s of elements to rows. Shuffles take this number modulo n.
    HEDDLE_HOST_DEVICE constexpr unsigned element_lane(unsigned s, unsigned l) const
    {
        unsigned const block = l % common - s % common;
        unsigned round = s / common + (l % common < s % common ? 1 : 0);
        if (s / common + 1 == rows_per_common && round == rows_per_common) round = 0;
        unsigned const lane = l / common * lane_inverse - round * lane_inverse;
        // With c = 1 there is one block, and the shuffle itself computes modulo n.
        return common == 1 ? lane : block * lanes_per_common + lane % lanes_per_common;
    }

    //! Returns the distance by which lane l rotates its rows; less than row_rotation_bound().
    HEDDLE_HOST_DEVICE constexpr unsigned row_rotation(unsigned l) const
    {
        return word_count < lane_count ? small_remainder(l, word_count) : l;
    }

    HEDDLE_HOST_DEVICE constexpr unsigned row_rotation_bound() const
    {
        return word_count < lane_count ? word_count : lane_count;
    }

    //! Returns the distance by which lane d rotates its element's words; less than c.
    HEDDLE_HOST_DEVICE constexpr unsigned element_rotation(unsigned d) const { return d / lanes_per_common; }

    //! Returns the number of one-word selects that a lane executes for one transpose.
    HEDDLE_HOST_DEVICE constexpr unsigned select_count() const
    {
        return word_count * (ceil_log2(row_rotation_bound()) + ceil_log2(common));
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
