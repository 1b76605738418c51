// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the algorithms of algorithm/select.cuh.
#pragma once

#include <heddle/algorithm/select.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/partition.cuh>
#include <heddle/thrust/detail/selected_count.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>
#include <heddle/thrust/replace.cuh>

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class In, class Out, class Predicate>
Out copy_if(Policy& policy, In first, In last, Out result, Predicate predicate)
{
    if constexpr (any_is_staged<In>) {
        return result + in_thrust::selected_by(
                            policy, "heddle::device::copy_if", last - first,
                            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                                return heddle::device::copy_if(temporary, bytes, stream, detail::array_of(first),
                                                               detail::array_of(last), detail::array_of(result),
                                                               selected, predicate);
                            });
    } else {
        return thrust::cuda_cub::copy_if(policy, first, last, result, predicate);
    }
}

template <class Policy, class In, class Stencil, class Out, class Predicate>
Out copy_if(Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate)
{
    if constexpr (any_is_staged<In>) {
        return result + in_thrust::selected_by(
                            policy, "heddle::device::copy_if", last - first,
                            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                                return heddle::device::copy_if(temporary, bytes, stream, detail::array_of(first),
                                                               detail::array_of(last), detail::array_of(stencil),
                                                               detail::array_of(result), selected, predicate);
                            });
    } else {
        return thrust::cuda_cub::copy_if(policy, first, last, stencil, result, predicate);
    }
}

template <class Predicate>
struct negated {
    Predicate predicate;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Value>
    HEDDLE_INLINE bool operator()(Value& value)
    {
        return !static_cast<bool>(detail::call(predicate, value));
    }
};

template <class Policy, class In, class Stencil, class Out, class Predicate>
Out remove_copy_if(Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate)
{
    if constexpr (any_is_staged<In>) {
        return in_thrust::copy_if(policy, first, last, stencil, result, negated<Predicate>{predicate});
    } else {
        return thrust::cuda_cub::remove_copy_if(policy, first, last, detail::array_of(stencil), result, predicate);
    }
}

template <class Policy, class In, class Out, class Predicate>
Out remove_copy_if(Policy& policy, In first, In last, Out result, Predicate predicate)
{
    if constexpr (any_is_staged<In>) {
        return result + in_thrust::selected_by(
                            policy, "heddle::device::remove_copy_if", last - first,
                            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                                return heddle::device::remove_copy_if(temporary, bytes, stream, detail::array_of(first),
                                                                      detail::array_of(last), detail::array_of(result),
                                                                      selected, predicate);
                            });
    } else {
        return thrust::cuda_cub::remove_copy_if(policy, first, last, result, predicate);
    }
}

template <class Policy, class Iterator, class Predicate>
Iterator remove_if(Policy& policy, Iterator first, Iterator last, Predicate predicate)
{
    if constexpr (any_is_staged<Iterator>) {
        return first + in_thrust::selected_by(
                           policy, "heddle::device::remove_if", last - first,
                           [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                               return heddle::device::remove_if(temporary, bytes, stream, detail::array_of(first),
                                                                detail::array_of(last), selected, predicate);
                           });
    } else {
        return thrust::cuda_cub::remove_if(policy, first, last, predicate);
    }
}

template <class Policy, class Iterator, class Stencil, class Predicate>
Iterator remove_if(Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate)
{
    if constexpr (any_is_staged<Iterator>) {
        return in_thrust::copy_if(policy, first, last, stencil, first, negated<Predicate>{predicate});
    } else {
        return first + (thrust::cuda_cub::remove_if(policy, detail::array_of(first), detail::array_of(last),
                                                    detail::array_of(stencil), predicate) -
                        detail::array_of(first));
    }
}

template <class Policy, class In, class Out, class Value, class = std::enable_if_t<any_is_staged<In>>>
Out remove_copy(Policy& policy, In first, In last, Out result, Value const& value)
{
    return in_thrust::remove_copy_if(policy, first, last, result, is_equal_to<Value>{value});
}
template <class Policy, class Iterator, class Value, class = std::enable_if_t<any_is_staged<Iterator>>>
Iterator remove(Policy& policy, Iterator first, Iterator last, Value const& value)
{
    return in_thrust::remove_if(policy, first, last, is_equal_to<Value>{value});
}

template <class Policy, class In, class Out, class Equal>
Out unique_copy(Policy& policy, In first, In last, Out result, Equal equal)
{
    if constexpr (any_is_staged<In>) {
        return result + in_thrust::selected_by(
                            policy, "heddle::device::unique_copy", last - first,
                            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                                return heddle::device::unique_copy(temporary, bytes, stream, detail::array_of(first),
                                                                   detail::array_of(last), detail::array_of(result),
                                                                   selected, equal);
                            });
    } else {
        auto const array = detail::array_of(result);
        return result +
               (thrust::cuda_cub::unique_copy(policy, detail::array_of(first), detail::array_of(last), array, equal) -
                array);
    }
}

template <class Policy, class In, class Out>
Out unique_copy(Policy& policy, In first, In last, Out result)
{
    return in_thrust::unique_copy(policy, first, last, result, equal_to_of<value_of<In>>());
}

template <class Policy, class Iterator, class Equal>
Iterator unique(Policy& policy, Iterator first, Iterator last, Equal equal)
{
    if constexpr (any_is_staged<Iterator>) {
        return first + in_thrust::selected_by(
                           policy, "heddle::device::unique", last - first,
                           [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                               return heddle::device::unique(temporary, bytes, stream, detail::array_of(first),
                                                             detail::array_of(last), selected, equal);
                           });
    } else {
        auto const array = detail::array_of(first);
        return first + (thrust::cuda_cub::unique(policy, array, detail::array_of(last), equal) - array);
    }
}

template <class Policy, class Iterator>
Iterator unique(Policy& policy, Iterator first, Iterator last)
{
    return in_thrust::unique(policy, first, last, equal_to_of<value_of<Iterator>>());
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(copy_if)
HEDDLE_DEFINE_FOR_THRUST(remove_copy_if)
HEDDLE_DEFINE_FOR_THRUST(remove_if)
HEDDLE_DEFINE_FOR_THRUST(unique_copy)
HEDDLE_DEFINE_FOR_THRUST(unique)

}  // namespace types

HEDDLE_TAKE_OR_FORWARD(remove)
HEDDLE_TAKE_OR_FORWARD(remove_copy)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
