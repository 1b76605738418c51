// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the smallest and largest elements.
#pragma once

#include <heddle/algorithm/detail/extrema.cuh>
#include <heddle/algorithm/reduce.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/extrema.h>
#include <thrust/pair.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

//! Minimum bytes of structs among which heddle's kernels find extrema. Thrust's kernels are about as fast for 28 bytes.
inline constexpr std::size_t min_extreme_bytes = 28;

//! Returns the reduction of the places of all elements.
//! Requires: there are elements
template <class Value, class Policy, class In, class Best>
Value best_places(Policy& policy, char const* algorithm, In const& first, In const& last, Best const& best)
{
    return detail::result_of_two_phase<Value>(
        policy, algorithm, [&](void* temporary, std::size_t& bytes, Value* result) {
            return heddle::device::transform_reduce(temporary, bytes, thrust::cuda_cub::stream(policy),
                                                    detail::array_of(first), detail::array_of(last), result, Value{},
                                                    best, best);
        });
}

template <extremum Which, class Policy, class In, class Compare>
In extreme_element(Policy& policy, char const* algorithm, In first, In last, Compare const& compare)
{
    if (last - first == 0) return last;
    using best = best_place<Which, value_of<In>, Compare>;
    return first + in_thrust::best_places<std::ptrdiff_t>(policy, algorithm, first, last,
                                                          best{detail::array_of(first), compare});
}

template <class Policy, class In, class Compare,
          class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
In min_element(Policy& policy, In first, In last, Compare compare)
{
    return in_thrust::extreme_element<extremum::smallest>(policy, "thrust::min_element", first, last, compare);
}
template <class Policy, class In, class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
In min_element(Policy& policy, In first, In last)
{
    return in_thrust::min_element(policy, first, last, less_of<value_of<In>>());
}
template <class Policy, class In, class Compare,
          class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
In max_element(Policy& policy, In first, In last, Compare compare)
{
    return in_thrust::extreme_element<extremum::largest>(policy, "thrust::max_element", first, last, compare);
}
template <class Policy, class In, class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
In max_element(Policy& policy, In first, In last)
{
    return in_thrust::max_element(policy, first, last, less_of<value_of<In>>());
}

template <class Policy, class In, class Compare,
          class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
thrust::pair<In, In> minmax_element(Policy& policy, In first, In last, Compare compare)
{
    if (last - first == 0) return {last, last};
    value_of<In> const* const array = detail::array_of(first);
    auto const found =
        in_thrust::best_places<extreme_places>(policy, "thrust::minmax_element", first, last,
                                               both_places<value_of<In>, Compare>{{array, compare}, {array, compare}});
    return {first + found.smallest, first + found.largest};
}
template <class Policy, class In, class = std::enable_if_t<is_array_of_structs_of<In, min_extreme_bytes>()>>
thrust::pair<In, In> minmax_element(Policy& policy, In first, In last)
{
    return in_thrust::minmax_element(policy, first, last, less_of<value_of<In>>());
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(min_element)
HEDDLE_TAKE_OR_FORWARD(max_element)
HEDDLE_TAKE_OR_FORWARD(minmax_element)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
