// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to algorithms that move each element to another place, or combine it with its neighbor: reverse,
// reverse_copy, swap_ranges and adjacent_difference.
#pragma once

#include <heddle/algorithm/detail/difference_tile.cuh>
#include <heddle/algorithm/detail/mirrored_tile.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/adjacent_difference.h>
#include <thrust/functional.h>
#include <thrust/reverse.h>
#include <thrust/swap.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Iterator, class = std::enable_if_t<are_same_structs<Iterator, Iterator>()>>
void reverse(Policy& policy, Iterator first, Iterator last)
{
    auto const count = static_cast<std::size_t>(last - first);
    if (count < 2) return;
    auto* const array = detail::array_of(first);
    detail::finish(policy,
                   detail::swap_arrays<counterpart::mirrored>(thrust::cuda_cub::stream(policy), array,
                                                              array + (count - count / 2), count / 2),
                   "thrust::reverse");
}

template <class Policy, class In, class Out, class = std::enable_if_t<are_same_structs<In, Out>()>>
Out reverse_copy(Policy& policy, In first, In last, Out result)
{
    if (last - first == 0) return result;
    value_of<In> const* const from = detail::array_of(first);
    detail::finish(policy,
                   detail::reverse_copy_array(thrust::cuda_cub::stream(policy), from,
                                              static_cast<std::size_t>(last - first), detail::array_of(result)),
                   "thrust::reverse_copy");
    return result + (last - first);
}

template <class Policy, class A, class B,
          class = std::enable_if_t<are_same_structs<A, B>() && are_same_structs<B, A>()>>
B swap_ranges(Policy& policy, A first1, A last1, B first2)
{
    if (last1 - first1 == 0) return first2;
    detail::finish(policy,
                   detail::swap_arrays<counterpart::same_place>(thrust::cuda_cub::stream(policy),
                                                                detail::array_of(first1), detail::array_of(first2),
                                                                static_cast<std::size_t>(last1 - first1)),
                   "thrust::swap_ranges");
    return first2 + (last1 - first1);
}

template <class Policy, class In, class Out, class Operation, class = std::enable_if_t<are_same_structs<In, Out>()>>
Out adjacent_difference(Policy& policy, In first, In last, Out result, Operation operation)
{
    if (last - first == 0) return result;
    value_of<In> const* const from = detail::array_of(first);
    auto* const to = detail::array_of(result);
    // In place, a block could overwrite the element that the next block reads, so Thrust runs these calls.
    if (from == to) {
        thrust::cuda_cub::adjacent_difference(policy, detail::array_of(first), detail::array_of(last), to, operation);
    } else {
        detail::finish(policy,
                       detail::difference_arrays(thrust::cuda_cub::stream(policy), from,
                                                 static_cast<std::size_t>(last - first), to, operation),
                       "thrust::adjacent_difference");
    }
    return result + (last - first);
}
template <class Policy, class In, class Out, class = std::enable_if_t<are_same_structs<In, Out>()>>
Out adjacent_difference(Policy& policy, In first, In last, Out result)
{
    return in_thrust::adjacent_difference(policy, first, last, result, minus_of<value_of<In>>());
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(reverse)
HEDDLE_TAKE_OR_FORWARD(reverse_copy)
HEDDLE_TAKE_OR_FORWARD(swap_ranges)
HEDDLE_TAKE_OR_FORWARD(adjacent_difference)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
