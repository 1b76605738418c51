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

//! True for the type of a lambda, which lacks a default constructor and an assignment or, in C++20, converts to a
//! function pointer. Also true for a class of which one of these holds.
template <class Function, class = void>
inline constexpr bool is_lambda =
    std::is_class_v<Function> && !std::is_default_constructible_v<Function> && !std::is_copy_assignable_v<Function>;
template <class Function>
inline constexpr bool is_lambda<Function, std::void_t<decltype(+std::declval<Function const&>())>> =
    std::is_class_v<Function>;

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
    if constexpr (is_lambda<std::remove_cv_t<std::remove_reference_t<Function>>>) {
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
