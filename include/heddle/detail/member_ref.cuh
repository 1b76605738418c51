// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The reference p[i].member<&T::x>() to one field of an element.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_assignments.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/plain_access.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

template <class Field>
class member_ref;

}  // namespace heddle::types

namespace heddle::detail {

//! The type of p[i].member<>(): const for a const field, so that it cannot be assigned to.
template <class Field>
using member_ref_t =
    std::conditional_t<std::is_const_v<Field>, types::member_ref<Field> const, types::member_ref<Field>>;

template <auto Field, class T>
HEDDLE_INLINE decltype(auto) member_of(T* element)
{
    constexpr bool is_member =
        std::is_member_object_pointer_v<decltype(Field)> && std::is_invocable_v<decltype(Field), T&>;
    static_assert(is_member, "heddle: member<> takes a pointer to a data member of the element, as in member<&T::x>()");
    if constexpr (is_member) {
        using field = std::remove_reference_t<decltype(element->*Field)>;
        // No reference may bind to a field of a packed struct, because the field may be misaligned.
        return member_ref_t<field>(__builtin_addressof(element->*Field));
    }
}

}  // namespace heddle::detail

namespace heddle::types {

//! A reference to one field of an element. Each lane accesses its own field, which may be misaligned, as in a packed
//! struct. For a nested field, write p[i].member<&T::inner>().member<&inner::x>().
template <class Field>
class member_ref : public element_operators<member_ref<Field>, std::remove_const_t<Field>> {
    using operators = element_operators<member_ref, std::remove_const_t<Field>>;

public:
    using value_type = std::remove_const_t<Field>;

    HEDDLE_INLINE explicit member_ref(Field* field) : field_(field) {}
    member_ref(member_ref const&) = default;

    HEDDLE_INLINE operator value_type() const { return load(); }
    HEDDLE_INLINE value_type load() const { return detail::to_value<value_type>(heddle_load()); }
    HEDDLE_INLINE detail::carried_t<value_type> heddle_load() const
    {
        // Because the offset of a field is a constant, the compiler drops this test unless the struct is packed.
        if (detail::is_aligned(field_)) return detail::as_carried(*field_);
        detail::element_storage<value_type> copy;
        std::memcpy(copy.bytes(), static_cast<void const*>(field_), sizeof(Field));
        return copy.value;
    }
    HEDDLE_INLINE void store(value_type const& value)
    {
        static_assert(!std::is_const_v<Field>, "heddle: cannot write through coalesced_ptr<T const>");
        if (detail::is_aligned(field_)) {
            detail::store_plainly(const_cast<value_type*>(field_), value);
        } else {
            std::memcpy(const_cast<value_type*>(field_), detail::address_of(value), sizeof(Field));
        }
    }

    using operators::operator=;
    HEDDLE_INLINE member_ref& operator=(member_ref const& other)
    {
        return *this = detail::as_element(other.heddle_load());
    }

    template <auto Inner>
    HEDDLE_INLINE decltype(auto) member() const
    {
        return detail::member_of<Inner>(field_);
    }

private:
    Field* field_;
};

template <class Field, std::size_t Count>
class member_ref<Field[Count]> {
public:
    HEDDLE_INLINE explicit member_ref(Field (*field)[Count]) : first_(*field) {}

    HEDDLE_INLINE detail::member_ref_t<Field> operator[](std::size_t i) const { return member_ref<Field>(first_ + i); }
    template <class Index, class Refused = detail::if_no_index<Index>>
    detail::member_ref_t<Field> operator[](Index const& i) const = delete;

private:
    Field* first_;
};

}  // namespace heddle::types

#include <heddle/detail/restore_macros.hpp>
