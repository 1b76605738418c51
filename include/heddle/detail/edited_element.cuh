// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// edited_element: loads an element at the beginning of a scope and stores it at the end.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/instructions/thread.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/record_element.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>
#include <heddle/policy.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

//! Compilers print this name if code accesses an edit as if it were the element: q.x, f(q), q += value.
struct write_q_arrow_x_or_star_q {};

//! Compilers print this name if code copies or moves an edit.
struct an_edit_is_not_copied_pass_auto_and_q_or_star_q {};

//! The copy of an element that edit(p + i) returns. Change the copy through -> and *. The copy is stored to memory at
//! the end of its scope, unless discard() was called or (on the host) an exception ends the scope.
//! Group:    none. Lanes that are converged when the scope begins load together, lanes that are converged when it ends
//!           store together, and other lanes access their own elements, with the same result
//! Requires: as for heddle::load; nothing else writes the element during the scope
//! Cost:     one load, and one store for each exit of the scope. Compilers copy the store to every return statement, so
//!           lanes that leave at different return statements do not store together. update() stores once for all exits
//! Element: the T in memory: T, or a record_element<T, …>
template <class T, class Policy = by_plan, class Element = detail::element_of<Policy, T>,
          class Advice = write_q_arrow_x_or_star_q>
class [[nodiscard]] edited_element {
    static_assert(!std::is_const_v<T>,
                  "heddle: cannot write through a pointer to const T (an array must be passed as +array)");

public:
    using value_type = T;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE explicit edited_element(Element* pointer)
        : pointer_(pointer), value_(detail::load_through<Policy, Element>(pointer, detail::every_lane{}))
    {
    }
    // An edit stores its element once, so it has no copies.
    edited_element(edited_element const&, an_edit_is_not_copied_pass_auto_and_q_or_star_q = {}) = delete;
    edited_element& operator=(edited_element const&) = delete;
    template <class Value>
    edited_element& operator=(Value const&) = delete;

    // May throw: if an emulated lane throws, an exception also unwinds the lanes that wait for it in this store.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE ~edited_element() noexcept(false)
    {
        if (!is_stored_ || detail::exceptions_in_flight() != exceptions_before_) return;
        detail::store_through<Policy, Element>(pointer_, detail::every_lane{}, detail::as_in_memory<Element>(**this));
    }

    HEDDLE_INLINE T& operator*() & { return detail::as_element(value_); }
    HEDDLE_INLINE T const& operator*() const& { return detail::as_element(value_); }
    //! Does not compile: a temporary edit is stored and destroyed before a reference to its element can be used.
    HEDDLE_INLINE T& operator*() const&&
    {
        static_assert(sizeof(T) == 0,
                      "heddle: *p[i].edit() is destroyed at the end of the statement: write auto q = p[i].edit(); "
                      "T& r = *q; or, to read, T r = p[i]");
        return detail::as_element(value_);
    }
    //! Accesses a member of the element. If the edit is a temporary, it is stored at the end of the statement.
    HEDDLE_INLINE T* operator->() HEDDLE_LIFETIME_BOUND { return detail::address_of(**this); }
    HEDDLE_INLINE T const* operator->() const HEDDLE_LIFETIME_BOUND { return detail::address_of(**this); }

    //! Cancels the store of this lane.
    HEDDLE_INLINE void discard() { is_stored_ = false; }

private:
    Element* pointer_;
    detail::carried_t<T> value_;
    bool is_stored_ = true;
    int exceptions_before_ = detail::exceptions_in_flight();
};

}  // namespace heddle::types

#include <heddle/detail/restore_macros.hpp>
