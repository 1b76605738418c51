// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// carried_t: the type that holds an element while its bytes move. The element's constructors and operators do not run.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the address of an object, even if T overloads operator&. (std::addressof is not a device function.)
template <class T>
HEDDLE_INLINE constexpr T* address_of(T& object)
{
    return __builtin_addressof(object);
}

//! True if copying or returning a T copies its bytes, and T has no constructor template that accepts a T&.
template <class T>
inline constexpr bool copies_as_bytes = std::is_trivially_constructible_v<T, T const&>&&
    std::is_trivially_constructible_v<T, T&>&& std::is_trivially_constructible_v<T, T>&&
        std::is_trivially_destructible_v<T>&& std::is_convertible_v<T const&, T>;

//! The bytes of an Element whose copy constructor is user-provided, and may be host-only.
template <class Element>
struct HEDDLE_LIES_OVER_ELEMENT alignas(Element) element_bytes {
    using unit = typename moved_at_once<(alignof(Element) < 16 ? alignof(Element) : 16)>::type;
    unit units[sizeof(Element) / sizeof(unit)];
};

template <class T>
inline constexpr bool is_element_bytes = false;
template <class T>
inline constexpr bool is_element_bytes<element_bytes<T>> = true;

template <class T>
struct carried {
    using type = std::conditional_t<copies_as_bytes<T>, T, element_bytes<T>>;
};
template <class T>
struct carried<T const> {
    using type = typename carried<T>::type const;
};

//! The type that holds a T while its bytes move: T itself if copies_as_bytes<T>, otherwise element_bytes<T>.
template <class T>
using carried_t = typename carried<T>::type;

template <class T>
HEDDLE_INLINE carried_t<T>& as_carried(T& element)
{
    return reinterpret_cast<carried_t<T>&>(element);
}

template <class T>
HEDDLE_INLINE T& as_element(T& carried)
{
    return carried;
}
template <class T>
HEDDLE_INLINE T const& as_element(T const& carried)
{
    return carried;
}
template <class T>
HEDDLE_INLINE T& as_element(element_bytes<T>& carried)
{
    return reinterpret_cast<T&>(carried);
}
template <class T>
HEDDLE_INLINE T const& as_element(element_bytes<T> const& carried)
{
    return reinterpret_cast<T const&>(carried);
}

//! Returns an element as a carried_t<T>. The type Given is T, carried_t<T>, or a type that converts to T.
template <class T, class Given>
HEDDLE_INLINE carried_t<T> carried_from(Given const& given)
{
    if constexpr (copies_as_bytes<T> || is_element_bytes<Given>) {
        return given;
    } else {
        T const& element = given;
        return detail::as_carried(element);
    }
}

//! A device function, because nvcc rejects a host-only constructor only there, even the constructor of a member.
template <class T, class... Argument>
HEDDLE_DEVICE_INLINE T the_constructors_of_elements_must_be_device_code_or_write_edit_or_update(Argument const&... from)
{
    if constexpr (sizeof...(Argument) == 0) {
        return T{};
    } else {
        return T(from...);
    }
}

//! Returns T{}, or a copy T(from).
template <class T, class... Argument>
HEDDLE_INLINE T constructed(Argument const&... from)
{
    if constexpr (device_architecture != 0) {
        return detail::the_constructors_of_elements_must_be_device_code_or_write_edit_or_update<T>(from...);
    } else if constexpr (sizeof...(Argument) == 0) {
        return T{};
    } else {
        return T(from...);
    }
}

//! Returns a carried element as a T. A user-provided copy constructor of T runs.
template <class T>
HEDDLE_INLINE T to_value(carried_t<T> const& carried)
{
    static_assert(std::is_constructible_v<T, T const&>,
                  "heddle: a T without a copy constructor cannot be returned by value; write "
                  "heddle::update(p + i, ...) or p[i].edit()");
    if constexpr (copies_as_bytes<T>) {
        return carried;
    } else {
        return detail::constructed<T>(detail::as_element(carried));
    }
}

//! Storage for an element that need not be default-constructible.
template <class Element>
union element_storage {
    carried_t<Element> value;
    HEDDLE_INLINE element_storage() {}
    HEDDLE_INLINE void* bytes() { return this; }
};

template <class Element>
HEDDLE_INLINE carried_t<Element> zero_element()
{
    element_storage<Element> element;
    std::memset(element.bytes(), 0, sizeof(Element));
    return element.value;
}

//! Returns an element that must not be read. Its bytes are uninitialized on the device, and zero on the host, where
//! tools would otherwise report uninitialized reads.
template <class Element>
HEDDLE_INLINE carried_t<Element> indeterminate_element()
{
    if constexpr (device_architecture != 0) {
        element_storage<Element> element;
        return element.value;
    } else {
        return detail::zero_element<Element>();
    }
}

template <class Element>
HEDDLE_INLINE bool is_aligned(Element const* pointer)
{
    return reinterpret_cast<std::uintptr_t>(pointer) % alignof(Element) == 0;
}

//! True for a record_element (record_element.cuh), which is another type in registers than in memory.
template <class Element>
inline constexpr bool is_record_element = false;

//! Loads as plain code does.
template <class Element>
HEDDLE_INLINE carried_t<Element> load_plainly(Element const* pointer)
{
    if constexpr (is_record_element<Element>) {
        return pointer->load();
    } else {
        return detail::as_carried(*pointer);
    }
}

//! Stores as plain code does. Also stores a T that has no assignment, or none that device code can call (std::pair).
template <class Element>
HEDDLE_INLINE void store_plainly(Element* pointer, Element const& value)
{
    if constexpr (std::is_trivially_copy_assignable_v<Element>) {
        *pointer = value;
    } else if constexpr (copies_as_bytes<Element>) {
        ::new (static_cast<void*>(pointer)) Element(value);
    } else {
        detail::as_carried(*pointer) = detail::as_carried(value);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
