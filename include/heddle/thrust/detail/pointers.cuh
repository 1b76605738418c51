// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversions and comparisons between coalesced_ptr and Thrust's pointers and iterators of device_vector, so that the
// result of an algorithm can be used in the same way as its arguments.
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/thrust/detail/compatibility.cuh>

#include <thrust/device_ptr.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Returns a coalesced_ptr for an iterator of thrust::device_vector.
template <class Pointer>
auto make_coalesced(thrust::detail::normal_iterator<Pointer> const& iterator)
{
    return heddle::make_coalesced(thrust::raw_pointer_cast(iterator.base()));
}

namespace detail {

//! Converts between T* and Thrust's pointers to device memory, or iterators based on such pointers.
template <class Pointer, class = void>
struct thrust_pointer {
};
template <class Pointer>
struct thrust_pointer<
    Pointer,
    std::enable_if_t<is_pointer_of_thrust<Pointer>::value &&
                     std::is_convertible_v<typename thrust::iterator_system<Pointer>::type, thrust::cuda_cub::tag>>> {
    using raw = typename Pointer::raw_pointer;
    HEDDLE_INLINE static raw get(Pointer const& pointer) { return pointer.get(); }
    HEDDLE_INLINE static Pointer from(raw pointer) { return Pointer(pointer); }
};
template <class Pointer>
struct thrust_pointer<thrust::detail::normal_iterator<Pointer>, std::void_t<typename thrust_pointer<Pointer>::raw>> {
    using iterator = thrust::detail::normal_iterator<Pointer>;
    using raw = typename thrust_pointer<Pointer>::raw;
    HEDDLE_INLINE static raw get(iterator const& it) { return thrust_pointer<Pointer>::get(it.base()); }
    HEDDLE_INLINE static iterator from(raw pointer) { return iterator(thrust_pointer<Pointer>::from(pointer)); }
};

template <class Target, class T>
struct made_of_raw_pointer<Target, T, std::enable_if_t<std::is_convertible_v<T*, typename thrust_pointer<Target>::raw>>>
    : thrust_pointer<Target> {
};

}  // namespace detail

namespace types {

#define HEDDLE_DEFINE_WITH_THRUST(result, op)                                               \
    template <class T, class Policy, class Pointer>                                         \
    HEDDLE_INLINE auto operator op(coalesced_ptr<T, Policy> const& a, Pointer const& b)     \
        ->decltype(static_cast<result>(a.get() op detail::thrust_pointer<Pointer>::get(b))) \
    {                                                                                       \
        return a.get() op detail::thrust_pointer<Pointer>::get(b);                          \
    }                                                                                       \
    template <class T, class Policy, class Pointer>                                         \
    HEDDLE_INLINE auto operator op(Pointer const& a, coalesced_ptr<T, Policy> const& b)     \
        ->decltype(static_cast<result>(detail::thrust_pointer<Pointer>::get(a) op b.get())) \
    {                                                                                       \
        return detail::thrust_pointer<Pointer>::get(a) op b.get();                          \
    }
HEDDLE_DEFINE_WITH_THRUST(std::ptrdiff_t, -)
HEDDLE_DEFINE_WITH_THRUST(bool, ==)
HEDDLE_DEFINE_WITH_THRUST(bool, !=)
HEDDLE_DEFINE_WITH_THRUST(bool, <)
HEDDLE_DEFINE_WITH_THRUST(bool, <=)
HEDDLE_DEFINE_WITH_THRUST(bool, >)
HEDDLE_DEFINE_WITH_THRUST(bool, >=)
#undef HEDDLE_DEFINE_WITH_THRUST

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
