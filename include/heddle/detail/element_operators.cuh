// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators on references to elements, such as p[i] += q and p[i] + p[j]. An operator loads each element once, and
// stores once if it writes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

//! The base class of references to elements.
struct element_reference {};

}  // namespace heddle::types

namespace heddle::detail {

using types::element_reference;

template <class Operand>
inline constexpr bool is_element_reference = std::is_base_of_v<element_reference, Operand>;

template <class Operand, bool IsReference = is_element_reference<Operand>>
struct operand_value {
    using type = Operand;
};
template <class Reference>
struct operand_value<Reference, true> {
    using type = typename Reference::heddle_value_type;
};
//! The type of an operand's value. If the operand is a reference to an element, the type of the element.
template <class Operand>
using operand_value_t = typename operand_value<Operand>::type;

template <class Other, class Value>
using if_reference_to = std::enable_if_t<is_element_reference<Other> && std::is_same_v<operand_value_t<Other>, Value>>;

// Compilers print this name when they refuse an index.
struct an_index_is_an_integer_write_static_cast_int_of_a_floating_point_number {};
//! True for objects that have a conversion to std::ptrdiff_t. Among several conversions, a T* prefers this one.
template <class Index, class = void>
inline constexpr bool becomes_ptrdiff = false;
template <class Index>
inline constexpr bool becomes_ptrdiff<Index, std::void_t<decltype(std::declval<Index&>().operator std::ptrdiff_t())>> =
    true;
//! True for integers, unscoped enumerations, and objects that convert to one of these. False for objects that convert
//! to a floating-point number, because `~` is ambiguous for them. (nvcc 13.0 adds such an object to a T*, and
//! truncates the number.)
template <class Index, class = void>
inline constexpr bool is_index = becomes_ptrdiff<Index>;
template <class Index>
inline constexpr bool is_index<Index, std::void_t<decltype(~std::declval<Index&>())>> = true;

//! Names the struct above if an argument converts to std::ptrdiff_t but is no index.
template <class Index>
using if_no_index = std::enable_if_t<std::is_convertible_v<operand_value_t<Index>&, std::ptrdiff_t> &&
                                         !is_index<operand_value_t<Index>>,
                                     an_index_is_an_integer_write_static_cast_int_of_a_floating_point_number>;

//! If the operand is a reference to an element, loads the element and returns it as a carried_t. Returns any other
//! operand unchanged. as_element() converts either result to a value.
template <class Operand>
HEDDLE_ALWAYS_INLINE decltype(auto) loaded(Operand const& operand)
{
    if constexpr (is_element_reference<Operand>) {
        return operand.heddle_load();
    } else {
        return (operand);
    }
}

//! Names int if the operand is a reference to an element that is an object and converts to an index.
template <class Operand, class Value = operand_value_t<Operand>>
using if_element_index =
    std::enable_if_t<is_element_reference<Operand> && std::is_class_v<Value> &&
                         std::is_convertible_v<Value const&, std::ptrdiff_t> && is_index<Value const>,
                     int>;

HEDDLE_HOST_CALLS_REFUSE
//! Loads an index. (A reference to the object would need two conversions, of which a compiler makes only one.)
template <class Reference>
HEDDLE_ALWAYS_INLINE std::ptrdiff_t loaded_index(Reference const& index)
{
    return detail::as_element(index.heddle_load());
}
HEDDLE_HOST_CALLS_END

//! True if references to a Value need operators of their own, which call the operators of Value. Without them, the
//! conversion to Value would not find operators that are members or templates. Numbers and raw pointers need none,
//! because built-in operators convert their operands.
template <class Value>
inline constexpr bool has_own_operators = !std::is_arithmetic_v<Value> && !std::is_pointer_v<Value>;
template <class Operand>
inline constexpr bool brings_operators = is_element_reference<Operand>&& has_own_operators<operand_value_t<Operand>>;

//! Names Result if Result is a number, an enumeration or the type of an operand. Any other result could be an
//! expression template, which would refer to operands that no longer exist.
template <class Result, class... Operand>
using value_of_operation = std::enable_if_t<std::is_arithmetic_v<Result> || std::is_enum_v<Result> ||
                                                (std::is_same_v<Result, operand_value_t<Operand>> || ...),
                                            Result>;

// The parameter type of the operator= that handles p[i] = {}. Without this operator, {} could mean a T or a reference.
// For a scalar T, which has no such ambiguity, the parameter is a non-const reference, which {} cannot initialize.
enum class empty_braces {};
template <class T>
using empty_braces_for = std::conditional_t<std::is_scalar_v<T>, empty_braces&, empty_braces>;

// Compilers print this name when they refuse to write through a coalesced_ptr<T const>. (With a static_assert,
// std::is_assignable would be true.)
struct cannot_write_through_coalesced_ptr_of_T_const;

}  // namespace heddle::detail

