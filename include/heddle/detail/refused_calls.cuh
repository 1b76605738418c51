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
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Argument, class = void>
inline constexpr bool is_group = false;
template <class Argument>
inline constexpr bool is_group<Argument, std::void_t<decltype(std::declval<Argument const&>().thread_rank())>> = true;

//! True if an object or a temporary of type From converts to To. (The overloads below do not know which one it is.)
template <class From, class To>
inline constexpr bool may_convert = std::is_convertible_v<From&, To> || std::is_convertible_v<From, To>;

template <class... Argument>
inline constexpr bool begin_with_pointer = false;
template <class First, class... Others>
inline constexpr bool begin_with_pointer<First, Others...> = has_raw_pointer<First>;

//! True for the arguments (is_valid, pointer, ...).
template <class... Argument>
inline constexpr bool begin_with_condition = false;
template <class First, class Second, class... Others>
inline constexpr bool begin_with_condition<First, Second, Others...> =
    may_convert<First, bool>&& has_raw_pointer<Second>;

template <class Pointer, class Value, class = void>
inline constexpr bool takes_value = true;
// An integer may be the constant 0, from which a pointer is made.
template <class Pointer, class Value>
inline constexpr bool takes_value<Pointer, Value, std::void_t<pointee_t<Pointer>>> =
    may_convert<Value, element_t<Pointer> const&> ||
    (std::is_integral_v<Value> &&
     (std::is_pointer_v<element_t<Pointer>> || std::is_member_pointer_v<element_t<Pointer>>));
//! False for (is_valid, pointer, value) if the value is no element.
template <class... Argument>
inline constexpr bool end_with_value = true;
template <class First, class Pointer, class Value>
inline constexpr bool end_with_value<First, Pointer, Value> = takes_value<Pointer, Value>;

// True for the arguments of functions that take a group: (group, pointer, scratch ...), and with more before scratch.
template <class... Argument>
inline constexpr bool fit_load = false;
template <class Group, class Pointer, class... Others>
inline constexpr bool fit_load<Group, Pointer, Others...> = is_group<Group>&& has_raw_pointer<Pointer> &&
                                                            (is_scratch<Others> && ...);
template <class... Argument>
inline constexpr bool fit_store = false;
template <class Group, class Pointer, class Value, class... Others>
inline constexpr bool fit_store<Group, Pointer, Value, Others...> =
    fit_load<Group, Pointer, Others...>&& takes_value<Pointer, Value>;

template <class... Argument>
inline constexpr bool fit_load_if = false;
template <class Group, class IsValid, class... Others>
inline constexpr bool fit_load_if<Group, IsValid, Others...> = begin_with_condition<IsValid, Others...> &&
                                                               (fit_load<Group, Others...> ||
                                                                fit_store<Group, Others...>);
template <class... Argument>
inline constexpr bool fit_store_if = false;
template <class Group, class IsValid, class... Others>
inline constexpr bool fit_store_if<Group, IsValid, Others...> =
    begin_with_condition<IsValid, Others...>&& fit_store<Group, Others...>;

template <class... Argument>
inline constexpr bool fit_load_contiguous = fit_load<Argument...>;
template <class Group, class Pointer, class Count, class... Others>
inline constexpr bool fit_load_contiguous<Group, Pointer, Count, Others...> = fit_load<Group, Pointer, Others...> &&
                                                                              (may_convert<Count, std::size_t> ||
                                                                               is_scratch<Count>);
template <bool HasItems, class... Argument>
inline constexpr bool fit_store_contiguous = false;
template <bool HasItems, class Group, class Pointer, class Value, class... Others>
inline constexpr bool fit_store_contiguous<HasItems, Group, Pointer, Value, Others...> =
    fit_load_contiguous<Group, Pointer, Others...> && (HasItems || takes_value<Pointer, Value>);

