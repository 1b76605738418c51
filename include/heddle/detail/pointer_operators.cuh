// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Differences and comparisons of a coalesced_ptr with other pointers.
#pragma once

#include "../config.cuh"
#include "standard_library.hpp"

namespace heddle {

template <class T, class Policy>
class coalesced_ptr;

// Between coalesced_ptr<T>, coalesced_ptr<T const>, T* and T const* in any order; comparisons also with nullptr.
#define HEDDLE_DEFINE_POINTER_OPERATOR(result, op)                               \
    template <class T, class P, class U, class Q>                                \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a,       \
                                             coalesced_ptr<U, Q> const& b)       \
        ->decltype(static_cast<result>(a.get() op b.get()))                      \
    {                                                                            \
        return a.get() op b.get();                                               \
    }                                                                            \
    template <class T, class P, class U>                                         \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a, U* b) \
        ->decltype(static_cast<result>(a.get() op b))                            \
    {                                                                            \
        return a.get() op b;                                                     \
    }                                                                            \
    template <class T, class P, class U>                                         \
    HEDDLE_INLINE constexpr auto operator op(U* a, coalesced_ptr<T, P> const& b) \
        ->decltype(static_cast<result>(a op b.get()))                            \
    {                                                                            \
        return a op b.get();                                                     \
    }
HEDDLE_DEFINE_POINTER_OPERATOR(std::ptrdiff_t, -)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, ==)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, !=)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <=)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >=)
#undef HEDDLE_DEFINE_POINTER_OPERATOR

#define HEDDLE_DEFINE_COMPARISON(op)                                                       \
    template <class T, class P>                                                            \
    HEDDLE_INLINE constexpr bool operator op(coalesced_ptr<T, P> const& a, std::nullptr_t) \
    {                                                                                      \
        return a.get() op nullptr;                                                         \
    }                                                                                      \
    template <class T, class P>                                                            \
    HEDDLE_INLINE constexpr bool operator op(std::nullptr_t, coalesced_ptr<T, P> const& b) \
    {                                                                                      \
        return b.get() op nullptr;                                                         \
    }
HEDDLE_DEFINE_COMPARISON(==)
HEDDLE_DEFINE_COMPARISON(!=)
#undef HEDDLE_DEFINE_COMPARISON

}  // namespace heddle
