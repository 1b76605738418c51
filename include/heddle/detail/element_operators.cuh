// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be done with p[i] as with a T&: each by one load and one store of the element.
#pragma once

#include "../config.cuh"
#include "element_arithmetic.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

// What {} is in p[i] = {}, rather than a T or a reference to one, of which compilers cannot choose. (Where T is a
// number they can: to a reference that is not const {} does not convert.)
enum class empty_braces {};
template <class T>
using empty_braces_for = std::conditional_t<std::is_scalar_v<T>, empty_braces&, empty_braces>;

//! Whether references to elements bring comparisons. Numbers and raw pointers have those of the language.
template <class Value>
inline constexpr bool has_comparisons_of_references =
    !std::is_arithmetic_v<Value> && !std::is_pointer_v<Value>;

//! The right-hand side of a comparison; none where the reference brings none.
template <class Value, class Right>
using compared_with = std::enable_if_t<has_comparisons_of_references<Value>, Right>;

//! The left-hand side, where it brings no comparison itself.
template <class Left, class = void>
struct brings_comparisons : std::false_type {
};
template <class Left>
struct brings_comparisons<Left, std::enable_if_t<std::is_base_of_v<element_reference, Left>>>
    : std::bool_constant<has_comparisons_of_references<typename Left::heddle_value_type>> {
};
template <class Left, class Value>
using compared_to =
    std::enable_if_t<has_comparisons_of_references<Value> && !brings_comparisons<Left>::value,
                     Left>;

template <class Reference, class... Right>
HEDDLE_INLINE Reference const& refuse_to_write(Reference const& reference, Right const&...)
{
    static_assert(sizeof(Reference) == 0, "heddle: cannot write through coalesced_ptr<T const>");
    return reference;
}

template <class Reference, class = void>
struct value_of_reference {
};
template <class Reference>
struct value_of_reference<Reference,
                          std::enable_if_t<std::is_base_of_v<element_reference, Reference>>> {
    using type = typename Reference::heddle_value_type;
};
template <class Self, class Other, class Value>
using if_other_reference =
    std::enable_if_t<!std::is_same_v<Self, Other> &&
                     std::is_same_v<typename value_of_reference<Other>::type, Value>>;

//! Self has load() const, heddle_load() const, which gives what carries the value, and store(value), which is not
//! const. It inherits this.
template <class Self, class Value>
class element_operators : public element_arithmetic<Self, Value> {
public:
    using value_type = Value;
    // A field of the element may be called value_type.
    using heddle_value_type = Value;

    HEDDLE_ALWAYS_INLINE operator value_type() { return heddle_self().load(); }
    HEDDLE_ALWAYS_INLINE operator value_type() const { return heddle_self().load(); }

