// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// replace, replace_if, replace_copy and replace_copy_if with Thrust's interface, which run as transforms on arrays.
#pragma once

#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/thrust/iterator.cuh>
#include <heddle/thrust/transform.cuh>

#include <thrust/replace.h>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Value>
struct is_equal_to {
    Value value;
    template <class Element>
    HEDDLE_INLINE bool operator()(Element const& element) const
    {
        return static_cast<bool>(element == value);
    }
};
//! Returns, as a Result, the new value if the predicate is true for an element, otherwise the element.
template <class Result, class Predicate, class Value>
struct replaced {
    Predicate predicate;
    Value value;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element>
    HEDDLE_INLINE Result operator()(Element& element)
    {
        return static_cast<bool>(detail::call(predicate, element)) ? Result(value) : Result(element);
    }
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element, class Flag>
    HEDDLE_INLINE Result operator()(Element& element, Flag& flag)
    {
        return static_cast<bool>(detail::call(predicate, flag)) ? Result(value) : Result(element);
    }
};

template <class Policy, class Iterator, class Predicate, class Value>
void replace_if(Policy& policy, Iterator first, Iterator last, Predicate predicate, Value const& value)
{
    if constexpr (any_is_ours<Iterator>) {
        in_thrust::transform_if(policy, first, last, first, constant<Value>{value}, predicate);
    } else {
        thrust::cuda_cub::replace_if(policy, first, last, predicate, value);
    }
}

template <class Policy, class Iterator, class Stencil, class Predicate, class Value>
void replace_if(Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate, Value const& value)
{
    if constexpr (any_is_ours<Iterator, Stencil>) {
        in_thrust::transform_if(policy, first, last, stencil, first, constant<Value>{value}, predicate);
    } else {
        thrust::cuda_cub::replace_if(policy, first, last, stencil, predicate, value);
    }
}

template <class Policy, class Iterator, class Value>
void replace(Policy& policy, Iterator first, Iterator last, Value const& old_value, Value const& new_value)
{
    if constexpr (any_is_ours<Iterator>) {
        in_thrust::replace_if(policy, first, last, is_equal_to<Value>{old_value}, new_value);
    } else {
        thrust::cuda_cub::replace(policy, first, last, old_value, new_value);
    }
}

template <class Policy, class In, class Out, class Predicate, class Value>
Out replace_copy_if(Policy& policy, In first, In last, Out result, Predicate predicate, Value const& value)
{
    if constexpr (any_is_ours<In, Out>) {
        return in_thrust::transform(policy, first, last, result,
                                    replaced<value_of<Out>, Predicate, Value>{predicate, value});
    } else {
        return thrust::cuda_cub::replace_copy_if(policy, first, last, result, predicate, value);
    }
}

template <class Policy, class In, class Stencil, class Out, class Predicate, class Value>
Out replace_copy_if(Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate,
                    Value const& value)
{
    if constexpr (any_is_ours<In, Stencil, Out>) {
        return in_thrust::transform(policy, first, last, stencil, result,
                                    replaced<value_of<Out>, Predicate, Value>{predicate, value});
    } else {
        return thrust::cuda_cub::replace_copy_if(policy, first, last, stencil, result, predicate, value);
    }
}

template <class Policy, class In, class Out, class Value>
Out replace_copy(Policy& policy, In first, In last, Out result, Value const& old_value, Value const& new_value)
{
    if constexpr (any_is_ours<In, Out>) {
        return in_thrust::replace_copy_if(policy, first, last, result, is_equal_to<Value>{old_value}, new_value);
    } else {
        return thrust::cuda_cub::replace_copy(policy, first, last, result, old_value, new_value);
    }
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(replace)
HEDDLE_DEFINE_FOR_THRUST(replace_if)
HEDDLE_DEFINE_FOR_THRUST(replace_copy)
HEDDLE_DEFINE_FOR_THRUST(replace_copy_if)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
