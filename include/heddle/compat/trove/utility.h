// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The utilities of trove that its users call: counting_array, sum, and lists of integers at compile time.
#pragma once

#include <heddle/compat/trove/array.h>
#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

template <class Array>
struct counting_array;

//! Makes arrays of v, v + i, v + 2 i and so on.
template <class T, int m>
struct counting_array<array<T, m>> {
    HEDDLE_INLINE static array<T, m> impl(T v = 0, T i = 1)
    {
        if constexpr (m == 1) {
            return {v};
        } else {
            return {v, counting_array<array<T, m - 1>>::impl(v + i, i)};
        }
    }
};

//! Returns the sum of the values.
template <class T, int m>
HEDDLE_INLINE T sum(array<T, m> const& values)
{
    if constexpr (m == 1) {
        return values.head;
    } else {
        return values.head + trove::sum(values.tail);
    }
}

struct null_type {};

//! The list of the integers from first to last - 1.
template <int first, int last>
struct static_range {
    static constexpr int head = first;
    using tail = static_range<first + 1, last>;
};

template <int last>
struct static_range<last, last> {
    static constexpr int head = last;
    using tail = null_type;
};

namespace detail {

//! The number of U that have the size of a T.
template <class T, class U>
struct aliased_size {
    static constexpr int value = sizeof(T) / sizeof(U);
};

}  // namespace detail

}  // namespace trove

#include <heddle/detail/restore_macros.hpp>
