// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 5: what p[i].member<&T::x>() is: a reference to one field.
#pragma once

#include "config.cuh"
#include "element_access.cuh"
#include "words.cuh"

#include <cstring>
#include <type_traits>

namespace heddle {

//! One field of an element: reads and writes that field alone, lane by lane.
//! A field of a packed struct may lie at any address.
template <class Field>
class member_ref {
public:
    using value_type = std::remove_const_t<Field>;

    HEDDLE_INLINE explicit member_ref(Field* field) : field_(field) {}
    member_ref(member_ref const&) = default;

    //! The field's value now.
    HEDDLE_INLINE value_type load() const
    {
        // The offset of a field is a constant, so no test is left where the struct is not packed.
        if (detail::is_aligned(field_)) return *field_;
        detail::element_storage<value_type> copy;
        std::memcpy(copy.bytes(), static_cast<void const*>(field_), sizeof(Field));
        return copy.value;
    }
    HEDDLE_INLINE operator value_type() const { return load(); }

    HEDDLE_INLINE member_ref const& operator=(value_type const& value) const
    {
        static_assert(!std::is_const_v<Field>,
                      "heddle: cannot write through coalesced_ptr<T const>");
        if (detail::is_aligned(field_)) {
            detail::store_plainly(field_, value);
        } else {
            std::memcpy(static_cast<void*>(field_), &value, sizeof(Field));
        }
        return *this;
    }
    HEDDLE_INLINE member_ref const& operator=(member_ref const& other) const
    {
        return *this = other.load();
    }

private:
    Field* field_;
};

}  // namespace heddle