namespace heddle::types {

//! The operators of Self, a class that inherits this one and has the members heddle_load() const and store(value).
template <class Self, class Value>
class element_operators : public element_reference {
    HEDDLE_HOST_CALLS_REFUSE
public:
    using value_type = Value;
    // heddle uses this name instead of value_type, which may be hidden by a field of the element.
    using heddle_value_type = Value;

    HEDDLE_ALWAYS_INLINE Self& operator=(Value const& value)
    {
        heddle_self().store(value);
        return heddle_self();
    }
    template <class Other, class = detail::if_reference_to<Other, Value>>
    HEDDLE_ALWAYS_INLINE Self& operator=(Other const& other)
    {
        return *this = detail::as_element(other.heddle_load());
    }
    HEDDLE_ALWAYS_INLINE Self& operator=(detail::empty_braces_for<Value>)
    {
        return *this = detail::constructed<Value>();
    }
    template <class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    Self const& operator=(Value const&) const = delete;

#define HEDDLE_DEFINE_STEP(op)                                                       \
    template <class V = Value, class = decltype(op std::declval<V&>())>              \
    HEDDLE_ALWAYS_INLINE Self& operator op()                                         \
    {                                                                                \
        detail::carried_t<Value> value = heddle_self().heddle_load();                \
        op detail::as_element(value);                                                \
        return *this = detail::as_element(value);                                    \
    }                                                                                \
    template <class V = Value, class = decltype(std::declval<V&>() op)>              \
    HEDDLE_ALWAYS_INLINE Value operator op(int)                                      \
    {                                                                                \
        detail::carried_t<Value> const before = heddle_self().heddle_load();         \
        detail::carried_t<Value> value = before;                                     \
        detail::as_element(value) op;                                                \
        *this = detail::as_element(value);                                           \
        return detail::to_value<Value>(before);                                      \
    }                                                                                \
    template <class V = Value, class = decltype(op std::declval<V&>()),              \
              class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const> \
    Self const& operator op() const = delete;                                        \
    template <class V = Value, class = decltype(std::declval<V&>() op),              \
              class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const> \
    Self const& operator op(int) const = delete;
    HEDDLE_DEFINE_STEP(++)
    HEDDLE_DEFINE_STEP(--)
#undef HEDDLE_DEFINE_STEP

#define HEDDLE_DEFINE_UNARY(op)                                                        \
    template <class V = Value, class = std::enable_if_t<detail::has_own_operators<V>>> \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a)                        \
        ->detail::value_of_operation<decltype(op std::declval<V const&>()), V>         \
    {                                                                                  \
        return op detail::as_element(a.heddle_load());                                 \
    }
// The operator for two references of one type is more specialized than a user's template for two operands of one type.
#define HEDDLE_DEFINE_BINARY(op)                                                                                   \
    template <class V = Value, class = std::enable_if_t<detail::has_own_operators<V>>>                             \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a, Self const& b)                                     \
        ->detail::value_of_operation<decltype(std::declval<V const&>() op std::declval<V const&>()), V>            \
    {                                                                                                              \
        return detail::as_element(a.heddle_load()) op detail::as_element(b.heddle_load());                         \
    }                                                                                                              \
    template <class Right, class V = Value, class = std::enable_if_t<detail::has_own_operators<V>>>                \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a, Right const& b)                                    \
        ->detail::value_of_operation<                                                                              \
            decltype(std::declval<V const&>() op std::declval<detail::operand_value_t<Right> const&>()), V, Right> \
    {                                                                                                              \
        return detail::as_element(a.heddle_load()) op detail::as_element(detail::loaded(b));                       \
    }                                                                                                              \
    template <class Left, class V = Value,                                                                         \
              class = std::enable_if_t<detail::has_own_operators<V> && !detail::brings_operators<Left>>>           \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Left const& a, Self const& b)                                     \
        ->detail::value_of_operation<                                                                              \
            decltype(std::declval<detail::operand_value_t<Left> const&>() op std::declval<V const&>()), Left, V>   \
    {                                                                                                              \
        return detail::as_element(detail::loaded(a)) op detail::as_element(b.heddle_load());                       \
    }
