// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 5: what p[i] and *p of a coalesced_ptr are: a proxy that loads and stores its element
// together with the rest of the warp when the warp is converged, and by itself when it is not.
#pragma once

#include "config.cuh"
#include "member_ref.cuh"
#include "policy.cuh"
#include "tile.cuh"
#include "warp_access.cuh"

#include <type_traits>

namespace heddle {

template <class T, class Policy = by_plan>
class coalesced_ref;

namespace detail {

// The right-hand side of +=: a value, also where it is given as a reference proxy.
template <class Value>
HEDDLE_INLINE Value const& loaded(Value const& value)
{
    return value;
}
template <class T, class Policy>
HEDDLE_ALWAYS_INLINE std::remove_const_t<T> loaded(coalesced_ref<T, Policy> const& reference)
{
    return reference.load();
}

}  // namespace detail

//! A reference to an element, as p[i] and *p give it. It converts to T and takes assignments, and
//! is itself never const: as with T&, what may be written depends on T alone.
//! `auto x = p[i]` copies the reference, which reads later; write `T x = p[i]` or p[i].load().
//! Group:    none: lanes that come together cooperate, others go alone, and all get the same result
//! Requires: as for heddle::load
//! Cost:     plan_of<T>() with all 32 lanes active, else that of plain access; less with scratch (policy.cuh)
template <class T, class Policy>
class coalesced_ref : Policy {
    static_assert(detail::has_values<std::remove_const_t<T>>,
                  "heddle: p[i] is a whole T: T must be defined, not only declared, where p[i] is "
                  "written, and must not be abstract");

public:
    using value_type = std::remove_const_t<T>;

    HEDDLE_INLINE explicit coalesced_ref(T* pointer, Policy const& policy = Policy())
        : Policy(policy), pointer_(pointer)
    {
    }
    coalesced_ref(coalesced_ref const&) = default;

    //! The element's value now.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE value_type load() const
    {
        detail::require_movable<value_type>();
        return detail::load_in_warp<value_type>(Policy::template way<value_type>(), pointer_);
    }
    HEDDLE_ALWAYS_INLINE operator value_type() const { return load(); }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE void store(value_type const& value) const
    {
        static_assert(!std::is_const_v<T>, "heddle: cannot write through coalesced_ptr<T const>");
        detail::require_movable<value_type>();
        if constexpr (!std::is_const_v<T>) {
            detail::store_in_warp(Policy::template way<value_type>(), pointer_, value);
        }
    }
    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator=(value_type const& value) const
    {
        store(value);
        return *this;
    }
    // a[i] = b[j] and a[i] = a[j] copy elements, not references.
    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator=(coalesced_ref const& other) const
    {
        return *this = other.load();
    }
    template <class U, class OtherPolicy>
    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator=(
        coalesced_ref<U, OtherPolicy> const& other) const
    {
        return *this = static_cast<value_type>(other.load());
    }

    //! One field: p[i].member<&particle::mass>() reads and writes nothing but that field.
    template <auto Field>
    HEDDLE_INLINE auto member() const
    {
        static_assert(std::is_member_object_pointer_v<decltype(Field)>,
                      "heddle: member<> takes a pointer to a data member, as in member<&T::x>()");
        using field = std::remove_reference_t<decltype(pointer_->*Field)>;
        return member_ref<field>(&(pointer_->*Field));
    }

#define HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(op)                                       \
    template <class Right>                                                          \
    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator op(Right const& right) const \
    {                                                                               \
        value_type value = load();                                                  \
        value op detail::loaded(right);                                             \
        return *this = value;                                                       \
    }
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(+=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(-=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(*=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(/=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(%=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(&=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(|=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(^=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(<<=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(>>=)
#undef HEDDLE_DEFINE_COMPOUND_ASSIGNMENT

    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator++() const
    {
        value_type value = load();
        ++value;
        return *this = value;
    }
    HEDDLE_ALWAYS_INLINE coalesced_ref const& operator--() const
    {
        value_type value = load();
        --value;
        return *this = value;
    }
    HEDDLE_ALWAYS_INLINE value_type operator++(int) const
    {
        value_type const before = load();
        value_type value = before;
        ++value;
        store(value);
        return before;
    }
    HEDDLE_ALWAYS_INLINE value_type operator--(int) const
    {
        value_type const before = load();
        value_type value = before;
        --value;
        store(value);
        return before;
    }

    // Found by argument-dependent lookup: swaps elements, also with a plain T.
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref a, coalesced_ref b)
    {
        value_type const value = a.load();
        a.store(b.load());
        b.store(value);
    }
    HEDDLE_ALWAYS_INLINE friend void swap(coalesced_ref a, value_type& b)
    {
        value_type const value = a.load();
        a.store(b);
        b = value;
    }
    HEDDLE_ALWAYS_INLINE friend void swap(value_type& a, coalesced_ref b) { swap(b, a); }

private:
    T* pointer_;
};

}  // namespace heddle
