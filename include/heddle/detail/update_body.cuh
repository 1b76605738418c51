// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// takes_reference: tells a body of update that takes the element by reference from one that takes a copy.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if a body can be called with an Argument. (std::is_invocable asks this of a host function. With clang, it is
//! false for a body that is a __device__ function.)
template <class Body, class Argument, class = void>
inline constexpr bool can_take = false;
template <class Body, class Argument>
inline constexpr bool can_take<Body, Argument, std::void_t<decltype(std::declval<Body>()(std::declval<Argument>()))>> =
    true;

//! True if a body is a function of T without parameters, as &particle::wrap.
template <class Body, class T, class = void>
inline constexpr bool is_function_of = false;
template <class Body, class T>
inline constexpr bool is_function_of<Body, T, std::void_t<decltype((std::declval<T&>().*std::declval<Body&>())())>> =
    std::is_member_function_pointer_v<std::remove_const_t<Body>>;

//! Converts to a T& alone: the conversion to a value is ambiguous.
template <class T>
struct only_reference {
    HEDDLE_HOST_DEVICE operator T&() const;
    HEDDLE_HOST_DEVICE operator T() const;
};

struct call_operator {
    HEDDLE_HOST_DEVICE void operator()();
};
template <class Body>
struct with_call_operator : Body, call_operator {
};
//! True if a class that can be inherited has an operator(). The name is then ambiguous in with_call_operator. (A class
//! without it can be called if it converts to a function pointer.)
template <class Body, bool IsBase = std::is_class_v<Body> && !std::is_final_v<Body>, class = void>
inline constexpr bool has_call_operator = IsBase;
template <class Body>
inline constexpr bool has_call_operator<Body, true, std::void_t<decltype(&with_call_operator<Body>::operator())>> =
    false;

//! Adds an overload to a body. For an element, a T& (T const&, auto&, auto&&) is a better match than this overload. A
//! copy (T, auto) is not: the call is then ambiguous, or chooses this overload. No body is called with a type that
//! update does not call it with, so the code of generic lambdas always compiles. (The second parameter ensures that a
//! body has no overload with the same parameters.)
template <class Body, class T>
struct rival : Body {
    struct wins {};
    using Body::operator();
    HEDDLE_HOST_DEVICE wins operator()(T const volatile&, wins = {});
    HEDDLE_HOST_DEVICE wins operator()(T const volatile&, wins = {}) const;
    HEDDLE_HOST_DEVICE wins operator()(T const volatile&, wins = {}) volatile;
    HEDDLE_HOST_DEVICE wins operator()(T const volatile&, wins = {}) const volatile;
};

//! True if the body is a better match than the rival, for an object that is const, volatile and an lvalue as Rival says.
template <class Rival, class T, class = void>
inline constexpr bool loses = false;
template <class Rival, class T>
inline constexpr bool loses<Rival, T, std::void_t<decltype(std::declval<Rival>()(std::declval<T&>()))>> =
    !std::is_same_v<decltype(std::declval<Rival>()(std::declval<T&>())), typename std::remove_reference_t<Rival>::wins>;

template <class Body, class T>
HEDDLE_HOST_DEVICE constexpr bool wins_against_rival()
{
    if constexpr (has_call_operator<Body>) {
        return loses<rival<Body, T>&, T> || loses<rival<Body, T> const&, T> || loses<rival<Body, T> volatile&, T> ||
               loses<rival<Body, T> const volatile&, T> || loses<rival<Body, T>, T>;
    } else {
        return false;
    }
}

//! True if a body with a parameter type that is not deduced takes a T. Braces have no type to deduce from.
template <class Body, class T, class = void>
inline constexpr bool takes_braces = false;
template <class Body, class T>
inline constexpr bool takes_braces<Body, T, std::void_t<decltype(std::declval<Body&>()({std::declval<T&>()}))>> = true;

//! The body that a std::reference_wrapper refers to. Other bodies are their own target. (std::make_pair makes a
//! reference of a std::reference_wrapper alone, and cuda::std::make_pair of a cuda::std::reference_wrapper.)
template <class Body, class = void>
struct target_of {
    using type = Body;
};
template <class Body>
struct target_of<Body, std::enable_if_t<std::is_same_v<typename std::remove_cv_t<Body>::type&,
                                                       decltype(make_pair(std::declval<Body const&>(), 0).first)>>>
    : target_of<typename std::remove_cv_t<Body>::type> {
};

//! True if a body that can be called with a T& gets a reference to this element. False if it gets a copy. True for a
//! template in a final class or a union, of which heddle cannot tell.
template <class Body, class T>
HEDDLE_HOST_DEVICE constexpr bool takes_reference()
{
    using target = std::remove_cv_t<typename target_of<Body>::type>;
    if constexpr (std::is_member_function_pointer_v<target> || wins_against_rival<target, T>()) {
        return true;
    } else if constexpr (takes_braces<target, T>) {
        // Function pointers, references to base classes. A copy could be made of a const element, too.
        return can_take<target&, only_reference<T>> || !takes_braces<target, T const>;
    } else {
        return std::is_final_v<target> || std::is_union_v<target>;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
