// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the copies of algorithm/transform.cuh.
#pragma once

#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust/detail/elements.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/copy.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class In, class Out>
inline constexpr bool are_arrays_of_one_type =
    is_array<array_of_t<In>>&& is_array<array_of_t<Out>>&& std::is_same_v<value_of<In>, value_of<Out>>;

//! Returns whether two different arrays overlap.
template <class T>
bool are_entangled(T const* first, T const* last, T const* result)
{
    auto const begin = reinterpret_cast<std::uintptr_t>(first);
    auto const to = reinterpret_cast<std::uintptr_t>(result);
    std::uintptr_t const bytes = reinterpret_cast<std::uintptr_t>(last) - begin;
    return begin != to && (begin < to ? to - begin : begin - to) < bytes;
}

// Blocks copy tiles in any order, so a copy between overlapping arrays goes through temporary storage.
template <class Policy, class In, class Out>
Out copy(Policy& policy, In first, In last, Out result)
{
    if constexpr (any_is_ours<In, Out>) {
        if (last - first == 0) return result;
        cudaStream_t const stream = thrust::cuda_cub::stream(policy);
        if constexpr (are_arrays_of_one_type<In, Out>) {
            if (in_thrust::are_entangled(detail::array_of(first), detail::array_of(last), detail::array_of(result))) {
                using element = value_of<In>;
                auto const count = static_cast<std::size_t>(last - first);
                device_bytes<Policy> memory(policy, count * sizeof(element));
                auto* const aside = static_cast<element*>(memory.data());
                thrust::cuda_cub::throw_on_error(
                    heddle::copy(stream, detail::array_of(first), detail::array_of(last), aside), "heddle::copy");
                detail::finish(policy, heddle::copy(stream, aside, aside + count, detail::array_of(result)),
                               "heddle::copy");
                return result + (last - first);
            }
        }
        detail::finish(policy,
                       heddle::copy(stream, detail::input_of(first), detail::input_of(last), detail::array_of(result)),
                       "heddle::copy");
        return result + (last - first);
    } else {
        return thrust::cuda_cub::copy(policy, first, last, result);
    }
}

template <class Policy, class In, class Size, class Out>
Out copy_n(Policy& policy, In first, Size count, Out result)
{
    return in_thrust::copy(policy, first, first + count, result);
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(copy)
HEDDLE_DEFINE_FOR_THRUST(copy_n)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
