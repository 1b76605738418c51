// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the partitions of algorithm/select.cuh.
#pragma once

#include <heddle/algorithm/select.cuh>
#include <heddle/thrust/detail/selected_count.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/pair.h>
#include <thrust/partition.h>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

// For elements of up to this many bytes partition_copy calls Thrust, which is faster for single bytes.
inline constexpr std::size_t max_copied_by_thrust = 1;

template <class Policy, class Iterator, class Predicate>
Iterator stable_partition(Policy& policy, Iterator first, Iterator last, Predicate predicate)
{
    if constexpr (any_is_staged<Iterator>) {
        return first + in_thrust::selected_by(
                           policy, "heddle::device::partition", last - first,
                           [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                               return heddle::device::partition(temporary, bytes, stream, detail::array_of(first),
                                                                detail::array_of(last), selected, predicate);
                           });
    } else {
        auto const middle =
            thrust::cuda_cub::stable_partition(policy, detail::array_of(first), detail::array_of(last), predicate);
        return first + (middle - detail::array_of(first));
    }
}

template <class Policy, class Iterator, class Predicate>
Iterator partition(Policy& policy, Iterator first, Iterator last, Predicate predicate)
{
    return in_thrust::stable_partition(policy, first, last, predicate);
}

template <class Policy, class In, class Out, class Others, class Predicate>
thrust::pair<Out, Others> stable_partition_copy(Policy& policy, In first, In last, Out result, Others rejected,
                                                Predicate predicate)
{
    if constexpr (any_is_staged<In> && is_array_of_larger<In, max_copied_by_thrust>()) {
        std::ptrdiff_t const found =
            in_thrust::selected_by(policy, "heddle::device::partition_copy", last - first,
                                   [&](void* temporary, std::size_t& bytes, cudaStream_t stream, auto* selected) {
                                       return heddle::device::partition_copy(
                                           temporary, bytes, stream, detail::array_of(first), detail::array_of(last),
                                           detail::array_of(result), detail::array_of(rejected), selected, predicate);
                                   });
        return {result + found, rejected + (last - first - found)};
    } else {
        auto const ends =
            thrust::cuda_cub::stable_partition_copy(policy, detail::array_of(first), detail::array_of(last),
                                                    detail::array_of(result), detail::array_of(rejected), predicate);
        return {result + (ends.first - detail::array_of(result)),
                rejected + (ends.second - detail::array_of(rejected))};
    }
}
template <class Policy, class In, class Out, class Others, class Predicate>
thrust::pair<Out, Others> partition_copy(Policy& policy, In first, In last, Out result, Others rejected,
                                         Predicate predicate)
{
    return in_thrust::stable_partition_copy(policy, first, last, result, rejected, predicate);
}

// Partitions that take a stencil are left to Thrust.

template <class Policy, class Iterator, class Stencil, class Predicate>
Iterator stable_partition(Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate)
{
    auto const middle = thrust::cuda_cub::stable_partition(policy, detail::array_of(first), detail::array_of(last),
                                                           detail::array_of(stencil), predicate);
    return first + (middle - detail::array_of(first));
}

template <class Policy, class Iterator, class Stencil, class Predicate>
Iterator partition(Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate)
{
    auto const middle = thrust::cuda_cub::partition(policy, detail::array_of(first), detail::array_of(last),
                                                    detail::array_of(stencil), predicate);
    return first + (middle - detail::array_of(first));
}

template <class Policy, class In, class Stencil, class Out, class Others, class Predicate>
thrust::pair<Out, Others> stable_partition_copy(Policy& policy, In first, In last, Stencil stencil, Out result,
                                                Others rejected, Predicate predicate)
{
    auto const ends = thrust::cuda_cub::stable_partition_copy(policy, detail::array_of(first), detail::array_of(last),
                                                              detail::array_of(stencil), detail::array_of(result),
                                                              detail::array_of(rejected), predicate);
    return {result + (ends.first - detail::array_of(result)), rejected + (ends.second - detail::array_of(rejected))};
}

template <class Policy, class In, class Stencil, class Out, class Others, class Predicate>
thrust::pair<Out, Others> partition_copy(Policy& policy, In first, In last, Stencil stencil, Out result,
                                         Others rejected, Predicate predicate)
{
    auto const ends = thrust::cuda_cub::partition_copy(policy, detail::array_of(first), detail::array_of(last),
                                                       detail::array_of(stencil), detail::array_of(result),
                                                       detail::array_of(rejected), predicate);
    return {result + (ends.first - detail::array_of(result)), rejected + (ends.second - detail::array_of(rejected))};
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(stable_partition)
HEDDLE_DEFINE_FOR_THRUST(partition)
HEDDLE_DEFINE_FOR_THRUST(stable_partition_copy)
HEDDLE_DEFINE_FOR_THRUST(partition_copy)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
