// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// p[i] + p[j], 2.0f * p[i], -p[i], sum += p[i] where T brings the operator. The conversion to T finds it only if it is
// neither a member nor a template.
#pragma once

#include "../config.cuh"
#include "group/element_bytes.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

struct element_reference {};

//! Returns an operand, or what carries its element if it is a reference to one. as_element() gives the value of both.
template <class Operand>
HEDDLE_ALWAYS_INLINE decltype(auto) loaded(Operand const& operand)
{
    if constexpr (std::is_base_of_v<element_reference, Operand>) {
        return operand.heddle_load();
    } else {
        return (operand);
    }
}

//! The type of a value or, of a reference to an element, that of its element.
template <class Operand>
using loaded_t = std::decay_t<decltype(as_element(loaded(std::declval<Operand const&>())))>;

template <class Type>
inline constexpr bool is_element_reference = std::is_base_of_v<element_reference, Type>;

//! Whether references to elements of this type bring arithmetic. Numbers and raw pointers have that of the language.
template <class Value>
inline constexpr bool has_arithmetic_of_references =
    std::is_class_v<Value> || std::is_union_v<Value>;

template <class Left>
HEDDLE_HOST_DEVICE constexpr bool brings_arithmetic()
{
    if constexpr (is_element_reference<Left>) {
        return has_arithmetic_of_references<typename Left::heddle_value_type>;
    } else {
        return false;
    }
}

//! Result, if it is a value: a number, or of the type of an operand. Any other type may be an expression that refers to the
//! operands, which are gone when it is used.
template <class Result, class... Operand>
using value_of_operation =
    std::enable_if_t<std::is_arithmetic_v<Result> || std::is_enum_v<Result> ||
                         (std::is_same_v<Result, loaded_t<Operand>> || ...),
                     Result>;

//! Self has heddle_load() const, and inherits this.
template <class Self, class Value>
class element_arithmetic : public element_reference {
#define HEDDLE_DEFINE_ARITHMETIC(op, assignment)                                                   \
    HEDDLE_EXEC_CHECK_DISABLE                                                                      \
    template <class Right, class V = Value,                                                        \
              class = std::enable_if_t<has_arithmetic_of_references<V>>>                           \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a, Right const& b)                    \
        ->value_of_operation<                                                                      \
            decltype(std::declval<V const&>() op detail::as_element(detail::loaded(b))), V, Right> \
    {                                                                                              \
        return detail::as_element(a.heddle_load()) op detail::as_element(detail::loaded(b));       \
    }                                                                                              \
    HEDDLE_EXEC_CHECK_DISABLE                                                                      \
    template <class Left, class V = Value,                                                         \
              class =                                                                              \
                  std::enable_if_t<has_arithmetic_of_references<V> && !brings_arithmetic<Left>()>> \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Left const& a, Self const& b)                     \
        ->value_of_operation<                                                                      \
            decltype(detail::as_element(detail::loaded(a)) op std::declval<V const&>()), Left, V>  \
    {                                                                                              \
        return detail::as_element(detail::loaded(a)) op detail::as_element(b.heddle_load());       \
    }                                                                                              \
    HEDDLE_EXEC_CHECK_DISABLE                                                                      \
    template <class V = Value, class = std::enable_if_t<has_arithmetic_of_references<V>>>          \
    HEDDLE_ALWAYS_INLINE friend auto operator assignment(Value& a, Self const& b)                  \
        ->decltype(std::declval<V&>() assignment std::declval<V const&>())                         \
    {                                                                                              \
        return a assignment detail::as_element(b.heddle_load());                                   \
    }
    HEDDLE_DEFINE_ARITHMETIC(+, +=)
    HEDDLE_DEFINE_ARITHMETIC(-, -=)
    HEDDLE_DEFINE_ARITHMETIC(*, *=)
    HEDDLE_DEFINE_ARITHMETIC(/, /=)
    HEDDLE_DEFINE_ARITHMETIC(%, %=)
    HEDDLE_DEFINE_ARITHMETIC(&, &=)
    HEDDLE_DEFINE_ARITHMETIC(|, |=)
    HEDDLE_DEFINE_ARITHMETIC(^, ^=)
    HEDDLE_DEFINE_ARITHMETIC(<<, <<=)
    HEDDLE_DEFINE_ARITHMETIC(>>, >>=)
#undef HEDDLE_DEFINE_ARITHMETIC

#define HEDDLE_DEFINE_SIGN(op)                                                            \
    HEDDLE_EXEC_CHECK_DISABLE                                                             \
    template <class V = Value, class = std::enable_if_t<has_arithmetic_of_references<V>>> \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a)                           \
        ->value_of_operation<decltype(op std::declval<V const&>()), V>                    \
    {                                                                                     \
        return op detail::as_element(a.heddle_load());                                    \
    }
    HEDDLE_DEFINE_SIGN(-)
    HEDDLE_DEFINE_SIGN(+)
    HEDDLE_DEFINE_SIGN(~)
    HEDDLE_DEFINE_SIGN(!)
#undef HEDDLE_DEFINE_SIGN
};

}  // namespace heddle::detail
