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

HEDDLE_HOST_CALLS_REFUSE
//! Returns function(value...). The function may take references. If a value is carried as bytes, the function gets the
//! element. nvcc refuses a function object whose operator() is host-only, and lambdas of host code.
template <class Function, class... Value>
HEDDLE_ALWAYS_INLINE decltype(auto) call(Function&& function, Value&&... value)
{
    return static_cast<Function&&>(function)(detail::as_element(value)...);
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
