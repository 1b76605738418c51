// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The callables and iterators of algorithms that have no input sequence.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! An iterator over value, value + 1, value + 2, ….
struct counting {
    std::ptrdiff_t value;

    HEDDLE_INLINE std::ptrdiff_t operator*() const { return value; }
    HEDDLE_INLINE counting operator+(std::ptrdiff_t n) const { return {value + n}; }
};

//! A function, and a predicate: the function is called only for elements for which predicate(element) holds.
template <class Function, class Predicate>
struct conditional {
    Function function;
    Predicate predicate;
};

//! Callables of an algorithm whose first input is a stencil: of_first passes only the stencil's element to the
//! predicate, and of_rest passes only the elements of the other inputs to the function.
template <class Predicate>
struct of_first {
    Predicate predicate;
};
template <class Function>
struct of_rest {
    Function function;
};

// The callables of fill, replace, generate, copy and reduce.
template <class Value>
struct constant {
    Value value;
    template <class Argument>
    HEDDLE_INLINE Value const& operator()(Argument const&) const
    {
        return value;
    }
};
template <class Generator>
struct generated {
    Generator generator;
    HEDDLE_INLINE decltype(auto) operator()(std::ptrdiff_t) { return detail::call(generator); }
};
struct identity {
    template <class Value>
    HEDDLE_INLINE Value const& operator()(Value const& value) const
    {
        return value;
    }
};

template <class Function>
inline constexpr bool is_conditional = false;
template <class Function, class Predicate>
inline constexpr bool is_conditional<conditional<Function, Predicate>> = true;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
