// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What may stand for a T* where elements are loaded and stored: the pointers of Thrust, and those of
// which their users say so. What owns its element may not: it would be gone when the kernel reads it.
#pragma once

#include "config.cuh"
#include "detail/standard_library.hpp"

namespace heddle {

namespace detail {

// The T* that a type's get() gives.
template <class Pointer, class = void>
struct got_pointer {
};
template <class Pointer>
struct got_pointer<Pointer, std::enable_if_t<std::is_pointer_v<
                                std::decay_t<decltype(std::declval<Pointer const&>().get())>>>> {
    using type = std::decay_t<decltype(std::declval<Pointer const&>().get())>;
};

//! Whether Pointer is a thrust::device_ptr or another thrust::pointer, told without Thrust's headers: only
//! those name their raw_pointer, and they own nothing.
template <class Pointer, class = void>
struct is_pointer_of_thrust : std::false_type {
};
template <class Pointer>
struct is_pointer_of_thrust<Pointer, std::void_t<typename Pointer::raw_pointer>>
    : std::bool_constant<
          std::is_same_v<typename Pointer::raw_pointer, typename got_pointer<Pointer>::type> &&
          std::is_trivially_copyable_v<Pointer>> {
};

}  // namespace detail

//! Whether a Pointer points to elements as a T* does and owns nothing, so that its get() may stand for it in
//! coalesced_ptr, load, store and all else that takes a pointer. It holds for thrust::device_ptr.
//! Specialise it for a pointer of yours whose get() gives the T*:
//!     template <class T>
//!     struct heddle::is_device_pointer<my_pointer<T>> : std::true_type {};
template <class Pointer>
struct is_device_pointer : detail::is_pointer_of_thrust<Pointer> {
};

namespace detail {

// Of what is no T*, but has a get().
template <class Pointer, class = void>
struct raw_pointer_of {
};
template <class Pointer>
struct raw_pointer_of<Pointer, std::void_t<typename got_pointer<Pointer>::type>> {
    static_assert(
        is_device_pointer<Pointer>::value,
        "heddle: this is no pointer to device memory that heddle knows, and may own what it points "
        "to: write p.get() if that outlives the kernel, or specialise "
        "heddle::is_device_pointer<Pointer>");
    using type = typename got_pointer<Pointer>::type;
};

//! The T* for which a pointer stands.
template <class T>
HEDDLE_INLINE constexpr T* raw_pointer(T* pointer)
{
    return pointer;
}
template <class Pointer>
HEDDLE_INLINE constexpr auto raw_pointer(Pointer const& pointer) ->
    typename raw_pointer_of<Pointer>::type
{
    return pointer.get();
}

template <class Pointer>
using pointee_t = std::remove_pointer_t<decltype(raw_pointer(std::declval<Pointer const&>()))>;
template <class Pointer>
using element_t = std::remove_const_t<pointee_t<Pointer>>;

template <class Pointer, class = void>
inline constexpr bool has_raw_pointer = false;
template <class Pointer>
inline constexpr bool has_raw_pointer<Pointer, std::void_t<pointee_t<Pointer>>> = true;

//! What make_coalesced was given.
template <class Pointer>
struct pointer_to_coalesce {
    static constexpr bool is_one = has_raw_pointer<Pointer>;
    static_assert(
        is_one,
        "heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which "
        "heddle::is_device_pointer holds (of a vector its data(), of an iterator of Thrust with "
        "heddle/thrust.cuh, and in place of nullptr coalesced_ptr<T>())");
};

}  // namespace detail

}  // namespace heddle
