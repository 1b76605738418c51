// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What p[i].member<&T::x>() is: a reference to one field.
#pragma once

#include "config.cuh"
#include "detail/element_operators.cuh"
#include "detail/group/element_access.cuh"
#include "detail/group/words.cuh"
#include "detail/standard_library.hpp"

namespace heddle {

template <class Field>
class member_ref;

namespace detail {

template <auto Field, class T>
HEDDLE_INLINE auto member_of(T* pointer)
{
    static_assert(std::is_member_object_pointer_v<decltype(Field)>,
                  "heddle: member<> takes a pointer to a data member, as in member<&T::x>()");
    using field = std::remove_reference_t<decltype(pointer->*Field)>;
    // A field of a packed struct may be misaligned, and no reference may bind to it.
    return member_ref<field>(__builtin_addressof(pointer->*Field));
}

}  // namespace detail

//! One field of an element: reads and writes that field alone, lane by lane, and takes the assignments that the
//! field takes. Its own fields are further members: p[i].member<&T::inner>().member<&inner::x>().
//! A field of a packed struct may lie at any address.
template <class Field>
class member_ref : public detail::element_operators<member_ref<Field>, std::remove_const_t<Field>> {
    using operators = detail::element_operators<member_ref, std::remove_const_t<Field>>;

public:
    using value_type = std::remove_const_t<Field>;

    HEDDLE_INLINE explicit member_ref(Field* field) : field_(field) {}
    member_ref(member_ref const&) = default;

    //! The field's value now.
    HEDDLE_INLINE value_type load() const { return detail::to_value<value_type>(heddle_load()); }
    HEDDLE_INLINE detail::carried_t<value_type> heddle_load() const
    {
        // The offset of a field is a constant, so no test is left where the struct is not packed.
        if (detail::is_aligned(field_)) return detail::as_carried(*field_);
        detail::element_storage<value_type> copy;
        std::memcpy(copy.bytes(), static_cast<void const*>(field_), sizeof(Field));
        return copy.value;
    }
    HEDDLE_INLINE void store(value_type const& value)
    {
        if constexpr (std::is_const_v<Field>) {
            detail::refuse_to_write(*this);
        } else if (detail::is_aligned(field_)) {
            detail::store_plainly(field_, value);
        } else {
            std::memcpy(static_cast<void*>(field_), detail::address_of(value), sizeof(Field));
        }
    }

    using operators::operator=;
    HEDDLE_INLINE member_ref& operator=(member_ref const& other)
    {
        store(detail::as_element(other.heddle_load()));
        return *this;
    }

    template <auto Inner>
    HEDDLE_INLINE auto member() const
    {
        return detail::member_of<Inner>(field_);
    }

private:
    Field* field_;
};

//! A field that is an array: its elements are written as those of the array.
template <class Field, std::size_t Count>
class member_ref<Field[Count]> {
public:
    HEDDLE_INLINE explicit member_ref(Field (*field)[Count]) : first_(*field) {}

    HEDDLE_INLINE member_ref<Field> operator[](std::size_t i) const
    {
        return member_ref<Field>(first_ + i);
    }

private:
    Field* first_;
};

}  // namespace heddle
