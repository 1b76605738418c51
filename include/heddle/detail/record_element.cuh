// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// record_element: the element type of accesses to records, of which an array has gaps, and which may be misaligned.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A T in memory whose address is a multiple of Alignment. A lane holds it in registers as a T.
//! Alignment: a power of two, at most alignof(T), so that a T in registers is aligned as this class is
template <class T, std::size_t Alignment>
struct HEDDLE_LIES_OVER_ELEMENT alignas(Alignment) record_element {
    using unit = typename moved_at_once<(Alignment < 16 ? Alignment : 16)>::type;
    unit units[sizeof(T) / sizeof(unit)];

    //! Loads as plain code does.
    HEDDLE_INLINE carried_t<T> load() const
    {
        // Copies the units first, because nvcc 13.0 does not know their alignment, and would load bytes.
        record_element const copy(*this);
        element_storage<T> element;
        std::memcpy(element.bytes(), copy.units, sizeof(T));
        return element.value;
    }
};

template <class T, std::size_t Alignment>
inline constexpr bool is_record_element<record_element<T, Alignment>> = true;

template <class T, std::size_t Alignment>
struct carried<record_element<T, Alignment>> {
    using type = carried_t<T>;
};

template <class T, std::size_t Alignment>
inline constexpr element_words words_of<record_element<T, Alignment>> = detail::make_element_words(sizeof(T), Alignment,
                                                                                                   true);

//! The policy of references to records: that of their record_ptr, and the alignment.
template <std::size_t Alignment, class Policy>
struct record_policy {
    static constexpr auto value = Policy::value;
};

template <class Policy, class T>
struct element_of_policy {
    using type = T;
};
template <std::size_t Alignment, class Policy, class T>
struct element_of_policy<record_policy<Alignment, Policy>, T> {
    using type = record_element<T, Alignment>;
};
//! The element type of accesses to a T through a policy.
template <class Policy, class T>
using element_of = typename element_of_policy<Policy, T>::type;

//! Returns a value in registers as the Element that stores take. Element is the type of the value, or a record_element.
template <class Element, class T>
HEDDLE_INLINE Element const& as_in_memory(T const& value)
{
    if constexpr (is_record_element<Element>) {
        static_assert(sizeof(Element) == sizeof(T) && alignof(Element) <= alignof(T));
        return *reinterpret_cast<Element const*>(detail::address_of(value));
    } else {
        return value;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
