// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// trove's array of values in registers, for code that was written for trove.
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

//! m values in the registers of a lane: the first value, and an array of the others.
template <class T, int m>
struct array {
    using value_type = T;
    using head_type = T;
    using tail_type = array<T, m - 1>;
    static constexpr int size = m;

    head_type head;
    tail_type tail;

    HEDDLE_INLINE constexpr array() : head(), tail() {}
    HEDDLE_INLINE constexpr array(head_type first, tail_type const& others) : head(first), tail(others) {}

    HEDDLE_INLINE constexpr bool operator==(array const& other) const
    {
        return head == other.head && tail == other.tail;
    }
    HEDDLE_INLINE constexpr bool operator!=(array const& other) const { return !(*this == other); }
};

template <class T>
struct array<T, 1> {
    using value_type = T;
    using head_type = T;
    static constexpr int size = 1;

    head_type head;

    HEDDLE_INLINE constexpr array() : head() {}
    HEDDLE_INLINE constexpr array(head_type first) : head(first) {}

    HEDDLE_INLINE constexpr bool operator==(array const& other) const { return head == other.head; }
    HEDDLE_INLINE constexpr bool operator!=(array const& other) const { return !(*this == other); }
};

template <class T>
struct array<T, 0> {
};

//! Returns value i.
template <int i, class T, int m>
HEDDLE_INLINE constexpr T& get(array<T, m>& values)
{
    if constexpr (i == 0) {
        return values.head;
    } else {
        return trove::get<i - 1>(values.tail);
    }
}

template <int i, class T, int m>
HEDDLE_INLINE constexpr T get(array<T, m> const& values)
{
    if constexpr (i == 0) {
        return values.head;
    } else {
        return trove::get<i - 1>(values.tail);
    }
}

//! Returns an array of the arguments, which are converted to the type of the first.
template <class T>
HEDDLE_INLINE constexpr array<T, 1> make_array(T value)
{
    return array<T, 1>(value);
}

template <class T, class... Others>
HEDDLE_INLINE constexpr auto make_array(T first, Others... others) -> array<T, 1 + sizeof...(Others)>
{
    return {first, trove::make_array<T>(static_cast<T>(others)...)};
}

//! Returns the values of a C array.
template <class T, int s>
HEDDLE_INLINE constexpr array<T, s> make_array(T values[s])
{
    if constexpr (s == 1) {
        return {values[0]};
    } else {
        return {values[0], trove::make_array<T, s - 1>(values + 1)};
    }
}

//! Copies the values to a C array.
template <class T, int s>
HEDDLE_INLINE constexpr void make_carray(array<T, s> const& values, T result[s])
{
    result[0] = values.head;
    if constexpr (s > 1) trove::make_carray(values.tail, result + 1);
}

}  // namespace trove

#include <heddle/detail/restore_macros.hpp>
