// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the orders of sorts, states which orders a radix sort produces, and lays out a sort's temporary storage.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>

#if defined(__CUDACC__)
#    include <cuda_bf16.h>
#    include <cuda_fp16.h>
#    include <cub/version.cuh>
#    include <cuda/std/functional>
#    if CUB_VERSION < 300000
#        include <thrust/functional.h>
#    endif
#endif

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Orders of keys: `ascending` compares with operator<, `descending` with operator>.
struct ascending {
    //! Returns a < b.
    template <class Key>
    HEDDLE_INLINE bool operator()(Key const& a, Key const& b) const
    {
        return static_cast<bool>(a < b);
    }
};
//! The order from the greatest to the least, by operator>.
struct descending {
    //! Returns a > b.
    template <class Key>
    HEDDLE_INLINE bool operator()(Key const& a, Key const& b) const
    {
        return static_cast<bool>(a > b);
    }
};

namespace detail {

//! Fails to compile if a sort cannot move the bytes of these types.
template <class... Type>
constexpr void check_sorted()
{
    static_assert((is_movable_v<Type> && ...),
                  "heddle: sorted elements must be trivially copyable; specialize heddle::is_bitwise_copyable<T> if "
                  "copying their bytes copies them");
}

//! The arithmetic type of a key. For an enumeration, this is its underlying type.
template <class Key, bool = std::is_enum_v<Key>>
struct digits_of_key {
    using type = Key;
};
template <class Key>
struct digits_of_key<Key, true> {
    using type = std::underlying_type_t<Key>;
};
template <std::size_t Bytes, bool Signed>
using integer_of_size = std::conditional_t<
    Bytes == 1, std::conditional_t<Signed, std::int8_t, std::uint8_t>,
    std::conditional_t<Bytes == 2, std::conditional_t<Signed, std::int16_t, std::uint16_t>,
                       std::conditional_t<Bytes == 4, std::conditional_t<Signed, std::int32_t, std::uint32_t>,
                                          std::conditional_t<Signed, std::int64_t, std::uint64_t>>>>;
template <class Key>
using digits_t =
    std::conditional_t<std::is_integral_v<typename digits_of_key<Key>::type> && sizeof(Key) <= 8,
                       integer_of_size<sizeof(Key), std::is_signed_v<typename digits_of_key<Key>::type>>, Key>;

//! True if a radix sort can sort keys of this type.
template <class Key>
inline constexpr bool has_digits = (std::is_enum_v<Key> || std::is_arithmetic_v<Key>)&&sizeof(Key) <= 8 &&
                                   !std::is_same_v<Key, long double>;
#if defined(__CUDACC__)
#    if !defined(CCCL_DISABLE_FP16_SUPPORT)
template <>
inline constexpr bool has_digits<__half> = true;
#        if !defined(CCCL_DISABLE_BF16_SUPPORT)
template <>
inline constexpr bool has_digits<__nv_bfloat16> = true;
#        endif
#    endif
#endif

//! True if an order calls a user-defined operator, which may order keys in any way. The test calls the operator by
//! name, which works only for user-defined operators: those of numbers and enumerations are built in.
template <class Key, class Order, class = void>
inline constexpr bool is_own_order = false;
template <class Key>
inline constexpr bool is_own_order<
    Key, ascending, std::void_t<decltype(operator<(std::declval<Key const&>(), std::declval<Key const&>()))>> = true;
template <class Key>
inline constexpr bool is_own_order<
    Key, descending, std::void_t<decltype(operator>(std::declval<Key const&>(), std::declval<Key const&>()))>> = true;
#if defined(__cpp_impl_three_way_comparison)
template <class Key, class = void>
inline constexpr bool is_own_in_three_ways = false;
template <class Key>
inline constexpr bool is_own_in_three_ways<
    Key, std::void_t<decltype(operator<=>(std::declval<Key const&>(), std::declval<Key const&>()))>> = true;
#else
template <class Key>
inline constexpr bool is_own_in_three_ways = false;
#endif

template <class Order>
inline constexpr bool is_simple_order = std::is_same_v<Order, ascending> || std::is_same_v<Order, descending>;

//! True if a radix sort produces the order.
template <class Key, class Order>
inline constexpr bool sorts_digits = is_simple_order<Order>&& has_digits<Key> &&
                                     !(std::is_enum_v<Key> && (is_own_order<Key, Order> || is_own_in_three_ways<Key>));

//! True if keys have the same order after conversion to As. If As is void, keys are not converted.
template <class Key, class As>
constexpr bool keeps_order()
{
    if constexpr (std::is_integral_v<Key> && std::is_integral_v<As> && !std::is_same_v<As, bool>) {
        return std::is_same_v<digits_t<Key>, digits_t<As>>;
    } else {
        return std::is_void_v<As> || std::is_same_v<As, Key>;
    }
}

//! Compares keys after conversion to As.
template <class As, class Order>
struct compared_as {
    HEDDLE_INLINE bool operator()(As const& a, As const& b) const { return Order()(a, b); }
};

//! The comparison that runs on the device instead of Compare, because std::less and std::greater cannot be called
//! there. A comparison that is equivalent to `ascending` or `descending` is replaced by that type, which sorts
//! recognize.
template <class Key, class Compare>
struct known_order {
    using type = Compare;
};
template <class Key, class As>
struct known_order<Key, std::less<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), ascending, compared_as<As, ascending>>;
};
template <class Key, class As>
struct known_order<Key, std::greater<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), descending, compared_as<As, descending>>;
};
#if defined(__CUDACC__)
template <class Key, class As>
struct known_order<Key, cuda::std::less<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), ascending, cuda::std::less<As>>;
};
template <class Key, class As>
struct known_order<Key, cuda::std::greater<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), descending, cuda::std::greater<As>>;
};
#    if CUB_VERSION < 300000
template <class Key, class As>
struct known_order<Key, thrust::less<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), ascending, thrust::less<As>>;
};
template <class Key, class As>
struct known_order<Key, thrust::greater<As>> {
    using type = std::conditional_t<keeps_order<Key, std::remove_cv_t<As>>(), descending, thrust::greater<As>>;
};
#    endif
#endif
template <class Key, class Compare>
constexpr auto order_of(Compare const& compare)
{
    using known = typename known_order<std::remove_cv_t<Key>, Compare>::type;
    if constexpr (std::is_same_v<known, Compare>) {
        return compare;
    } else {
        return known();
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