#define HEDDLE_DEFINE_ASSIGNMENT(op)                                                                         \
    template <class Right, class V = Value,                                                                  \
              class = decltype(std::declval<V&>() op std::declval<detail::operand_value_t<Right> const&>())> \
    HEDDLE_ALWAYS_INLINE Self& operator op(Right const& right)                                               \
    {                                                                                                        \
        detail::carried_t<Value> value = heddle_self().heddle_load();                                        \
        detail::as_element(value) op detail::as_element(detail::loaded(right));                              \
        return *this = detail::as_element(value);                                                            \
    }                                                                                                        \
    template <class Right, class V = Value,                                                                  \
              class = decltype(std::declval<V&>() op std::declval<detail::operand_value_t<Right> const&>()), \
              class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>                         \
    Self const& operator op(Right const&) const = delete;                                                    \
    template <class V = Value, class = std::enable_if_t<detail::has_own_operators<V>>>                       \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Value& a, Self const& b)                                    \
        ->decltype(std::declval<V&>() op std::declval<V const&>())                                           \
    {                                                                                                        \
        return a op detail::as_element(b.heddle_load());                                                     \
    }
#define HEDDLE_DEFINE_ARITHMETIC(op) HEDDLE_DEFINE_BINARY(op) HEDDLE_DEFINE_ASSIGNMENT(op## =)
    HEDDLE_DEFINE_UNARY(-)
    HEDDLE_DEFINE_UNARY(+)
    HEDDLE_DEFINE_UNARY(~)
    HEDDLE_DEFINE_UNARY(!)
    HEDDLE_DEFINE_BINARY(==)
    HEDDLE_DEFINE_BINARY(!=)
    HEDDLE_DEFINE_BINARY(<)
    HEDDLE_DEFINE_BINARY(<=)
    HEDDLE_DEFINE_BINARY(>)
    HEDDLE_DEFINE_BINARY(>=)
    HEDDLE_DEFINE_ARITHMETIC(+)
    HEDDLE_DEFINE_ARITHMETIC(-)
    HEDDLE_DEFINE_ARITHMETIC(*)
    HEDDLE_DEFINE_ARITHMETIC(/)
    HEDDLE_DEFINE_ARITHMETIC(%)
    HEDDLE_DEFINE_ARITHMETIC(&)
    HEDDLE_DEFINE_ARITHMETIC(|)
    HEDDLE_DEFINE_ARITHMETIC(^)
    HEDDLE_DEFINE_ARITHMETIC(<<)
    HEDDLE_DEFINE_ARITHMETIC(>>)
#undef HEDDLE_DEFINE_ARITHMETIC
#undef HEDDLE_DEFINE_ASSIGNMENT
#undef HEDDLE_DEFINE_BINARY
#undef HEDDLE_DEFINE_UNARY
    HEDDLE_HOST_CALLS_END

private:
    HEDDLE_INLINE Self& heddle_self() { return static_cast<Self&>(*this); }
    HEDDLE_INLINE Self const& heddle_self() const { return static_cast<Self const&>(*this); }
};

}  // namespace heddle::types

namespace heddle::detail {

//! Stores a value to an operand, which is a reference to an element or a T.
template <class Operand, class T>
HEDDLE_ALWAYS_INLINE void replace(Operand& operand, T const& value)
{
    if constexpr (is_element_reference<Operand>) {
        operand.store(value);
    } else {
        detail::store_plainly(detail::address_of(operand), value);
    }
}

//! Swaps two operands. Each is a reference to an element, or a T.
template <class T, class A, class B>
HEDDLE_ALWAYS_INLINE void swap_elements(A& a, B& b)
{
    carried_t<T> const before = detail::carried_from<T>(detail::loaded(a));
    carried_t<T> const value = detail::carried_from<T>(detail::loaded(b));
    detail::replace(a, detail::as_element(value));
    detail::replace(b, detail::as_element(before));
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