// True for the arguments of atomic operations, which may begin with a group.
template <class... Argument>
inline constexpr bool fit_atomic = fit_store<Argument...>;
template <class Pointer, class Value>
inline constexpr bool fit_atomic<Pointer, Value> = has_raw_pointer<Pointer>&& takes_value<Pointer, Value>;
template <class... Argument>
inline constexpr bool fit_atomic_if = fit_store_if<Argument...>;
template <class IsValid, class Pointer, class Value>
inline constexpr bool fit_atomic_if<IsValid, Pointer, Value> =
    begin_with_condition<IsValid, Pointer>&& takes_value<Pointer, Value>;

//! True if one of the arguments is a coalesced_ptr or a p[i], or if they begin with a condition and a pointer. Other calls
//! may mean a function of the user.
template <class... Argument>
inline constexpr bool mean_heddle = begin_with_condition<Argument...> ||
                                    ((is_coalesced<Argument> || is_element_reference<Argument>) || ...);

//! The same for calls of atomic operations, which may also begin with a group, or with a T* if T is a class.
template <class... Argument>
inline constexpr bool mean_atomic = mean_heddle<Argument...>;
template <class First, class... Others>
inline constexpr bool mean_atomic<First, Others...> = is_group<First> || mean_heddle<First, Others...>;
template <class T, class... Others>
inline constexpr bool mean_atomic<T*, Others...> = std::is_class_v<T> || mean_heddle<T*, Others...>;

//! The result of a refused call. It converts to any type, so that no other errors follow.
struct any_result {
    template <class T>
    HEDDLE_HOST_DEVICE operator T() const;
};

}  // namespace detail

// Defines an overload of a function, which calls choose if `is_refused` holds, and its result. The result is
// instantiated at the call, so its message is the first error. (Constant: for load_contiguous<Items>, atomic_add<&T::x>.)
#define HEDDLE_REFUSE_IF(function, is_refused, message)                                    \
    namespace detail {                                                                     \
    template <class... Argument>                                                           \
    struct refused_##function : any_result {                                               \
        static_assert(sizeof...(Argument) == std::size_t(-1), message);                    \
    };                                                                                     \
    }                                                                                      \
    template <auto... Constant, class... Argument, class = std::enable_if_t<(is_refused)>> \
    HEDDLE_INLINE detail::refused_##function<Argument...> function(Argument const&...)     \
    {                                                                                      \
        return {};                                                                         \
    }
#define HEDDLE_REFUSE(function, fits, message) \
    HEDDLE_REFUSE_IF(function, (!(fits) && detail::mean_heddle<Argument...>), message)

HEDDLE_REFUSE(update, (sizeof...(Argument) == 2 && detail::begin_with_pointer<Argument...>),
              "heddle: update takes a pointer and a function: update(p + i, [&](T& q) { ... })")
HEDDLE_REFUSE(update_if, (sizeof...(Argument) == 3 && detail::begin_with_condition<Argument...>),
              "heddle: update_if takes a condition, a pointer and a function: update_if(i < n, p + i, [&](T& q) { ... "
              "})")
HEDDLE_REFUSE(
    load_if,
    ((sizeof...(Argument) == 2 && detail::begin_with_condition<Argument...>) || detail::fit_load_if<Argument...>),
    "heddle: load_if takes a condition and a pointer: load_if(i < n, p + i); for a fallback, write T q = "
    "load_if(i < n, p + i); if (!(i < n)) q = fallback; or pass a group of lanes: load_if(tile, i < n, p + i, "
    "fallback)")
HEDDLE_REFUSE(store_if,
              ((sizeof...(Argument) == 3 && detail::begin_with_condition<Argument...> &&
                detail::end_with_value<Argument...>) ||
               detail::fit_store_if<Argument...>),
              "heddle: store_if takes a condition, a pointer and an element: store_if(i < n, p + i, q); or a group of "
              "lanes before them: store_if(tile, i < n, p + i, q)")
HEDDLE_REFUSE(edit, (sizeof...(Argument) == 1 && detail::begin_with_pointer<Argument...>),
              "heddle: edit takes one pointer: auto q = edit(p + i), which is auto q = p[i].edit()")
HEDDLE_REFUSE(load, detail::fit_load<Argument...>,
              "heddle: load takes a group of lanes and a pointer: load(tile, p + i); with a condition, write "
              "load_if(tile, i < n, p + i); without a group, write T q = p[i] of a coalesced_ptr, or load_if(true, p + "
              "i)")
