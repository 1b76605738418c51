// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// uninitialized_copy and uninitialized_fill with Thrust's interface. Elements are constructed, not assigned, even if
// their constructors are explicit.
#pragma once

#include <heddle/config.cuh>
#include <heddle/thrust/detail/fill.cuh>
#include <heddle/thrust/detail/transform.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

//! Returns a T that is constructed from an element.
template <class T>
struct construct_from_element {
    template <class Value>
    HEDDLE_INLINE T operator()(Value const& value) const
    {
        return T(value);
    }
};
//! Returns, for every index, a T that is constructed from the value.
template <class T, class Value>
struct construct_from_value {
    Value value;
    HEDDLE_INLINE T operator()(std::ptrdiff_t) const { return T(value); }
};

template <class Policy, class In, class Out>
Out uninitialized_copy(Policy& policy, In first, In last, Out result)
{
    if constexpr (any_is_ours<Out>) {
        return in_thrust::transform(policy, first, last, result, construct_from_element<value_of<Out>>{});
    } else {
        return thrust::cuda_cub::uninitialized_copy(policy, first, last, result);
    }
}

template <class Policy, class Out, class Value>
void uninitialized_fill(Policy& policy, Out first, Out last, Value const& value)
{
    if constexpr (any_is_ours<Out>) {
        in_thrust::tabulate(policy, first, last, construct_from_value<value_of<Out>, Value>{value});
    } else {
        thrust::cuda_cub::uninitialized_fill(policy, first, last, value);
    }
}

template <class Policy, class In, class Size, class Out>
Out uninitialized_copy_n(Policy& policy, In first, Size count, Out result)
{
    return in_thrust::uninitialized_copy(policy, first, first + count, result);
}
template <class Policy, class Out, class Size, class Value>
Out uninitialized_fill_n(Policy& policy, Out first, Size count, Value const& value)
{
    in_thrust::uninitialized_fill(policy, first, first + count, value);
    return first + count;
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(uninitialized_copy)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_copy_n)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_fill)
HEDDLE_DEFINE_FOR_THRUST(uninitialized_fill_n)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
