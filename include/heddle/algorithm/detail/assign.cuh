// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Assigns results to elements with the elements' own operator=, although elements are stored as bytes.
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/words.cuh>

#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class T>
using bare_t = std::remove_cv_t<std::remove_reference_t<T>>;

//! True if `element = value` certainly overwrites the whole element: for values of the same type and for numbers. Any
//! other operator= may keep a part of the element.
template <class T, class Value>
inline constexpr bool assigns_all = std::is_same_v<T, bare_t<Value>> || std::is_trivially_assignable_v<T&, Value>;

HEDDLE_HOST_CALLS_REFUSE
//! Returns the value that *element would have after `*element = value`, without changing *element. The compiler omits
//! the read of *element if operator= visibly overwrites everything, as for most types.
template <class T, class Value>
HEDDLE_INLINE carried_t<T> assigned([[maybe_unused]] T const* element, Value&& value)
{
    using given = bare_t<Value>;
    if constexpr (std::is_same_v<given, carried_t<T>>) {
        return value;
    } else if constexpr (std::is_same_v<given, T>) {
        return detail::as_carried(static_cast<T const&>(value));
    } else {
        element_storage<T> after;
        if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<given>) {
            after.value = static_cast<T>(value);
        } else {
            if constexpr (!assigns_all<T, Value>) {
                detail::store_plainly(detail::address_of(after.value), detail::as_carried(*element));
            }
            detail::as_element(after.value) = std::forward<Value>(value);
        }
        return after.value;
    }
}

//! Assigns *to = value. Numbers are converted. If `to` is a coalesced_ptr, the element's own operator= assigns.
template <class Iterator, class Value>
HEDDLE_INLINE void assign_to(Iterator const& to, Value&& value)
{
    using element = bare_t<decltype(*to)>;
    if constexpr (is_coalesced<Iterator>) {
        (*to).store(detail::as_element(detail::assigned(to.get(), std::forward<Value>(value))));
    } else if constexpr (std::is_arithmetic_v<element> && std::is_arithmetic_v<bare_t<Value>>) {
        *to = static_cast<element>(value);
    } else if constexpr (is_element_bytes<bare_t<Value>>) {
        *to = detail::as_element(value);
    } else {
        *to = std::forward<Value>(value);
    }
}
HEDDLE_HOST_CALLS_END

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
