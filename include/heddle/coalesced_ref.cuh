// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What p[i] and *p of a coalesced_ptr are: a reference to the element, whose loads and stores are
// those of the warp together where it is converged. Where it is not, each lane loads by itself, and the active lanes
// store together.
#pragma once

#include "config.cuh"
#include "detail/element_operators.cuh"
#include "detail/group/group.cuh"
#include "detail/group/warp_access.cuh"
#include "detail/standard_library.hpp"
#include "edited_element.cuh"
#include "fields.cuh"
#include "member_ref.cuh"
#include "policy.cuh"

namespace heddle {

namespace detail {

HEDDLE_EXEC_CHECK_DISABLE
template <class T, class Policy>
HEDDLE_ALWAYS_INLINE carried_t<T> load_by(Policy const& policy, T const* pointer)
{
    require_movable<T>();
    return load_in_warp<T>(policy.template stage<T>(), pointer);
}

HEDDLE_EXEC_CHECK_DISABLE
template <class T, class Policy>
HEDDLE_ALWAYS_INLINE void store_by(Policy const& policy, T* pointer, T const& value)
{
    require_movable<T>();
    store_in_warp(policy.template stage<T>(), pointer, value);
}

}  // namespace detail

//! A class that lies over an element: p[i] and *p are references to it, to a const one through
//! coalesced_ptr<T const>. It means what the T& means that plain code has there: it converts to T and to T&,
//! takes assignments, its address is the element's T*, and it has the fields that HEDDLE_FIELDS names. Loads and
//! stores of the whole element cooperate; its fields, and what is done through a T&, are accessed as in plain code.
//! There are no objects of it: `auto q = p[i]` is refused; write `T q = p[i]`.
//! Group:    none: converged lanes cooperate, others access their element each by itself, and all get the same result
//! Requires: as for heddle::load; Policy has no state
//! Cost:     plan_of<T>() with all 32 lanes active; stores by 8 active lanes or more whose elements lie apart
//!           (min_ranked_distance) that of plan_of<T, 8>(); else that of plain access; less with scratch (policy.cuh)
template <class T, class Policy, class Fields>
class HEDDLE_LIES_OVER_ELEMENT coalesced_ref
    : public Fields,
      public detail::element_operators<coalesced_ref<T, Policy, Fields>, T> {
    using heddle_operators = detail::element_operators<coalesced_ref, T>;

public:
    //! The one that lies over an element; Element is T or T const.
    template <class Element>
    HEDDLE_INLINE static auto& heddle_over(Element& element)
    {
        detail::require_fields<Fields>();
        constexpr auto fault = Fields::heddle_fault();
        static_assert(fault != detail::fields_fault::none ||
                      (sizeof(coalesced_ref) == sizeof(T) && alignof(coalesced_ref) == alignof(T)));
        using result =
            std::conditional_t<std::is_const_v<Element>, coalesced_ref const, coalesced_ref>;
        return reinterpret_cast<result&>(element);
    }

    //! Refuses: other lanes cannot reach a copy, which would lie in a lane's own memory.
    HEDDLE_INLINE coalesced_ref(coalesced_ref const& other) : Fields(other), heddle_operators(other)
    {
        static_assert(sizeof(T) == 0,
                      "heddle: auto q = p[i] would copy a reference: write T q = p[i], or auto q = "
                      "p[i].load()");
    }

    //! The element's value now.
    HEDDLE_ALWAYS_INLINE T load() const { return detail::to_value<T>(heddle_load()); }
    HEDDLE_ALWAYS_INLINE detail::carried_t<T> heddle_load() const
    {
        return detail::load_by(Policy(), heddle_address());
    }
    HEDDLE_ALWAYS_INLINE void store(T const& value)
    {
        detail::store_by(Policy(), heddle_address(), value);
    }
    HEDDLE_INLINE void store(T const& value) const { detail::refuse_to_write(*this, value); }

    using heddle_operators::operator=;
    // a[i] = b[j] copies the element.
    HEDDLE_ALWAYS_INLINE coalesced_ref& operator=(coalesced_ref const& other)
    {
        store(detail::as_element(other.heddle_load()));
        return *this;
    }

    //! To a T&, through which accesses are plain ones. (`T const& r = p[i]` is a copy.)
    template <class U, class = std::enable_if_t<std::is_same_v<U, T>>>
    HEDDLE_INLINE operator U&()
    {
        return *heddle_address();
    }

    //! The element for the length of a scope: auto q = p[i].edit(); q->x += dt; stores where q's scope ends.
    HEDDLE_ALWAYS_INLINE edited_element<T, Policy> edit()
    {
        return edited_element<T, Policy>(heddle_address());
    }

    //! Calls the operator[] of T, as plain code does: p[i][k] = v writes into the element.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Index, class U = T, class = std::enable_if_t<std::is_class_v<U>>>
    HEDDLE_INLINE auto operator[](Index const& k) -> decltype(std::declval<U&>()[k])
    {
        return (*heddle_address())[k];
    }
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Index, class U = T, class = std::enable_if_t<std::is_class_v<U>>>
    HEDDLE_INLINE auto operator[](Index const& k) const -> decltype(std::declval<U const&>()[k])
    {
        return (*heddle_address())[k];
    }

    HEDDLE_INLINE T* operator&() { return heddle_address(); }
    HEDDLE_INLINE T const* operator&() const { return heddle_address(); }

    //! One field: p[i].member<&particle::mass>() reads and writes nothing but that field.
    template <auto Field>
    HEDDLE_INLINE auto member()
    {
        return detail::member_of<Field>(heddle_address());
    }
    template <auto Field>
    HEDDLE_INLINE auto member() const
    {
        return detail::member_of<Field>(heddle_address());
    }

    // Found by argument-dependent lookup: swaps elements, also with a plain T.
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, coalesced_ref& b)
    {
        detail::swap_elements<T>(a, b);
    }
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, T& b)
    {
        detail::swap_elements<T>(a, b);
    }
    HEDDLE_ALWAYS_INLINE friend void swap(T& a, coalesced_ref& b) { swap(b, a); }
    template <class Other, class = detail::if_other_reference<coalesced_ref, Other, T>>
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref& a, Other& b)
    {
        detail::swap_elements<T>(a, b);
    }
    HEDDLE_INLINE friend void swap(coalesced_ref const& a, coalesced_ref const&)
    {
        detail::refuse_to_write(a);
    }

