// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// trove's pointer, made by heddle. Code that was written for trove compiles if this folder's parent is among the folders
// of headers.
#pragma once

#include <heddle/compat/trove/aos.h>
#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

namespace detail {

//! The reference to an element. It converts to the element's value, and can be assigned to. A copy (auto q = p[i])
//! refers to the same element, and loads it when it is converted.
template <class T>
struct coalesced_ref {
    using value_type = std::remove_const_t<T>;

    T* m_ptr;

    HEDDLE_DEVICE_INLINE explicit coalesced_ref(T* ptr) : m_ptr(ptr) {}
    HEDDLE_DEVICE_INLINE coalesced_ref(coalesced_ref const& other) : m_ptr(other.m_ptr) {}

    HEDDLE_DEVICE_INLINE operator value_type() const { return trove::load(m_ptr); }

    HEDDLE_DEVICE_INLINE coalesced_ref& operator=(value_type const& data)
    {
        trove::store(data, m_ptr);
        return *this;
    }
    HEDDLE_DEVICE_INLINE coalesced_ref& operator=(coalesced_ref const& other)
    {
        return *this = static_cast<value_type>(other);
    }
};

}  // namespace detail

//! A pointer to elements that the lanes of a warp load and store together.
//! Requires: as for load
template <class T>
struct coalesced_ptr {
    T* m_ptr;

    HEDDLE_DEVICE_INLINE coalesced_ptr(T* ptr) : m_ptr(ptr) {}

    HEDDLE_DEVICE_INLINE detail::coalesced_ref<T> operator*() const { return detail::coalesced_ref<T>(m_ptr); }
    template <class I>
    HEDDLE_DEVICE_INLINE detail::coalesced_ref<T> operator[](I const& idx) const
    {
        return detail::coalesced_ref<T>(m_ptr + idx);
    }
    HEDDLE_DEVICE_INLINE operator T*() const { return m_ptr; }
};

}  // namespace trove

#include <heddle/detail/restore_macros.hpp>
