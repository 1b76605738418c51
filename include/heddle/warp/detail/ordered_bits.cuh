// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps keys to unsigned integers that have the same order. One sort of integers then serves all key types, and no sort
// compares a NaN.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if keys of type Key are sorted as unsigned numbers in the order Compare.
template <class Key, class Compare>
inline constexpr bool sorts_by_bits = ((std::is_integral_v<Key> && sizeof(Key) <= 8) || std::is_same_v<Key, float> ||
                                       std::is_same_v<Key, double>)&&(std::is_same_v<Compare, less> ||
                                                                      std::is_same_v<Compare, greater>);

template <class Key>
using key_bits = std::conditional_t<(sizeof(Key) > 4), std::uint64_t, std::uint32_t>;

template <class Bits>
inline constexpr Bits sign_bit = Bits{1} << (8 * sizeof(Bits) - 1);

// Flipping the sign bit of positive numbers and all bits of negative ones gives, from 0 upwards,
//     -NaN  -infinity … -0  +0 … +infinity  +NaN
// Subtracting negative_nans, the number of negative NaNs, makes the negative NaNs wrap around to the top.
template <class Bits>
inline constexpr Bits negative_nans = sizeof(Bits) == 4 ? Bits{0x007fffff} : static_cast<Bits>(0x000fffffffffffff);

//! Returns the number of a key in the order Compare, which is `less` or `greater`.
template <class Key, class Compare>
HEDDLE_INLINE key_bits<Key> bits_from_key(Key key)
{
    using bits = key_bits<Key>;
    bits result;
    if constexpr (std::is_integral_v<Key>) {
        result = static_cast<bits>(key);
        if constexpr (std::is_signed_v<Key>) result ^= sign_bit<bits>;
    } else {
        std::memcpy(&result, &key, sizeof(key));
        bool const negative = (result & sign_bit<bits>) != 0;
        result ^= negative ? ~bits{0} : sign_bit<bits>;
        result -= negative_nans<bits>;
    }
    return std::is_same_v<Compare, greater> ? ~result : result;
}

template <class Key, class Compare>
HEDDLE_INLINE Key key_from_bits(key_bits<Key> number)
{
    using bits = key_bits<Key>;
    if constexpr (std::is_same_v<Compare, greater>) number = ~number;
    if constexpr (std::is_integral_v<Key>) {
        if constexpr (std::is_signed_v<Key>) number ^= sign_bit<bits>;
        return static_cast<Key>(number);
    } else {
        number += negative_nans<bits>;
        bool const positive = (number & sign_bit<bits>) != 0;
        number ^= positive ? sign_bit<bits> : ~bits{0};
        Key key;
        std::memcpy(&key, &number, sizeof(key));
        return key;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
