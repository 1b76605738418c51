// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The references p[i], *p and p[i].member<&T::x>() of a coalesced_ptr.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/atomic_access.cuh>
#include <heddle/detail/edited_element.cuh>
#include <heddle/detail/element_assignments.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/member_ref.cuh>
#include <heddle/detail/plain_access.cuh>
#include <heddle/detail/record_element.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>
#include <heddle/fields.cuh>
#include <heddle/policy.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A reference to Element, or to Element const if T is const. (Compilers print this name; that of std::conditional_t
//! would repeat all of its arguments.)
template <class T, class Element>
struct same_const {
    using type = Element&;
};
template <class T, class Element>
struct same_const<T const, Element> {
    using type = Element const&;
};

//! Compilers print this name if code copies p[i]: auto q = p[i]; f(p[i]) of a template f(T).
struct auto_would_copy_a_reference_write_T_q_or_p_i_load {};

}  // namespace heddle::detail

namespace heddle::types {

//! The class that overlays an element. `p[i]` and `*p` are references to this class, const references if p is a
//! coalesced_ptr<T const>. Such a reference works like a T&: it converts to T and T&, can be assigned to, has the
//! element's address as its address, and has the fields that HEDDLE_FIELDS names. Lanes cooperate to load and store
//! whole elements; accesses to fields and through a T& are plain. `auto q = p[i]` does not compile; write `T q = p[i]`.
//! Group:    none. Lanes of a converged warp cooperate; other lanes access their own elements. The result is the same
//! Requires: as for heddle::load
//! Cost:     plan_of<T>() if all 32 lanes are active. A store by 8 to 31 active lanes costs plan_of<T, 8>() if at least
//!           one element is min_compacted_distance bytes or more away from the highest active lane's element. All other
//!           accesses cost as much as plain access. in_block costs less
template <class T, class Policy, class Fields>
class HEDDLE_LIES_OVER_ELEMENT coalesced_ref : public detail::fields_of<T, Fields>,
                                               public element_operators<coalesced_ref<T, Policy, Fields>, T> {
    using heddle_operators = element_operators<coalesced_ref, T>;
    // The element in memory: T, or of a record_ptr a record_element.
    using heddle_element = detail::element_of<Policy, T>;
    static_assert(detail::has_valid_fields<T>());

public:
    // Not copyable, because a copy would be in local memory, which other lanes cannot access.
    coalesced_ref(coalesced_ref const&, detail::auto_would_copy_a_reference_write_T_q_or_p_i_load = {}) = delete;

    //! Loads the element, as load() does.
    HEDDLE_ALWAYS_INLINE operator T() { return detail::to_value<T>(heddle_load()); }
    //! Loads the element, as load() does.
    HEDDLE_ALWAYS_INLINE operator T() const { return detail::to_value<T>(heddle_load()); }
    //! Loads the element: `auto q = p[i].load();`.
    HEDDLE_ALWAYS_INLINE T load() const { return detail::to_value<T>(heddle_load()); }
    //! Used by heddle.
    HEDDLE_ALWAYS_INLINE detail::carried_t<T> heddle_load() const
    {
        detail::require_movable<T>();
        return detail::load_through<Policy, heddle_element>(heddle_memory(), detail::every_lane{});
    }
    //! Stores the element, as `p[i] = value` does.
    HEDDLE_ALWAYS_INLINE void store(T const& value)
    {
        detail::require_movable<T>();
        detail::store_through<Policy, heddle_element>(heddle_memory(), detail::every_lane{},
                                                      detail::as_in_memory<heddle_element>(value));
    }
    //! Used by heddle: a compile error, because elements of a coalesced_ptr<T const> are read-only.
    template <class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    void store(T const&) const = delete;

    //! Adds the numbers of `value` to the element, or those of the named members alone: p[i].atomic_add(change), or
    //! p[i].atomic_add<&T::x, &T::y>(change). Each number is added atomically (heddle/atomic.cuh).
    template <auto... Member>
    HEDDLE_ALWAYS_INLINE void atomic_add(T const& value)
    {
        detail::change_through<detail::reduction::add, Policy, Member...>(heddle_address(), detail::every_lane{},
                                                                          value);
    }
    //! Sets each number of the element to the smaller one of itself and the number of `value`, atomically.
    template <auto... Member>
    HEDDLE_ALWAYS_INLINE void atomic_min(T const& value)
    {
        detail::change_through<detail::reduction::min, Policy, Member...>(heddle_address(), detail::every_lane{},
                                                                          value);
    }
    //! Sets each number of the element to the larger one of itself and the number of `value`, atomically.
    template <auto... Member>
    HEDDLE_ALWAYS_INLINE void atomic_max(T const& value)
    {
        detail::change_through<detail::reduction::max, Policy, Member...>(heddle_address(), detail::every_lane{},
                                                                          value);
    }
    //! Used by heddle: compile errors, because elements of a coalesced_ptr<T const> are read-only.
    template <auto... Member, class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    void atomic_add(T const&) const = delete;
    template <auto... Member, class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    void atomic_min(T const&) const = delete;
    template <auto... Member, class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    void atomic_max(T const&) const = delete;

    using heddle_operators::operator=;
    //! Copies the other element to this one: `p[i] = p[j];`.
    HEDDLE_ALWAYS_INLINE coalesced_ref& operator=(coalesced_ref const& other)
    {
        return *this = detail::as_element(other.heddle_load());
    }

    //! Converts to a T&. Accesses through it are plain. (`T const& r = p[i]` makes a copy.)
    // Because this conversion is a template, `T q = p[i]` prefers the conversion to T.
    template <class U, class = std::enable_if_t<std::is_same_v<U, T>>>
    HEDDLE_PLAIN_REFERENCE HEDDLE_INLINE operator U&()
    {
        return *heddle_address();
    }
    //! Converts to a reference to a base class of T. Accesses through it are plain.
    // Because this conversion is volatile, `base b = p[i]` prefers the conversion to T, which loads the whole element.
    template <class U,
              class = std::enable_if_t<!std::is_const_v<U> && !std::is_same_v<U, T> && std::is_convertible_v<T*, U*>>>
    HEDDLE_PLAIN_REFERENCE HEDDLE_INLINE operator U&() volatile
    {
        return *const_cast<coalesced_ref*>(this)->heddle_address();
    }

    //! Loads the element, and stores it at the end of the scope: auto q = p[i].edit(); q->x += dt;
    HEDDLE_ALWAYS_INLINE types::edited_element<T, Policy> edit()
    {
        return types::edited_element<T, Policy>(heddle_memory());
    }
    //! Used by heddle: a compile error, because elements of a coalesced_ptr<T const> are read-only.
    template <class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    types::edited_element<T, Policy> edit() const = delete;

    HEDDLE_HOST_CALLS_REFUSE
    //! Calls the operator[] of T, as plain code does: p[i][k] = v writes into the element.
    template <class Index, class U = T, class = std::enable_if_t<std::is_class_v<U>>>
    HEDDLE_PLAIN_SUBSCRIPT HEDDLE_INLINE auto operator[](Index const& k) -> decltype(std::declval<U&>()[k])
    {
        return (*heddle_address())[k];
    }
    //! Calls the operator[] of T for a read-only element.
    template <class Index, class U = T, class = std::enable_if_t<std::is_class_v<U>>>
    HEDDLE_PLAIN_SUBSCRIPT HEDDLE_INLINE auto operator[](Index const& k) const -> decltype(std::declval<U const&>()[k])
    {
        return (*heddle_address())[k];
    }

    HEDDLE_HOST_CALLS_END

    //! Returns the address of the element. Accesses through it are plain.
    HEDDLE_PLAIN_ADDRESS HEDDLE_INLINE T* operator&() { return heddle_address(); }
    //! Returns the address of the element. Accesses through it are plain.
    HEDDLE_PLAIN_ADDRESS HEDDLE_INLINE T const* operator&() const { return heddle_address(); }

    //! Returns a reference to one field: p[i].member<&particle::mass>() reads and writes that field alone.
    template <auto Field>
    HEDDLE_INLINE decltype(auto) member()
    {
        return detail::member_of<Field>(heddle_address());
    }
    //! Returns a read-only reference to one field.
    template <auto Field>
    HEDDLE_INLINE decltype(auto) member() const
    {
        return detail::member_of<Field>(heddle_address());
    }

    //! Swaps two elements, or an element and a plain T. Argument-dependent lookup finds these functions.
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, coalesced_ref& b) { detail::swap_elements<T>(a, b); }
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, T& b) { detail::swap_elements<T>(a, b); }
    HEDDLE_ALWAYS_INLINE friend void swap(T& a, coalesced_ref& b) { detail::swap_elements<T>(b, a); }
    template <class Other, class = detail::if_reference_to<Other, T>>
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, Other& b)
    {
        detail::swap_elements<T>(a, b);
    }

private:
    // Not defined. Without it the class is an aggregate in C++17, and p[i] = {x, y} is ambiguous.
    HEDDLE_HOST_DEVICE coalesced_ref();

    HEDDLE_INLINE T* heddle_address()
    {
        static_assert(sizeof(coalesced_ref) == sizeof(T) && alignof(coalesced_ref) == alignof(T));
        return reinterpret_cast<T*>(this);
    }
    HEDDLE_INLINE heddle_element* heddle_memory() { return reinterpret_cast<heddle_element*>(this); }
    HEDDLE_INLINE heddle_element const* heddle_memory() const { return reinterpret_cast<heddle_element const*>(this); }
    HEDDLE_INLINE T const* heddle_address() const { return reinterpret_cast<T const*>(this); }
};

//! Used by heddle: a compile error, because elements of a coalesced_ptr<T const> are read-only.
template <class T, class Policy, class Fields, class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
void swap(coalesced_ref<T, Policy, Fields> const&, coalesced_ref<T, Policy, Fields> const&) = delete;

}  // namespace heddle::types

namespace heddle {

using types::coalesced_ref;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
