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

namespace heddle::detail {

//! The type of the difference of a T* and a U*. (nvcc 13.0 would also subtract pointers to a class and to its base.)
template <class T, class U>
using difference_t = std::enable_if_t<std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>>, std::ptrdiff_t>;

//! Result, if Asked is the type of a valid expression.
template <class Result, class Asked>
using result_if = Result;

// Compilers print this name when they refuse a difference.
struct pointers_to_elements_of_different_types_have_no_difference {};
//! Names that struct if an operand is a pointer, but neither to T nor to T const.
template <class T, class Pointer>
using if_to_another_type = std::enable_if_t<!std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<pointee_t<Pointer>>>,
                                            pointers_to_elements_of_different_types_have_no_difference>;

}  // namespace heddle::detail

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

// A pointer and an integer. (Operators of coalesced_ptr for std::ptrdiff_t take objects that convert to an integer.)
#define HEDDLE_DEFINE_MOVE(result, op, first, second, ...)                  \
    template <class T, class P, class Index, detail::if_integer<Index> = 0> \
    HEDDLE_INLINE constexpr result operator op(first, second)               \
    {                                                                       \
        return __VA_ARGS__ static_cast<std::ptrdiff_t>(n);                  \
    }
#define HEDDLE_POINTER coalesced_ptr<T, P>
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, +, HEDDLE_POINTER p, Index n, p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, +, Index n, HEDDLE_POINTER p, p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER, -, HEDDLE_POINTER p, Index n, p.get() -)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER&, +=, HEDDLE_POINTER& p, Index n, p = p.get() +)
HEDDLE_DEFINE_MOVE(HEDDLE_POINTER&, -=, HEDDLE_POINTER& p, Index n, p = p.get() -)
#undef HEDDLE_POINTER
#undef HEDDLE_DEFINE_MOVE
template <class T, class P, class Index, class Refused = detail::if_no_index<Index>>
coalesced_ptr<T, P> operator+(coalesced_ptr<T, P> const&, Index const&) = delete;
template <class T, class P, class Index, class Refused = detail::if_no_index<Index>>
coalesced_ptr<T, P> operator+(Index const&, coalesced_ptr<T, P> const&) = delete;
template <class T, class P, class Index, class Refused = detail::if_no_index<Index>>
coalesced_ptr<T, P> operator-(coalesced_ptr<T, P> const&, Index const&) = delete;

// Otherwise, in `derived - base`, the first pointer would be converted to the second one's type.
template <class T, class P, class Other, class Refused = detail::if_to_another_type<T, Other>>
std::ptrdiff_t operator-(coalesced_ptr<T, P> const&, Other const&) = delete;
template <class Other, class T, class P, class Refused = detail::if_to_another_type<T, Other>,
          class = std::enable_if_t<!detail::is_coalesced<Other>>>
std::ptrdiff_t operator-(Other const&, coalesced_ptr<T, P> const&) = delete;

// One operand is a coalesced_ptr, the other a coalesced_ptr or a raw pointer to the same type, const or not. `asked` is the
// operator that raw pointers must have: g++ 12 fails on the question whether unrelated pointers have <=>.
#define HEDDLE_DEFINE_POINTER_OPERATOR(op, asked, ...)                                                   \
    template <class T, class P, class U, class Q>                                                        \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a, coalesced_ptr<U, Q> const& b) \
        ->detail::result_if<__VA_ARGS__, decltype(std::declval<T*>() asked std::declval<U*>())>          \
    {                                                                                                    \
        return a.get() op b.get();                                                                       \
    }                                                                                                    \
    template <class T, class P, class U>                                                                 \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T, P> const& a, U* b)                         \
        ->detail::result_if<__VA_ARGS__, decltype(std::declval<T*>() asked b)>                           \
    {                                                                                                    \
        return a.get() op b;                                                                             \
    }                                                                                                    \
    template <class T, class U, class Q>                                                                 \
    HEDDLE_INLINE constexpr auto operator op(T* a, coalesced_ptr<U, Q> const& b)                         \
        ->detail::result_if<__VA_ARGS__, decltype(a asked std::declval<U*>())>                           \
    {                                                                                                    \
        return a op b.get();                                                                             \
    }
#define HEDDLE_DEFINE_EQUALITY(op)                                                         \
    HEDDLE_DEFINE_POINTER_OPERATOR(op, op, bool)                                           \
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
HEDDLE_DEFINE_POINTER_OPERATOR(-, -, detail::difference_t<T, U>)
HEDDLE_DEFINE_POINTER_OPERATOR(<, <, bool)
HEDDLE_DEFINE_POINTER_OPERATOR(<=, <=, bool)
HEDDLE_DEFINE_POINTER_OPERATOR(>, >, bool)
HEDDLE_DEFINE_POINTER_OPERATOR(>=, >=, bool)
HEDDLE_DEFINE_EQUALITY(==)
HEDDLE_DEFINE_EQUALITY(!=)
#if defined(__cpp_impl_three_way_comparison) && defined(__cpp_lib_three_way_comparison)
// clang-format off
HEDDLE_DEFINE_POINTER_OPERATOR(<=>, <, std::strong_ordering)
// clang-format on
#endif
#undef HEDDLE_DEFINE_EQUALITY
#undef HEDDLE_DEFINE_POINTER_OPERATOR

}  // namespace heddle::types

#if !defined(__CUDACC_RTC__)
//! A coalesced_ptr has the hash value of its raw pointer, so that it can be the key of an std::unordered_map.
template <class T, class Policy>
struct std::hash<heddle::coalesced_ptr<T, Policy>> {
    std::size_t operator()(heddle::coalesced_ptr<T, Policy> const& p) const { return std::hash<T*>()(p.get()); }
};
#endif

#include <heddle/detail/restore_macros.hpp>
