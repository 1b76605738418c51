// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the type of a reduction's sums, and converts values of other types to this type. Both steps are as in all
// versions of CUB, so that results are the same.
#pragma once

#include <heddle/config.cuh>

#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if the host knows the callable's result type. For a __device__ lambda without `-> type`, nvcc always reports
//! int to host code.
#if defined(__NVCC__) && defined(__CUDACC_EXTENDED_LAMBDA__)
template <class Callable>
inline constexpr bool has_known_result = !__nv_is_extended_device_lambda_closure_type(Callable) ||
#    if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 3)
                                         __nv_is_extended_device_lambda_with_preserved_return_type(Callable) ||
#    endif
                                         __nv_is_extended_host_device_lambda_closure_type(Callable);
#else
template <class Callable>
inline constexpr bool has_known_result = true;
#endif

template <class T>
struct type_of_sums {
    using type = T;
};

template <class Operation, class Input, class Init>
constexpr auto accumulator_of()
{
    if constexpr (!has_known_result<Operation>) {
        return type_of_sums<Init>{};
    } else if constexpr (std::is_invocable_v<Operation, Init, Input>) {
        return type_of_sums<std::decay_t<std::invoke_result_t<Operation, Init, Input>>>{};
    } else {
        return type_of_sums<Init>{};
    }
}

//! The type of sums of Inputs whose initial value has the type Init: the result type of operation(init, input). The
//! type is Init if this call does not compile, or if host code cannot determine its result type (a __device__ lambda).
template <class Operation, class Input, class Init>
using accumulator_t = typename decltype(accumulator_of<Operation, Input, Init>())::type;

template <class Operation, class Transform, class Element, class Init>
constexpr auto transformed_accumulator_of()
{
    if constexpr (!has_known_result<Transform>) {
        return type_of_sums<Init>{};
    } else if constexpr (std::is_invocable_v<Transform, Element>) {
        using input = std::invoke_result_t<Transform, Element>;
        return type_of_sums<accumulator_t<Operation, input, Init>>{};
    } else {
        return type_of_sums<Init>{};
    }
}

//! accumulator_t for inputs that are the results of transform(element).
template <class Operation, class Transform, class Element, class Init>
using transformed_accumulator_t =
    typename decltype(transformed_accumulator_of<Operation, Transform, Element, Init>())::type;

//! Converts `from` to a Value: by assignment to a new Value if possible, otherwise with a cast.
template <class Value, class From>
HEDDLE_INLINE Value converted_to(From const& from)
{
    if constexpr (std::is_class_v<Value> && !std::is_same_v<Value, From> && std::is_default_constructible_v<Value> &&
                  std::is_assignable_v<Value&, From const&>) {
        Value value{};
        value = from;
        return value;
    } else {
        return static_cast<Value>(from);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
