// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls functions of the user.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True for the type of a lambda, for which nvcc prints "lambda [](int &)->void". False with other compilers, which call
//! a lambda as they call a function object.
template <class Function>
HEDDLE_HOST_DEVICE constexpr bool is_lambda()
{
    char const* text = __PRETTY_FUNCTION__;  // "… [with Function = lambda [](int &)->void]"
    while (*text != '=' && *text != '\0') ++text;
    for (char const* expected = "= lambda ["; *expected != '\0'; ++expected, ++text) {
        if (*text != *expected) return false;
    }
    return true;
}

HEDDLE_HOST_CALLS_TAKE_LAMBDAS
template <class Lambda, class... Value>
HEDDLE_ALWAYS_INLINE decltype(auto) call_lambda(Lambda&& lambda, Value&&... value)
{
    return lambda(detail::as_element(value)...);
}
HEDDLE_HOST_CALLS_END

HEDDLE_HOST_CALLS_REFUSE
//! Returns function(value...). The function may take references. If a value is carried as bytes, the function gets the
//! element. nvcc refuses a function object whose operator() is host-only.
template <class Function, class... Value>
HEDDLE_ALWAYS_INLINE decltype(auto) call(Function&& function, Value&&... value)
{
    if constexpr (is_lambda<std::remove_cv_t<std::remove_reference_t<Function>>>()) {
        return detail::call_lambda(function, value...);
    } else {
        return static_cast<Function&&>(function)(detail::as_element(value)...);
    }
}

//! Returns (element.*function)().
template <class Class, class Result, class T>
HEDDLE_ALWAYS_INLINE decltype(auto) call(Result Class::*function, T& element)
{
    return (element.*function)();
}
HEDDLE_HOST_CALLS_END

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
