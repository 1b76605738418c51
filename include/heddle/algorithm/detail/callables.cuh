// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of user callables, and the callables and iterators of algorithms without an input.
#pragma once

#include "../../config.cuh"
#include "../../detail/element_bytes.cuh"

#include <cstddef>

namespace heddle::detail {

//! An iterator over the numbers from `value` on.
struct counting {
    std::ptrdiff_t value;

    HEDDLE_INLINE std::ptrdiff_t operator*() const { return value; }
    HEDDLE_INLINE counting operator+(std::ptrdiff_t n) const { return {value + n}; }
};

//! Calls function(value...), which may take its arguments by reference. Carried elements are passed as
//! elements.
HEDDLE_EXEC_CHECK_DISABLE
template <class Function, class... Value>
HEDDLE_INLINE decltype(auto) call(Function&& function, Value&&... value)
{
    return function(as_element(value)...);
}

//! A function that is called only for elements with predicate(element).
template <class Function, class Predicate>
struct conditional {
    Function function;
    Predicate predicate;
};

//! Callables for a stencil in front of the inputs: of_first calls the predicate with the stencil's element,
//! of_rest the function with the elements of the inputs.
template <class Predicate>
struct of_first {
    Predicate predicate;
};
template <class Function>
struct of_rest {
    Function function;
};

// The callables of fill, generate and copy.
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

//! Whether a function is a `conditional`.
template <class Function>
inline constexpr bool is_conditional = false;
template <class Function, class Predicate>
inline constexpr bool is_conditional<conditional<Function, Predicate>> = true;

}  // namespace heddle::detail
