// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The operations and orders that the warp collectives know by name. Any other function object
// will do as well; of these they know what instruction there is, and that operands may be
// exchanged.
#pragma once

#include "../config.cuh"
#include "../detail/standard_library.hpp"

#if !defined(__CUDACC_RTC__)
#    include <cmath>
#endif

namespace heddle {

//! What a collective may take for granted of an operation on numbers. `commutative` promises only
//! that operands may be exchanged.
enum class operation_kind { other, commutative, plus, minimum, maximum, bit_and, bit_or, bit_xor };

//! Specialize it for function objects of your own or of other libraries.
template <class Operation>
struct operation_of : std::integral_constant<operation_kind, operation_kind::other> {
};

namespace detail {

//! The lesser of two floating-point numbers: -0 is less than +0, and a NaN loses to any number.
template <class T>
HEDDLE_INLINE T lesser_number(T a, T b)
{
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, float>) {
        return fminf(a, b);
    } else {
        return fmin(a, b);
    }
#else
    if (a != a) return b;
    if (a == b) return std::signbit(a) ? a : b;
    return b < a ? b : a;  // a, where b is a NaN
#endif
}

template <class T>
HEDDLE_INLINE T greater_number(T a, T b)
{
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, float>) {
        return fmaxf(a, b);
    } else {
        return fmax(a, b);
    }
#else
    if (a != a) return b;
    if (a == b) return std::signbit(a) ? b : a;
    return a < b ? b : a;
#endif
}

//! Of two types of numbers the one that both are converted to.
template <class A, class B,
          class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B> &&
                                   !std::is_same_v<A, B>>>
using common_number_t = std::common_type_t<A, B>;

}  // namespace detail

namespace detail {

//! Returns a + b. Sums of signed integers wrap around: GPUs add so, and the host adds unsigned ones.
template <class T>
HEDDLE_INLINE constexpr T sum_of(T const& a, T const& b)
{
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) >= sizeof(int)) {
        using number = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<number>(a) + static_cast<number>(b));
    }
#endif
    return static_cast<T>(a + b);
}

}  // namespace detail

// Of two types of numbers, as a reduction may call them for a sum and an element, they return the
// common one. Sums of integers wrap around.
#define HEDDLE_DEFINE_OPERATION(name, expression)                                              \
    struct name {                                                                              \
        HEDDLE_EXEC_CHECK_DISABLE                                                              \
        template <class T>                                                                     \
        HEDDLE_INLINE constexpr T operator()(T const& a, T const& b) const                     \
        {                                                                                      \
            return static_cast<T>(expression);                                                 \
        }                                                                                      \
        template <class A, class B, class T = detail::common_number_t<A, B>>                   \
        HEDDLE_INLINE constexpr T operator()(A const& a, B const& b) const                     \
        {                                                                                      \
            return (*this)(static_cast<T>(a), static_cast<T>(b));                              \
        }                                                                                      \
    };                                                                                         \
    template <>                                                                                \
    struct operation_of<name> : std::integral_constant<operation_kind, operation_kind::name> { \
    };
HEDDLE_DEFINE_OPERATION(plus, detail::sum_of(a, b))
HEDDLE_DEFINE_OPERATION(bit_and, a& b)
HEDDLE_DEFINE_OPERATION(bit_or, a | b)
HEDDLE_DEFINE_OPERATION(bit_xor, a ^ b)
#undef HEDDLE_DEFINE_OPERATION

//! The lesser operand, and of equal ones the first. Of float and double: -0 is less than +0, and a
//! NaN counts only where there is nothing else, so the result is the same in every order (but for
//! the bits of a NaN).
struct minimum {
    template <class T>
    HEDDLE_INLINE constexpr T operator()(T const& a, T const& b) const
    {
        if constexpr (std::is_floating_point_v<T>) {
            return detail::lesser_number(a, b);
        } else {
            return b < a ? b : a;
        }
    }
    template <class A, class B, class T = detail::common_number_t<A, B>>
    HEDDLE_INLINE constexpr T operator()(A const& a, B const& b) const
    {
        return (*this)(static_cast<T>(a), static_cast<T>(b));
    }
};
template <>
struct operation_of<minimum> : std::integral_constant<operation_kind, operation_kind::minimum> {
};

//! The greater operand, and of equal ones the first; numbers as for minimum.
struct maximum {
    template <class T>
    HEDDLE_INLINE constexpr T operator()(T const& a, T const& b) const
    {
        if constexpr (std::is_floating_point_v<T>) {
            return detail::greater_number(a, b);
        } else {
            return a < b ? b : a;
        }
    }
    template <class A, class B, class T = detail::common_number_t<A, B>>
    HEDDLE_INLINE constexpr T operator()(A const& a, B const& b) const
    {
        return (*this)(static_cast<T>(a), static_cast<T>(b));
    }
};
template <>
struct operation_of<maximum> : std::integral_constant<operation_kind, operation_kind::maximum> {
};

//! The orders that sorts know: for integers, float and double they compare whole bit patterns (see
//! bitonic_sort.cuh for where -0 and NaN come), for other types a < b and b < a.
struct less {
    template <class T>
    HEDDLE_INLINE constexpr bool operator()(T const& a, T const& b) const
    {
        return a < b;
    }
};
struct greater {
    template <class T>
    HEDDLE_INLINE constexpr bool operator()(T const& a, T const& b) const
    {
        return b < a;
    }
};

namespace detail {

//! Whether op(a, b) and op(b, a) are the same for all a and b: known of named operations on
//! numbers, claimed by whoever specialised operation_of.
template <class Operation, class T>
inline constexpr bool is_commutative = operation_of<Operation>::value ==
                                           operation_kind::commutative ||
                                       (operation_of<Operation>::value != operation_kind::other &&
                                        std::is_arithmetic_v<T>);

}  // namespace detail

}  // namespace heddle
