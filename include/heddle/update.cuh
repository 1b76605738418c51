// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Updates in place, and predicated loads and stores, through a pointer. For all of them:
//   Pointer:  a coalesced_ptr<T>, whose policy applies, or anything that make_coalesced takes, such as a T*
//   Group:    none. The lanes of a converged warp cooperate. 8 to 31 active lanes cooperate in stores if their elements
//             are far enough apart (see Cost). Other lanes access their own elements. The result is the same
//   Requires: as for heddle::load
//   Cost:     plan_of<T>() if all 32 lanes are active. A store by 8 to 31 active lanes costs plan_of<T, 8>() if at
//             least one element is min_compacted_distance bytes or more away from the highest active lane's element.
//             All other accesses cost as much as plain access
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/edited_element.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/record_element.cuh>
#include <heddle/detail/refused_calls.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>
#include <heddle/detail/update_body.cuh>
#include <heddle/device_pointer.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Updates the elements of the valid lanes. is_valid is an every_lane, or a bool that says whether the lane is valid.
//! Element: the T in memory: T, or a record_element<T, …>
template <class Policy, class T, class Valid, class Element, class Body>
HEDDLE_ALWAYS_INLINE void update_through(Element* pointer, Valid const& is_valid, Body&& body)
{
    static_assert(!std::is_const_v<T>,
                  "heddle: cannot write through a pointer to const T (an array must be passed as +array)");
    using element_type = std::remove_const_t<T>;
    using function = std::remove_reference_t<Body>;
    constexpr bool takes_element = can_take<Body, element_type&> || is_function_of<function, element_type>;
    static_assert(takes_element,
                  "heddle: update cannot call this function with a T& alone; write "
                  "[&](T& q) { ... }");
    if constexpr (!std::is_const_v<T> && takes_element) {
        using changes = decltype(detail::call(std::declval<Body>(), std::declval<T&>()));
        static_assert(takes_reference<function, T>(),
                      "heddle: the function that update calls takes the element by value, so its "
                      "changes are lost; take it by reference: [&](T& q)");
        static_assert(std::is_void_v<changes> || std::is_same_v<changes, bool>,
                      "heddle: what update calls returns nothing, or as a bool whether the element "
                      "is to be stored");
        active_lanes<stores_together<Policy, Element>> const lanes;
        auto const valid = lanes.valid(is_valid);
        carried_t<T> element = detail::load_through<Policy, Element>(pointer, valid, lanes);
        if constexpr (std::is_void_v<changes>) {
            if (valid.own()) detail::call(static_cast<Body&&>(body), detail::as_element(element));
            lanes.meet();
            detail::store_through<Policy, Element>(pointer, valid,
                                                   detail::as_in_memory<Element>(detail::as_element(element)), lanes);
        } else {
            bool const changed = valid.own() && detail::call(static_cast<Body&&>(body), detail::as_element(element));
            lanes.meet();
            detail::store_through<Policy, Element>(pointer, changed,
                                                   detail::as_in_memory<Element>(detail::as_element(element)), lanes);
        }
    }
}

template <class Valid, class T, class Policy, class Body>
HEDDLE_ALWAYS_INLINE void update_valid(Valid const& is_valid, coalesced_ptr<T, Policy> const& p, Body&& body)
{
    detail::update_through<Policy, T>(p.get(), is_valid, static_cast<Body&&>(body));
}

}  // namespace detail

//! Loads the element, calls body(element), reconverges the lanes and stores the element. The element is stored only
//! once, no matter which return statement ended the body:
//!     heddle::update(p + i, [&](particle& q) {
//!         if (q.mass == 0) return;
//!         q.x += q.vx * dt;
//!     });
//! The body may be a member function of the element: heddle::update(p + i, &particle::wrap).
//! Requires: the body returns in every lane, and does not wait for anything that another lane of the warp does after
//!           its own body. The body may diverge, loop, and call update. If the body throws (on the host), the element
//!           is unchanged
template <class Pointer, class Body, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void update(Pointer const& pointer, Body&& body)
{
    detail::update_valid(detail::every_lane{}, heddle::make_coalesced(pointer), static_cast<Body&&>(body));
}

//! Updates the elements of lanes that pass is_valid = true, as update does. The other lanes take part, and their
//! pointers may be anything. Use update_if instead of an early return for i >= n, because such a return leaves fewer
//! than 32 lanes in the last warp.
//!     heddle::update_if(i < n, p + i, [&](particle& q) { … });
template <class Pointer, class Body, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void update_if(bool is_valid, Pointer const& pointer, Body&& body)
{
    detail::update_valid(is_valid, heddle::make_coalesced(pointer), static_cast<Body&&>(body));
}

//! Returns the element at the pointer in lanes that pass is_valid = true. The other lanes help and get indeterminate
//! bytes, which they must not read. Their pointers may be anything.
template <class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE detail::element_t<Pointer> load_if(bool is_valid, Pointer const& pointer)
{
    using element = detail::element_t<Pointer>;
    using policy = typename decltype(heddle::make_coalesced(pointer))::policy_type;
    return detail::to_value<element>(detail::load_through<policy, element>(detail::raw_pointer(pointer), is_valid));
}

//! Stores the value of lanes that pass is_valid = true. Other lanes help, and their pointers may be anything. The
//! values of all lanes are read.
template <class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void store_if(bool is_valid, Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    static_assert(!std::is_const_v<detail::pointee_t<Pointer>>,
                  "heddle: cannot write through a pointer to const T (an array must be passed as +array)");
    if constexpr (!std::is_const_v<detail::pointee_t<Pointer>>) {
        using policy = typename decltype(heddle::make_coalesced(pointer))::policy_type;
        detail::store_through<policy, detail::element_t<Pointer>>(detail::raw_pointer(pointer), is_valid, value);
    }
}

//! Loads the element, and stores it at the end of the scope:
//!     auto q = heddle::edit(p + i);
//!     q->x += dt;
template <class Pointer, class = detail::pointee_t<Pointer>>
[[nodiscard]] HEDDLE_ALWAYS_INLINE auto edit(Pointer const& pointer)
{
    auto const p = heddle::make_coalesced(pointer);
    return types::edited_element<detail::pointee_t<Pointer>, typename decltype(p)::policy_type>(p.get());
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
