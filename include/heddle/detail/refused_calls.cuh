// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Overloads that calls with wrong arguments choose. Their result is a class that does not compile and says what to
// write, where otherwise the compiler would list all overloads. Calls with right arguments never choose them.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/device_pointer.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Argument, class = void>
inline constexpr bool is_group = false;
template <class Argument>
inline constexpr bool is_group<Argument, std::void_t<decltype(std::declval<Argument const&>().thread_rank())>> = true;

template <class... Argument>
inline constexpr bool begin_with_pointer = false;
template <class First, class... Others>
inline constexpr bool begin_with_pointer<First, Others...> = has_raw_pointer<First>;

//! True for the arguments (is_valid, pointer, ...).
template <class... Argument>
inline constexpr bool begin_with_condition = false;
template <class First, class Second, class... Others>
inline constexpr bool begin_with_condition<First, Second, Others...> =
    std::is_convertible_v<First const&, bool>&& has_raw_pointer<Second>;

//! True for the arguments (group, is_valid, pointer, ...).
template <class... Argument>
inline constexpr bool begin_with_group = false;
template <class First, class Second, class Third, class... Others>
inline constexpr bool begin_with_group<First, Second, Third, Others...> =
    is_group<First>&& begin_with_condition<Second, Third>;

template <class Pointer, class Value, class = void>
inline constexpr bool takes_value = true;
template <class Pointer, class Value>
inline constexpr bool takes_value<Pointer, Value, std::void_t<pointee_t<Pointer>>> =
    std::is_convertible_v<Value const&, element_t<Pointer>>;
//! False for (is_valid, pointer, value) if the value is no element.
template <class... Argument>
inline constexpr bool end_with_value = true;
template <class First, class Pointer, class Value>
inline constexpr bool end_with_value<First, Pointer, Value> = takes_value<Pointer, Value>;

//! Well-formed if a call is refused: its arguments do not fit, and one of them is a coalesced_ptr or a p[i]. Calls
//! without such an argument may mean a function of the user.
template <bool IsUnfit, class... Argument>
using if_refused = std::enable_if_t<IsUnfit && ((is_coalesced<Argument> || is_element_reference<Argument>) || ...)>;

//! The result of a refused call. It converts to any type, so that no other errors follow.
struct any_result {
    template <class T>
    HEDDLE_HOST_DEVICE operator T() const;
};

// The results of refused calls. A class is instantiated at the call, so its message is the first error.
template <class... Argument>
struct refused_update : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: update takes a pointer and a function: update(p + i, [&](T& q) { ... })");
};
template <class... Argument>
struct refused_update_if : any_result {
    static_assert(
        sizeof...(Argument) == std::size_t(-1),
        "heddle: update_if takes a condition, a pointer and a function: update_if(i < n, p + i, [&](T& q) { ... })");
};
template <class... Argument>
struct refused_load_if : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: load_if takes a condition and a pointer: load_if(i < n, p + i); or a group of lanes, a "
                  "condition, a pointer and, for other lanes, a fallback: load_if(tile, i < n, p + i, fallback)");
};
template <class... Argument>
struct refused_store_if : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: store_if takes a condition, a pointer and an element: store_if(i < n, p + i, q); or a group "
                  "of lanes before them: store_if(tile, i < n, p + i, q)");
};
template <class... Argument>
struct refused_edit : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: edit takes one pointer: auto q = edit(p + i), which is auto q = p[i].edit()");
};
template <class... Argument>
struct refused_load : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: load takes a group of lanes before the pointer: load(tile, p + i); without a group, write T "
                  "q = p[i] of a coalesced_ptr, or load_if(true, p + i)");
};
template <class... Argument>
struct refused_store : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: store takes a group of lanes before the pointer: store(tile, p + i, q); without a group, "
                  "write p[i] = q of a coalesced_ptr, or store_if(true, p + i, q)");
};
template <class... Argument>
struct refused_load_contiguous : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: load_contiguous takes a group of lanes before the pointer: load_contiguous(tile, first), "
                  "where the lanes pass the same first; without a group, write T q = p[i] of a coalesced_ptr");
};
template <class... Argument>
struct refused_store_contiguous : any_result {
    static_assert(sizeof...(Argument) == std::size_t(-1),
                  "heddle: store_contiguous takes a group of lanes before the pointer: store_contiguous(tile, first, "
                  "q), where the lanes pass the same first; without a group, write p[i] = q of a coalesced_ptr");
};

}  // namespace detail

// Calls choose these overloads if their arguments do not fit. (Items is for load_contiguous<Items>.)

//! Used by heddle: a compile error, which says how to call the function.
template <
    unsigned Items = 0, class... Argument,
    class = detail::if_refused<!(sizeof...(Argument) == 2 && detail::begin_with_pointer<Argument...>), Argument...>>
HEDDLE_INLINE detail::refused_update<Argument...> update(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<!((sizeof...(Argument) == 3 || sizeof...(Argument) == 4) &&
                                       detail::begin_with_condition<Argument...>),
                                     Argument...>>
HEDDLE_INLINE detail::refused_update_if<Argument...> update_if(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<!((sizeof...(Argument) <= 3 && detail::begin_with_condition<Argument...>) ||
                                       detail::begin_with_group<Argument...>),
                                     Argument...>>
HEDDLE_INLINE detail::refused_load_if<Argument...> load_if(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <
    unsigned Items = 0, class... Argument,
    class = detail::if_refused<!(((sizeof...(Argument) == 3 || sizeof...(Argument) == 4) &&
                                  detail::begin_with_condition<Argument...> && detail::end_with_value<Argument...>) ||
                                 (sizeof...(Argument) >= 4 && detail::begin_with_group<Argument...>)),
                               Argument...>>
HEDDLE_INLINE detail::refused_store_if<Argument...> store_if(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <
    unsigned Items = 0, class... Argument,
    class = detail::if_refused<!(sizeof...(Argument) == 1 && detail::begin_with_pointer<Argument...>), Argument...>>
HEDDLE_INLINE detail::refused_edit<Argument...> edit(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<detail::begin_with_pointer<Argument...>, Argument...>>
HEDDLE_INLINE detail::refused_load<Argument...> load(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<detail::begin_with_pointer<Argument...>, Argument...>>
HEDDLE_INLINE detail::refused_store<Argument...> store(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<detail::begin_with_pointer<Argument...>, Argument...>>
HEDDLE_INLINE detail::refused_load_contiguous<Argument...> load_contiguous(Argument const&...)
{
    return {};
}

//! Used by heddle: a compile error, which says how to call the function.
template <unsigned Items = 0, class... Argument,
          class = detail::if_refused<detail::begin_with_pointer<Argument...>, Argument...>>
HEDDLE_INLINE detail::refused_store_contiguous<Argument...> store_contiguous(Argument const&...)
{
    return {};
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
