// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the algorithms of algorithm/sort.cuh and algorithm/indexed.cuh.
#pragma once

#include <heddle/algorithm/indexed.cuh>
#include <heddle/algorithm/sort.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/gather.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Map, class In, class Out>
Out gather(Policy& policy, Map map_first, Map map_last, In input, Out result)
{
    if constexpr (is_array_of_larger<In, detail::max_direct_bytes>()) {
        if (map_last - map_first == 0) return result;
        detail::finish(policy,
                       heddle::gather(thrust::cuda_cub::stream(policy), detail::array_of(map_first),
                                      detail::array_of(map_last), detail::array_of(input), detail::array_of(result)),
                       "heddle::gather");
    } else {
        thrust::system::detail::generic::gather(policy, detail::array_of(map_first), detail::array_of(map_last),
                                                detail::array_of(input), detail::array_of(result));
    }
    return result + (map_last - map_first);
}

template <class Policy, class In, class Map, class Out>
void scatter(Policy& policy, In first, In last, Map map, Out result)
{
    if constexpr (is_array_of_larger<Out, detail::max_direct_bytes>()) {
        if (last - first == 0) return;
        detail::finish(policy,
                       heddle::scatter(thrust::cuda_cub::stream(policy), detail::array_of(first),
                                       detail::array_of(last), detail::array_of(map), detail::array_of(result)),
                       "heddle::scatter");
    } else {
        thrust::system::detail::generic::scatter(policy, detail::array_of(first), detail::array_of(last),
                                                 detail::array_of(map), detail::array_of(result));
    }
}

template <class Policy, class Iterator, class Compare>
void stable_sort(Policy& policy, Iterator first, Iterator last, Compare compare)
{
    if constexpr (is_array_of_larger<Iterator, min_merged_in_tiles - 1>()) {
        if (last - first < 2) return;
        detail::run_two_phase(policy, "heddle::device::sort", [&](void* temporary, std::size_t& bytes) {
            auto* const array = detail::array_of(first);
            return heddle::device::sort(temporary, bytes, thrust::cuda_cub::stream(policy), array, array,
                                        static_cast<std::size_t>(last - first), compare);
        });
    } else {
        thrust::cuda_cub::stable_sort(policy, detail::array_of(first), detail::array_of(last), compare);
    }
}
template <class Policy, class Iterator>
void stable_sort(Policy& policy, Iterator first, Iterator last)
{
    in_thrust::stable_sort(policy, first, last, less_of<value_of<Iterator>>());
}
template <class Policy, class Iterator, class... Compare>
void sort(Policy& policy, Iterator first, Iterator last, Compare... compare)
{
    in_thrust::stable_sort(policy, first, last, compare...);
}

template <class Policy, class Keys, class Values, class Compare>
void stable_sort_by_key(Policy& policy, Keys first, Keys last, Values values, Compare compare)
{
    if constexpr (is_array<array_of_t<Keys>> && is_array_of_larger<Values, max_carried_bytes>()) {
        if (last - first < 2) return;
        detail::run_two_phase(policy, "heddle::device::sort_by_key", [&](void* temporary, std::size_t& bytes) {
            auto* const keys = detail::array_of(first);
            auto* const array = detail::array_of(values);
            return heddle::device::sort_by_key(temporary, bytes, thrust::cuda_cub::stream(policy), keys, keys, array,
                                               array, static_cast<std::size_t>(last - first), compare);
        });
    } else {
        thrust::cuda_cub::stable_sort_by_key(policy, detail::array_of(first), detail::array_of(last),
                                             detail::array_of(values), compare);
    }
}
template <class Policy, class Keys, class Values>
void stable_sort_by_key(Policy& policy, Keys first, Keys last, Values values)
{
    in_thrust::stable_sort_by_key(policy, first, last, values, less_of<value_of<Keys>>());
}
template <class Policy, class Keys, class Values, class... Compare>
void sort_by_key(Policy& policy, Keys first, Keys last, Values values, Compare... compare)
{
    in_thrust::stable_sort_by_key(policy, first, last, values, compare...);
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(gather)
HEDDLE_DEFINE_FOR_THRUST(scatter)
HEDDLE_DEFINE_FOR_THRUST(stable_sort)
HEDDLE_DEFINE_FOR_THRUST(sort)
HEDDLE_DEFINE_FOR_THRUST(stable_sort_by_key)
HEDDLE_DEFINE_FOR_THRUST(sort_by_key)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
