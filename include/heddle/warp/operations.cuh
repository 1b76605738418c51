// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Named operations and orders. Collectives accept any function object. For the operations in this file, collectives use
// hardware instructions, and may swap operands.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! Properties of an operation that collectives may rely on. `commutative` promises only that operands may be swapped.
enum class operation_kind { other, commutative, plus, minimum, maximum, bit_and, bit_or, bit_xor };

}  // namespace types

using types::operation_kind;

namespace detail {

template <class A, class B,
          class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B>>>
using common_number_t = std::common_type_t<A, B>;

HEDDLE_HOST_CALLS_REFUSE
//! Returns a + b. Signed integers wrap around, because they are added as unsigned integers.
template <class T>
HEDDLE_INLINE constexpr T sum_of(T const& a, T const& b)
{
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) >= sizeof(int)) {
        using wrapping = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<wrapping>(a) + static_cast<wrapping>(b));
    } else {
        return static_cast<T>(a + b);
    }
}

//! Returns what minimum or maximum returns.
template <operation_kind Kind, class T>
HEDDLE_INLINE constexpr T extreme_of(T const& a, T const& b)
{
    constexpr bool is_minimum = Kind == operation_kind::minimum;
    if constexpr (!std::is_floating_point_v<T>) {
        return (is_minimum ? b < a : a < b) ? b : a;
    } else {
        return detail::extreme_number < is_minimum ? extreme::lesser : extreme::greater > (a, b);
    }
}

}  // namespace detail

namespace types {

// Operands of two different arithmetic types, such as a sum and an element, are converted to their common type.
#define HEDDLE_DEFINE_OPERATION(name, expression)                            \
    struct name {                                                            \
        template <class T>                                                   \
        HEDDLE_INLINE constexpr T operator()(T const& a, T const& b) const   \
        {                                                                    \
            return static_cast<T>(expression);                               \
        }                                                                    \
        template <class A, class B, class T = detail::common_number_t<A, B>> \
        HEDDLE_INLINE constexpr T operator()(A const& a, B const& b) const   \
        {                                                                    \
            return (*this)(static_cast<T>(a), static_cast<T>(b));            \
        }                                                                    \
    };
//! Adds. Sums of integers wrap around. Two different arithmetic types are converted to their common type.
HEDDLE_DEFINE_OPERATION(plus, detail::sum_of(a, b))
//! The bitwise a & b.
HEDDLE_DEFINE_OPERATION(bit_and, a& b)
//! The bitwise a | b.
HEDDLE_DEFINE_OPERATION(bit_or, a | b)
//! The bitwise a ^ b.
HEDDLE_DEFINE_OPERATION(bit_xor, a ^ b)
//! Returns the lesser operand, or the first of two equal ones. For float and double, -0 is less than +0, and the result
//! is a NaN only if both operands are NaNs. Therefore the order of operands changes only the bits of a NaN.
HEDDLE_DEFINE_OPERATION(minimum, detail::extreme_of<operation_kind::minimum>(a, b))
//! Returns the greater operand, or the first of two equal ones. Compares float and double as minimum does.
HEDDLE_DEFINE_OPERATION(maximum, detail::extreme_of<operation_kind::maximum>(a, b))
#undef HEDDLE_DEFINE_OPERATION

//! Named orders for sorts. Integers, float and double are sorted by their bits (bitonic_sort.cuh specifies the order of
//! -0 and NaN), other types by a < b or b < a.
struct less {
    //! Returns a < b.
    template <class T>
    HEDDLE_INLINE constexpr bool operator()(T const& a, T const& b) const
    {
        return a < b;
    }
};
//! The order from the greatest to the least.
struct greater {
    //! Returns b < a.
    template <class T>
    HEDDLE_INLINE constexpr bool operator()(T const& a, T const& b) const
    {
        return b < a;
    }
};

}  // namespace types

using types::bit_and;
using types::bit_or;
using types::bit_xor;
using types::greater;
using types::less;
using types::maximum;
using types::minimum;
using types::plus;

//! The kind of an operation. Specialize this trait for your function objects, and for those of other libraries.
template <class Operation>
struct operation_of : std::integral_constant<operation_kind, operation_kind::other> {
};

#define HEDDLE_DEFINE_KIND(name)                                                               \
    template <>                                                                                \
    struct operation_of<name> : std::integral_constant<operation_kind, operation_kind::name> { \
    };
HEDDLE_DEFINE_KIND(plus)
HEDDLE_DEFINE_KIND(minimum)
HEDDLE_DEFINE_KIND(maximum)
HEDDLE_DEFINE_KIND(bit_and)
HEDDLE_DEFINE_KIND(bit_or)
HEDDLE_DEFINE_KIND(bit_xor)
#undef HEDDLE_DEFINE_KIND

namespace detail {

//! True if op(a, b) equals op(b, a) for all a and b. This holds for named operations on numbers, and for operations
//! whose operation_of is `commutative`.
template <class Operation, class T>
inline constexpr bool is_commutative = operation_of<Operation>::value == operation_kind::commutative ||
                                       (operation_of<Operation>::value != operation_kind::other &&
                                        std::is_arithmetic_v<T>);

}  // namespace detail

}  // namespace heddle

HEDDLE_HOST_CALLS_END

#include <heddle/detail/restore_macros.hpp>
