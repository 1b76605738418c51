// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compound assignments to elements: p[i] += q.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

template <class T, class Policy, class Fields>
class coalesced_ref;

// A user's template for all types would be a better match for p[i] += q than a member of the base class, and would then
// change the fields of p[i] one by one.
#define HEDDLE_DEFINE_ASSIGNMENT(op)                                                                                 \
    template <class T, class Policy, class Fields, class Right,                                                      \
              class = decltype(std::declval<T&>() op std::declval<detail::operand_value_t<Right> const&>())>         \
    HEDDLE_ALWAYS_INLINE coalesced_ref<T, Policy, Fields>& operator op(coalesced_ref<T, Policy, Fields>& a,          \
                                                                       Right const& b)                               \
    {                                                                                                                \
        return a.operator op(b);                                                                                     \
    }                                                                                                                \
    template <class T, class Policy, class Fields, class = decltype(std::declval<T&>() op std::declval<T const&>())> \
    HEDDLE_ALWAYS_INLINE coalesced_ref<T, Policy, Fields>& operator op(coalesced_ref<T, Policy, Fields>& a,          \
                                                                       coalesced_ref<T, Policy, Fields> const& b)    \
    {                                                                                                                \
        return a.operator op(b);                                                                                     \
    }
HEDDLE_DEFINE_ASSIGNMENT(+=)
HEDDLE_DEFINE_ASSIGNMENT(-=)
HEDDLE_DEFINE_ASSIGNMENT(*=)
HEDDLE_DEFINE_ASSIGNMENT(/=)
HEDDLE_DEFINE_ASSIGNMENT(%=)
HEDDLE_DEFINE_ASSIGNMENT(&=)
HEDDLE_DEFINE_ASSIGNMENT(|=)
HEDDLE_DEFINE_ASSIGNMENT(^=)
HEDDLE_DEFINE_ASSIGNMENT(<<=)
HEDDLE_DEFINE_ASSIGNMENT(>>=)
#undef HEDDLE_DEFINE_ASSIGNMENT

}  // namespace heddle::types

#include <heddle/detail/restore_macros.hpp>
