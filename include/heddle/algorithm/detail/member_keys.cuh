// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The keys of a sort by several members. A stable sort by the last key, then by the one before it, and so on, sorts by
// all of them. Consecutive members that are numbers and have at most 8 bytes together make one key: an unsigned number
// in the same order.
#pragma once

#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/standard_library.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the unsigned number whose place in ascending order is that of `number` in Order: -0 equals +0, and a NaN lies
//! beyond the infinity of its sign.
//! Requires: sorts_digits<Number, Order>
template <class Order, class Number>
HEDDLE_INLINE auto ordered_digits(Number const& number)
{
    using digits = integer_of_size<sizeof(Number), false>;
    constexpr auto sign = static_cast<digits>(digits{1} << (8 * sizeof(Number) - 1));
    digits bits;
    std::memcpy(&bits, detail::address_of(number), sizeof bits);
    if constexpr (!std::is_integral_v<digits_t<Number>>) {
        if (bits == sign) bits = 0;
        bits = static_cast<digits>((bits & sign) != 0 ? ~bits : bits | sign);
    } else if constexpr (std::is_signed_v<digits_t<Number>>) {
        bits = static_cast<digits>(bits ^ sign);
    }
    return std::is_same_v<Order, ascending> ? bits : static_cast<digits>(~bits);
}

//! A member and the order in which a sort compares it.
template <auto Member, class Order>
struct ordered_member {
    using type = typename named_member<Member>::type;
    using order = Order;
    static constexpr bool by_digits = sorts_digits<type, Order>;
    static constexpr unsigned bytes = sizeof(type);

    template <class T>
    HEDDLE_INLINE static carried_t<type> load(T const& from)
    {
        return named_member<Member>::load(from);
    }
};

//! The key that several numbers make, of which the first is the most significant one.
template <class... Member>
struct composed_members {
    static constexpr bool by_digits = true;
    static constexpr unsigned bytes = (Member::bytes + ...);
    using type = std::conditional_t<(bytes <= 4), std::uint32_t, std::uint64_t>;

    template <class T>
    HEDDLE_INLINE static type of(T const& element)
    {
        type key = 0;
        ((key =
              appended(key, detail::ordered_digits<typename Member::order>(detail::as_element(Member::load(element))))),
         ...);
        return key;
    }

private:
    template <class Digits>
    HEDDLE_INLINE static type appended(type key, Digits digits)
    {
        if constexpr (sizeof(Digits) == sizeof(type)) {
            return digits;
        } else {
            return static_cast<type>(key << 8 * sizeof(Digits) | digits);
        }
    }
};

//! The key of a member with any other order: the member.
template <class Member>
struct compared_member {
    static constexpr bool by_digits = false;
    using type = typename Member::type;

    template <class T>
    HEDDLE_INLINE static carried_t<type> of(T const& element)
    {
        return Member::load(element);
    }
};

//! The keys of a list of ordered members.
template <class... Member>
class member_keys {
    template <std::size_t Number>
    using member = std::tuple_element_t<Number, std::tuple<Member...>>;

    template <std::size_t First, std::size_t... Number>
    static auto key_of(std::index_sequence<Number...>)
    {
        if constexpr (member<First>::by_digits) {
            return composed_members<member<First + Number>...>();
        } else {
            return compared_member<member<First>>();
        }
    }

public:
    static constexpr std::size_t member_count = sizeof...(Member);

    //! Returns the number of the first member of the key whose last member is number end - 1.
    static constexpr std::size_t first_of_key(std::size_t end)
    {
        constexpr bool by_digits[] = {Member::by_digits...};
        constexpr unsigned bytes[] = {Member::bytes...};
        std::size_t first = end - 1;
        unsigned sum = bytes[first];
        while (by_digits[end - 1] && first > 0 && by_digits[first - 1] && sum + bytes[first - 1] <= 8) {
            sum += bytes[--first];
        }
        return first;
    }

    //! The key of the members First to End - 1.
    template <std::size_t First, std::size_t End>
    using key = decltype(key_of<First>(std::make_index_sequence<End - First>()));
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