    HEDDLE_ALWAYS_INLINE Self& operator=(value_type const& value)
    {
        heddle_self().store(value);
        return heddle_self();
    }
    //! From another kind of reference to such an element.
    template <class Other, class = if_other_reference<Self, Other, value_type>>
    HEDDLE_ALWAYS_INLINE Self& operator=(Other const& other)
    {
        heddle_self().store(as_element(other.heddle_load()));
        return heddle_self();
    }
    HEDDLE_ALWAYS_INLINE Self& operator=(empty_braces_for<value_type>)
    {
        return *this = value_type{};
    }
    HEDDLE_INLINE Self const& operator=(value_type const& value) const
    {
        return refuse_to_write(heddle_self(), value);
    }

#define HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(op)                       \
    template <class Right>                                          \
    HEDDLE_ALWAYS_INLINE Self& operator op(Right const& right)      \
    {                                                               \
        carried_t<value_type> value = heddle_self().heddle_load();  \
        as_element(value) op as_element(loaded(right));             \
        return *this = as_element(value);                           \
    }                                                               \
    template <class Right>                                          \
    HEDDLE_INLINE Self const& operator op(Right const& right) const \
    {                                                               \
        return refuse_to_write(heddle_self(), right);               \
    }
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(+=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(-=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(*=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(/=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(%=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(&=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(|=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(^=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(<<=)
    HEDDLE_DEFINE_COMPOUND_ASSIGNMENT(>>=)
#undef HEDDLE_DEFINE_COMPOUND_ASSIGNMENT

#define HEDDLE_DEFINE_STEP(op)                                                               \
    HEDDLE_ALWAYS_INLINE Self& operator op()                                                 \
    {                                                                                        \
        carried_t<value_type> value = heddle_self().heddle_load();                           \
        op as_element(value);                                                                \
        return *this = as_element(value);                                                    \
    }                                                                                        \
    HEDDLE_ALWAYS_INLINE value_type operator op(int)                                         \
    {                                                                                        \
        carried_t<value_type> const before = heddle_self().heddle_load();                    \
        carried_t<value_type> value = before;                                                \
        op as_element(value);                                                                \
        heddle_self().store(as_element(value));                                              \
        return to_value<value_type>(before);                                                 \
    }                                                                                        \
    HEDDLE_INLINE Self const& operator op() const { return refuse_to_write(heddle_self()); } \
    HEDDLE_INLINE Self const& operator op(int) const { return refuse_to_write(heddle_self()); }
    HEDDLE_DEFINE_STEP(++)
    HEDDLE_DEFINE_STEP(--)
#undef HEDDLE_DEFINE_STEP

    // The conversion to T does not find an operator that is a member of T, or a template.
#define HEDDLE_DEFINE_COMPARISON(op)                                                 \
    HEDDLE_EXEC_CHECK_DISABLE                                                        \
    template <class Right, class = compared_with<Value, Right>>                      \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Self const& a, Right const& b)      \
        ->value_of_operation<decltype(std::declval<Value const&>()                   \
                                          op detail::as_element(detail::loaded(b))), \
                             Value, Right>                                           \
    {                                                                                \
        return as_element(a.heddle_load()) op as_element(detail::loaded(b));         \
    }                                                                                \
    HEDDLE_EXEC_CHECK_DISABLE                                                        \
    template <class Left, class = compared_to<Left, Value>>                          \
    HEDDLE_ALWAYS_INLINE friend auto operator op(Left const& a, Self const& b)       \
        ->value_of_operation<decltype(detail::as_element(detail::loaded(a))          \
                                          op std::declval<Value const&>()),          \
                             Left, Value>                                            \
    {                                                                                \
        return as_element(detail::loaded(a)) op as_element(b.heddle_load());         \
    }
    HEDDLE_DEFINE_COMPARISON(==)
    HEDDLE_DEFINE_COMPARISON(!=)
    HEDDLE_DEFINE_COMPARISON(<)
    HEDDLE_DEFINE_COMPARISON(<=)
    HEDDLE_DEFINE_COMPARISON(>)
    HEDDLE_DEFINE_COMPARISON(>=)
#undef HEDDLE_DEFINE_COMPARISON

private:
    HEDDLE_INLINE Self& heddle_self() { return static_cast<Self&>(*this); }
    HEDDLE_INLINE Self const& heddle_self() const { return static_cast<Self const&>(*this); }
};

//! Carries an element that is given by a reference, or as a T.
template <class T, class Operand>
HEDDLE_ALWAYS_INLINE carried_t<T> taken(Operand const& operand)
{
    if constexpr (std::is_base_of_v<element_reference, Operand>) {
        return operand.heddle_load();
    } else {
        return as_carried(operand);
    }
}

//! Overwrites an element that is given by a reference, or as a T.
template <class Operand, class T>
HEDDLE_ALWAYS_INLINE void replace(Operand& operand, T const& value)
{
    if constexpr (std::is_base_of_v<element_reference, Operand>) {
        operand.store(value);
    } else {
        store_plainly(address_of(operand), value);
    }
}

//! Swaps two elements of type T, each given by a reference or as a T.
template <class T, class A, class B>
HEDDLE_ALWAYS_INLINE void swap_elements(A& a, B& b)
{
    carried_t<T> const before = taken<T>(a);
    replace(a, as_element(taken<T>(b)));
    replace(b, as_element(before));
}

}  // namespace heddle::detail