private:
    HEDDLE_INLINE T* heddle_address() { return reinterpret_cast<T*>(this); }
    HEDDLE_INLINE T const* heddle_address() const { return reinterpret_cast<T const*>(this); }
};

//! What p[i] and *p are where the policy has state (with_scratch): a proxy that holds it, and the element's
//! address. Fields are written p->x.
//! Otherwise as coalesced_ref.
template <class T, class Policy>
class element_proxy
    : Policy,
      public detail::element_operators<element_proxy<T, Policy>, std::remove_const_t<T>> {
    using operators = detail::element_operators<element_proxy, std::remove_const_t<T>>;

public:
    using value_type = std::remove_const_t<T>;

    HEDDLE_INLINE explicit element_proxy(T* pointer, Policy const& policy)
        : Policy(policy), pointer_(pointer)
    {
    }
    element_proxy(element_proxy const&) = default;

    HEDDLE_ALWAYS_INLINE value_type load() const
    {
        return detail::to_value<value_type>(heddle_load());
    }
    HEDDLE_ALWAYS_INLINE detail::carried_t<value_type> heddle_load() const
    {
        return detail::load_by(static_cast<Policy const&>(*this),
                               static_cast<value_type const*>(pointer_));
    }
    HEDDLE_ALWAYS_INLINE void store(value_type const& value)
    {
        if constexpr (std::is_const_v<T>) {
            detail::refuse_to_write(*this);
        } else {
            detail::store_by(static_cast<Policy const&>(*this), pointer_, value);
        }
    }

    using operators::operator=;
    HEDDLE_ALWAYS_INLINE element_proxy& operator=(element_proxy const& other)
    {
        store(detail::as_element(other.heddle_load()));
        return *this;
    }

    HEDDLE_ALWAYS_INLINE edited_element<T, Policy> edit()
    {
        return edited_element<T, Policy>(pointer_, *this);
    }
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Index, class U = T, class = std::enable_if_t<std::is_class_v<U>>>
    HEDDLE_INLINE auto operator[](Index const& k) const -> decltype(std::declval<U&>()[k])
    {
        return (*pointer_)[k];
    }
    HEDDLE_INLINE T* operator&() const { return pointer_; }
    template <auto Field>
    HEDDLE_INLINE auto member() const
    {
        return detail::member_of<Field>(pointer_);
    }

    HEDDLE_ALWAYS_INLINE friend void swap(element_proxy a, element_proxy b)
    {
        detail::swap_elements<value_type>(a, b);
    }
    HEDDLE_ALWAYS_INLINE friend void swap(element_proxy a, value_type& b)
    {
        detail::swap_elements<value_type>(a, b);
    }
    HEDDLE_ALWAYS_INLINE friend void swap(value_type& a, element_proxy b) { swap(b, a); }

private:
    T* pointer_;
};

}  // namespace heddle