HEDDLE_REFUSE(store, detail::fit_store<Argument...>,
              "heddle: store takes a group of lanes, a pointer and an element: store(tile, p + i, q); without a group, "
              "write p[i] = q of a coalesced_ptr, or store_if(true, p + i, q)")
HEDDLE_REFUSE(load_contiguous, detail::fit_load_contiguous<Argument...>,
              "heddle: load_contiguous takes a group of lanes and a pointer: load_contiguous(tile, first), or "
              "load_contiguous(tile, first, count), where the lanes pass the same first; without a group, write T q = "
              "p[i] of a coalesced_ptr")
HEDDLE_REFUSE(
    store_contiguous, (detail::fit_store_contiguous<(sizeof...(Constant) > 0), Argument...>),
    "heddle: store_contiguous takes a group of lanes, a pointer and an element: store_contiguous(tile, first, "
    "q), or store_contiguous(tile, first, q, count), where the lanes pass the same first; without a group, "
    "write p[i] = q of a coalesced_ptr")

#define HEDDLE_REFUSE_ATOMIC(function)                                                                         \
    HEDDLE_REFUSE_IF(function, (!detail::fit_atomic<Argument...> && detail::mean_atomic<Argument...>),         \
                     "heddle: " #function " takes a pointer and an element: " #function                        \
                     "(p + i, delta), also for some members: " #function                                       \
                     "<&T::x>(p + i, delta); or a group of lanes before them: " #function                      \
                     "(tile, p + i, delta); with a condition, write " #function "_if(i < n, p + i, delta)")    \
    HEDDLE_REFUSE_IF(function##_if, (!detail::fit_atomic_if<Argument...> && detail::mean_atomic<Argument...>), \
                     "heddle: " #function "_if takes a condition, a pointer and an element: " #function        \
                     "_if(i < n, p + i, delta); or a group of lanes before them: " #function                   \
                     "_if(tile, i < n, p + i, delta)")
HEDDLE_REFUSE_ATOMIC(atomic_add)
HEDDLE_REFUSE_ATOMIC(atomic_min)
HEDDLE_REFUSE_ATOMIC(atomic_max)
#undef HEDDLE_REFUSE_ATOMIC
#undef HEDDLE_REFUSE
#undef HEDDLE_REFUSE_IF

// From {}, and from the name of overloaded functions, no argument of the overloads above is deduced.

//! Used by heddle: a compile error, which says how to use a fallback.
template <class Pointer, class Argument = detail::element_t<Pointer>>
HEDDLE_INLINE detail::refused_load_if<Pointer, Argument> load_if(bool, Pointer const&, Argument const&)
{
    return {};
}
//! Used by heddle: a compile error, which says how to use an index.
template <class Pointer, class Index, class Argument = detail::element_t<Pointer>>
HEDDLE_INLINE detail::refused_store_if<Pointer, Argument> store_if(bool, Pointer const&, Index const&, Argument const&)
{
    return {};
}

namespace detail {

//! Is made from the name of functions, one of which takes a T&.
template <class T>
struct named_functions {
    HEDDLE_HOST_DEVICE named_functions(void (*)(T&));
    HEDDLE_HOST_DEVICE named_functions(bool (*)(T&));
};
template <class T>
struct refused_name_of_functions : any_result {
    static_assert(sizeof(T) == 0,
                  "heddle: this name has several functions, of which update cannot choose; write [&](T& q) { f(q); }");
};

}  // namespace detail

//! Used by heddle: a compile error, which says how to call an overloaded function.
template <class Pointer, class T = detail::pointee_t<Pointer>>
HEDDLE_INLINE detail::refused_name_of_functions<T> update(Pointer const&, detail::named_functions<T> const&)
{
    return {};
}
//! Used by heddle: a compile error, which says how to call an overloaded function.
template <class Pointer, class T = detail::pointee_t<Pointer>>
HEDDLE_INLINE detail::refused_name_of_functions<T> update_if(bool, Pointer const&, detail::named_functions<T> const&)
{
    return {};
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
