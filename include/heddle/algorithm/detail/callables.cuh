// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What algorithms make of the callables that they are given.
#pragma once

#include "../../config.cuh"
#include "../../detail/element_bytes.cuh"

#include <cstddef>

namespace heddle::detail {

//! The numbers from `value` on.
struct counting {
    std::ptrdiff_t value;

    HEDDLE_INLINE std::ptrdiff_t operator*() const { return value; }
    HEDDLE_INLINE counting operator+(std::ptrdiff_t n) const { return {value + n}; }
};

//! Calls function(value...); it may take them by reference. Carried elements are given as elements.
HEDDLE_EXEC_CHECK_DISABLE
template <class Function, class... Value>
HEDDLE_INLINE decltype(auto) call(Function&& function, Value&&... value)
{
    return function(as_element(value)...);
}

//! A function that is wanted for some elements alone.
template <class Function, class Predicate>
struct conditional {
    Function function;
    Predicate predicate;
};

//! Callables for a stencil in front of the inputs: the predicate has it alone, the function the inputs.
template <class Predicate>
struct of_first {
    Predicate predicate;
};
template <class Function>
struct of_rest {
    Function function;
};

// Callables that are given nothing to work on, or do nothing.
template <class Value>
struct constant {
    Value value;
    HEDDLE_INLINE Value const& operator()(std::ptrdiff_t) const { return value; }
};
template <class Generator>
struct generated {
    Generator generator;
    HEDDLE_INLINE decltype(auto) operator()(std::ptrdiff_t) { return generator(); }
};
struct identity {
    template <class Value>
    HEDDLE_INLINE Value const& operator()(Value const& value) const
    {
        return value;
    }
};

//! Whether a function is wanted for some elements alone.
template <class Function>
inline constexpr bool is_conditional = false;
template <class Function, class Predicate>
inline constexpr bool is_conditional<conditional<Function, Predicate>> = true;

}  // namespace heddle::detail
