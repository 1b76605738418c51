// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which pointers of other types become a coalesced_ptr, and which types one becomes.
#pragma once

#include "../config.cuh"
#include "../device_pointer.cuh"
#include "../policy.cuh"
#include "standard_library.hpp"

namespace heddle {

template <class T, class Policy = by_plan>
class coalesced_ptr;

template <class T, class Policy>
struct is_device_pointer<coalesced_ptr<T, Policy>> : std::true_type {
};

namespace detail {

template <class Pointer>
inline constexpr bool is_coalesced = false;
template <class T, class Policy>
inline constexpr bool is_coalesced<coalesced_ptr<T, Policy>> = true;

// For pointers other than T* and coalesced_ptr whose get() gives what converts to T*.
template <bool IsDevicePointer, class Pointer, class T, class Result>
using if_get_gives =
    std::enable_if_t<!is_coalesced<Pointer> &&
                         is_device_pointer<Pointer>::value == IsDevicePointer &&
                         std::is_convertible_v<typename got_pointer<Pointer>::type, T*>,
                     Result>;

//! How a pointer type of another library is made of a T*, where a coalesced_ptr<T> converts to it: by from().
template <class Target, class T, class = void>
struct made_of_raw_pointer {
};

//! What compilers print of a refused conversion. (It is not refused by a static_assert, so that
//! std::is_convertible knows of it.)
struct this_pointer_may_own_its_element_write_p_get_or_specialise_heddle_is_device_pointer {};
struct a_coalesced_ptr_becomes_a_raw_pointer_only_when_asked_write_p_get {};

}  // namespace detail

}  // namespace heddle
