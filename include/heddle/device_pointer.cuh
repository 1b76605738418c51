// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// is_device_pointer: the types that heddle accepts in place of a T*, such as coalesced_ptr and the pointers of Thrust.
// Owning pointers are not accepted, because the owner might free the element before the kernel reads it.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

struct by_plan;
template <class T, class Policy = by_plan>
class coalesced_ptr;

}  // namespace types

using types::coalesced_ptr;

namespace detail {

template <class Pointer, class = void>
struct got_pointer {
};
template <class Pointer>
struct got_pointer<Pointer,
                   std::enable_if_t<std::is_pointer_v<std::decay_t<decltype(std::declval<Pointer const&>().get())>>>> {
    using type = std::decay_t<decltype(std::declval<Pointer const&>().get())>;
};

//! True if Pointer is a thrust::pointer, such as thrust::device_ptr, which owns nothing. Only such types have a member
//! type raw_pointer, so Thrust's headers are not needed to recognize them.
template <class Pointer, class = void>
struct is_pointer_of_thrust : std::false_type {
};
template <class Pointer>
struct is_pointer_of_thrust<Pointer, std::void_t<typename Pointer::raw_pointer>>
    : std::bool_constant<std::is_same_v<typename Pointer::raw_pointer, typename got_pointer<Pointer>::type> &&
                         std::is_trivially_copyable_v<Pointer>> {
};

}  // namespace detail

//! True if Pointer is a non-owning pointer to elements, such as thrust::device_ptr. Functions that take a T*, and
//! coalesced_ptr's constructor, then also take a Pointer and call its get(). Specialize this trait for your own pointer
//! type, whose get() returns the T*:
//!     template <class T>
//!     struct heddle::is_device_pointer<my_pointer<T>> : std::true_type {};
template <class Pointer>
struct is_device_pointer : detail::is_pointer_of_thrust<Pointer> {
};

template <class T, class Policy>
struct is_device_pointer<coalesced_ptr<T, Policy>> : std::true_type {
};

namespace detail {

template <class Pointer>
inline constexpr bool is_coalesced = false;
template <class T, class Policy>
inline constexpr bool is_coalesced<coalesced_ptr<T, Policy>> = true;

enum class pointer_kind {
    device,  //!< is_device_pointer holds
    other,
};

// Names Result if Pointer is no coalesced_ptr, is of the given kind, and its get() returns a pointer that converts to T*.
template <pointer_kind Kind, class Pointer, class T, class Result>
using if_get_gives =
    std::enable_if_t<!is_coalesced<Pointer> && is_device_pointer<Pointer>::value == (Kind == pointer_kind::device) &&
                         std::is_convertible_v<typename got_pointer<Pointer>::type, T*>,
                     Result>;

// Compilers print these names when they refuse a conversion. (With a static_assert, std::is_convertible would be true.)
struct this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer {};
struct a_coalesced_ptr_becomes_a_raw_pointer_only_when_asked_write_p_get {};

//! Specialize this struct, with a static from(T*), so that coalesced_ptr<T> converts to another library's type Target.
template <class Target, class T, class = void>
struct made_of_raw_pointer {
};

template <class T, class = std::enable_if_t<!std::is_function_v<T>>>
HEDDLE_INLINE constexpr T* raw_pointer(T* pointer)
{
    return pointer;
}
template <class Pointer>
HEDDLE_INLINE constexpr typename got_pointer<Pointer>::type raw_pointer(Pointer const& pointer)
{
    static_assert(is_device_pointer<Pointer>::value,
                  "heddle: this is no pointer to device memory that heddle knows, and may own what it points "
                  "to: write p.get() if that outlives the kernel, or specialize "
                  "heddle::is_device_pointer<Pointer>");
    return pointer.get();
}

template <class Pointer>
using pointee_t = std::remove_pointer_t<decltype(detail::raw_pointer(std::declval<Pointer const&>()))>;
template <class Pointer>
using element_t = std::remove_const_t<pointee_t<Pointer>>;

template <class Pointer, class = void>
inline constexpr bool has_raw_pointer = false;
template <class Pointer>
inline constexpr bool has_raw_pointer<Pointer, std::void_t<pointee_t<Pointer>>> = true;

//! Names int if Index is an integer type or an unscoped enumeration.
template <class Index>
using if_integer = std::enable_if_t<
    std::is_scalar_v<Index> && !std::is_floating_point_v<Index> && std::is_convertible_v<Index, std::ptrdiff_t>, int>;

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
