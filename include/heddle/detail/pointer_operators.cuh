// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Differences and comparisons of a coalesced_ptr with another one, or with a raw pointer; its hash value.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/device_pointer.cuh>

#if !defined(__CUDACC_RTC__)
// <typeindex> declares std::hash and, in C++20, std::strong_ordering. <functional> would take half more compile time.
#    include <typeindex>
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

// A user's template for all types, which argument-dependent lookup finds in the namespace of the element, must not be a
// better match than an operator of a coalesced_ptr. Therefore these operators take their operands without a conversion,
// and are more specialized than a template for all types.

//! The operators of two pointers of one type.
template <class Pointer>
class pointer_operators {
#define HEDDLE_DEFINE_POINTER_OPERATOR(result, op) \
    HEDDLE_INLINE friend constexpr result operator op(Pointer const& a, Pointer const& b) { return a.get() op b.get(); }
    HEDDLE_DEFINE_POINTER_OPERATOR(std::ptrdiff_t, -)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, ==)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, !=)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, <)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, <=)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, >)
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, >=)
#if defined(__cpp_impl_three_way_comparison) && defined(__cpp_lib_three_way_comparison)
    // clang-format off
    HEDDLE_DEFINE_POINTER_OPERATOR(std::strong_ordering, <=>)
    // clang-format on
#endif
#undef HEDDLE_DEFINE_POINTER_OPERATOR
    HEDDLE_INLINE friend constexpr bool operator!(Pointer const& a) { return a.get() == nullptr; }
};

// A pointer and an integer. (Operators of coalesced_ptr for std::ptrdiff_t take objects that convert to an integer.) A
// floating-point number is no index, as for a T*.
#define HEDDLE_DEFINE_MOVE(result, op, first, second, ...)                                     \
    template <class T, class P, class Index, detail::if_integer<Index> = 0>                    \
    HEDDLE_INLINE constexpr result operator op(first, second)                                  \
    {                                                                                          \
        return __VA_ARGS__ static_cast<std::ptrdiff_t>(n);                                     \
    }                                                                                          \
    template <class T, class P, class Index, class Refused = detail::if_floating_index<Index>> \
    result operator op(first, second) = delete;
#define HEDDLE_POINTER coalesced_ptr<T, P>
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, +, HEDDLE_POINTER p, Index n, p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, +, Index n, HEDDLE_POINTER p, p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, -, HEDDLE_POINTER p, Index n, p.get() -)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER&, +=, HEDDLE_POINTER& p, Index n, p = p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER&, -=, HEDDLE_POINTER& p, Index n, p = p.get() -)
#undef HEDDLE_POINTER
#undef HEDDLE_DEFINE_MOVE

// One operand is a coalesced_ptr, the other a coalesced_ptr or a raw pointer to the same type, const or not.
#define HEDDLE_DEFINE_POINTER_OPERATOR(result, op)                                                       \
    template <class T, class P, class U, class Q>                                                        \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a, coalesced_ptr<U, Q> const& b) \
        ->decltype(static_cast<result>(std::declval<T*>() op std::declval<U*>()))                        \
    {                                                                                                    \
        return a.get() op b.get();                                                                       \
    }                                                                                                    \
    template <class T, class P, class U>                                                                 \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a, U* b)                         \
        ->decltype(static_cast<result>(std::declval<T*>() op b))                                         \
    {                                                                                                    \
        return a.get() op b;                                                                             \
    }                                                                                                    \
    template <class T, class U, class Q>                                                                 \
    HEDDLE_INLINE constexpr auto operator op(T* a, coalesced_ptr<U, Q> const& b)                         \
        ->decltype(static_cast<result>(a op std::declval<U*>()))                                         \
    {                                                                                                    \
        return a op b.get();                                                                             \
    }
#define HEDDLE_DEFINE_EQUALITY(op)                                                         \
    HEDDLE_DEFINE_POINTER_OPERATOR(bool, op)                                               \
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
HEDDLE_DEFINE_POINTER_OPERATOR(std::ptrdiff_t, -)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <=)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >=)
HEDDLE_DEFINE_EQUALITY(==)
HEDDLE_DEFINE_EQUALITY(!=)
#if defined(__cpp_impl_three_way_comparison) && defined(__cpp_lib_three_way_comparison)
// clang-format off
HEDDLE_DEFINE_POINTER_OPERATOR(std::strong_ordering, <=>)
// clang-format on
#endif
#undef HEDDLE_DEFINE_EQUALITY
#undef HEDDLE_DEFINE_POINTER_OPERATOR

}  // namespace heddle::types

#if !defined(__CUDACC_RTC__)
//! A coalesced_ptr has the hash value of its raw pointer, so it can be the key of an std::unordered_map.
template <class T, class Policy>
struct std::hash<heddle::coalesced_ptr<T, Policy>> {
    std::size_t operator()(heddle::coalesced_ptr<T, Policy> const& p) const { return std::hash<T*>()(p.get()); }
};
#endif

#include <heddle/detail/restore_macros.hpp>
