// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements changed in place by code that has several exits, and single lanes' wishes to load or
// store, through a pointer.
//
// What they share, and their documentation below does not repeat:
//   Pointer:  a coalesced_ptr<T>, whose policy says how; or what make_coalesced takes, a T* for instance
//   Group:    none: converged lanes cooperate if they are all 32 of the warp, and store
//             together if they are 8 and their elements lie apart; others access their element each by itself, and all get the same result
//   Requires: as for heddle::load
//   Cost:     plan_of<T>() with all 32 lanes active; stores by 8 active lanes or more whose elements lie
//             apart (min_ranked_distance) that of plan_of<T, 8>(); else that of plain access
#pragma once

#include "coalesced_ptr.cuh"
#include "config.cuh"
#include "detail/group/active_lanes.cuh"
#include "detail/standard_library.hpp"
#include "device_pointer.cuh"
#include "edited_element.cuh"

namespace heddle {

namespace detail {

//! The type of the first parameter of a function that has no other.
template <class T>
struct parameter {
    using type = T;
};
template <class Result, class T>
HEDDLE_HOST_DEVICE parameter<T> parameter_of(Result (*)(T));
template <class Class, class Result, class T>
HEDDLE_HOST_DEVICE parameter<T> parameter_of(Result (Class::*)(T));
template <class Class, class Result, class T>
HEDDLE_HOST_DEVICE parameter<T> parameter_of(Result (Class::*)(T) const);

// The body is a function pointer, a class with one operator(), or a class whose operator() is a template (a generic
// lambda). The type of any other parameter cannot be found, as where operator() is overloaded: T& stands for it.
template <class Body, class T>
HEDDLE_HOST_DEVICE auto parameter_of_body(int) -> decltype(parameter_of(std::declval<Body>()));
template <class Body, class T>
HEDDLE_HOST_DEVICE auto parameter_of_body(int) -> decltype(parameter_of(&Body::operator()));
template <class Body, class T>
HEDDLE_HOST_DEVICE auto parameter_of_body(int)
    -> decltype(parameter_of(&Body::template operator()<T>));
template <class Body, class T>
HEDDLE_HOST_DEVICE auto parameter_of_body(...) -> parameter<T&>;

//! Whether a body takes its element by value.
template <class Body, class T>
inline constexpr bool takes_by_value =
    !std::is_reference_v<typename decltype(parameter_of_body<Body, T>(0))::type>;

//! body(element), also of a member function.
HEDDLE_EXEC_CHECK_DISABLE
template <class Body, class T>
HEDDLE_ALWAYS_INLINE decltype(auto) call_with(Body& body, T& element)
{
    if constexpr (std::is_member_function_pointer_v<std::remove_const_t<Body>>) {
        return (element.*body)();
    } else {
        return body(element);
    }
}

//! Wanted: std::true_type where every lane wants its element, else bool
HEDDLE_EXEC_CHECK_DISABLE
template <class Wanted, class T, class Policy, class Body>
HEDDLE_ALWAYS_INLINE void update_wanted(Wanted wanted, coalesced_ptr<T, Policy> const& p,
                                        Body& body)
{
    static_assert(!std::is_const_v<T>, "heddle: cannot write through a pointer to const T");
    constexpr bool takes_element = std::is_invocable_v<Body&, std::remove_const_t<T>&>;
    static_assert(takes_element,
                  "heddle: update cannot call this function with a T& alone; write "
                  "[&](T& q) { ... }");
    using changes = typename std::conditional_t<
        takes_element, std::invoke_result<Body&, std::remove_const_t<T>&>, parameter<void>>::type;
    static_assert(!takes_by_value<Body, std::remove_const_t<T>>,
                  "heddle: the function that update calls takes the element by value, so its "
                  "changes are lost; take it by reference: [&](T& q)");
    static_assert(std::is_void_v<changes> || std::is_same_v<changes, bool>,
                  "heddle: what update calls returns nothing, or as a bool whether the element is "
                  "to be stored");
    if constexpr (!std::is_const_v<T> && takes_element) {
        active_lanes<T, Policy> const lanes(p.policy());
        auto const wanting = lanes.wanting(wanted);
        carried_t<T> element = lanes.load(p.get(), wanting);
        if constexpr (std::is_void_v<changes>) {
            if (wanted) call_with(body, as_element(element));
            lanes.meet();
            lanes.store(p.get(), wanting, as_element(element));
        } else {
            bool const changed = wanted && call_with(body, as_element(element));
            lanes.meet();
            lanes.store(p.get(), lanes.wanting(changed), as_element(element));
        }
    }
}

}  // namespace detail

//! Loads the element that the pointer names, calls body(element) with a T&, brings the lanes that came
//! together back together, and stores: once, wherever the body returned.
//!     heddle::update(p + i, [&](particle& q) {
//!         if (q.mass == 0) return;
//!         q.x += q.vx * dt;
//!     });
//! The body may be a member function of the element: heddle::update(p + i, &particle::wrap).
//! A body that returns a bool says with false that its element needs no store: nothing is written for that
//! lane, which helps the others store.
//! Requires: the body returns, in every lane; it does not wait for what another lane of the warp does after
//!           its own body. It may diverge, loop, and call update itself; what it throws, on the host, leaves
//!           the element as it was
template <class Pointer, class Body, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void update(Pointer const& pointer, Body&& body)
{
    detail::update_wanted(std::true_type{}, make_coalesced(pointer), body);
}

//! As update for the lanes that pass wanted = true; the others call nothing, help those, and their pointers
//! may name anything. So a kernel's `if (i >= n) return;` need not take lanes from the last warp:
//!     heddle::update_if(i < n, p + i, [&](particle& q) { … });
template <class Pointer, class Body, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void update_if(bool wanted, Pointer const& pointer, Body&& body)
{
    detail::update_wanted(wanted, make_coalesced(pointer), body);
}

//! The element that the pointer names, in lanes that pass wanted = true; the others help, and have an
//! element of indeterminate bytes, which nobody may read. Their pointers may name anything.
template <class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE detail::element_t<Pointer> load_if(bool wanted, Pointer const& pointer)
{
    using element = detail::element_t<Pointer>;
    auto const p = make_coalesced(pointer);
    detail::active_lanes<element, typename decltype(p)::policy_type> const lanes(p.policy());
    return detail::to_value<element>(lanes.load(p.get(), lanes.wanting(wanted)));
}

//! The element that the pointer names holds afterwards the value, for lanes that pass wanted = true; the
//! others help, their pointers may name anything, and their values be anything.
template <class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void store_if(bool wanted, Pointer const& pointer,
                                   detail::element_t<Pointer> const& value)
{
    using element = detail::element_t<Pointer>;
    static_assert(!std::is_const_v<detail::pointee_t<Pointer>>,
                  "heddle: cannot write through a pointer to const T");
    if constexpr (!std::is_const_v<detail::pointee_t<Pointer>>) {
        auto const p = make_coalesced(pointer);
        detail::active_lanes<element, typename decltype(p)::policy_type> const lanes(p.policy());
        lanes.store(p.get(), lanes.wanting(wanted), value);
    }
}

//! The element in registers for the length of a scope:
//!     auto q = heddle::edit(p + i);
//!     q->x += q->vx * dt;                       // stored where q's scope ends
template <class Pointer>
[[nodiscard]] HEDDLE_ALWAYS_INLINE auto edit(Pointer const& pointer)
{
    auto const p = make_coalesced(pointer);
    return edited_element<detail::pointee_t<Pointer>, typename decltype(p)::policy_type>(
        p.get(), p.policy());
}

}  // namespace heddle
