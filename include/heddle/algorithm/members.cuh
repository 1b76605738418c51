// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The members of a struct and their offsets. Members are given as pointers to members, or as a list of their types.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/member_access.cuh>
#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/struct_words.cuh>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! The types of all members of a struct, in order. The struct must have the same layout as
//! struct { Member0 a; Member1 b; … }, including padding.
template <class... Member>
struct members {
    static_assert(sizeof...(Member) > 0, "heddle: members<> is empty; list the types of all members of the struct");
    static_assert((detail::is_movable_v<Member> && ...),
                  "heddle: members must be trivially copyable; specialize "
                  "heddle::is_bitwise_copyable<Member> "
                  "if copying a member's bytes copies it");
    static_assert(!(std::is_array_v<Member> || ...),
                  "heddle: a member is an array, which cannot be an element of an array; make it a "
                  "std::array or a struct");
};

}  // namespace types

using types::members;

namespace detail {

//! The layout of consecutive rows of values, each row aligned to its type. With one value per row, this is the layout
//! of a struct with these members.
template <std::size_t Count>
struct row_offsets {
    std::size_t offset[Count];
    std::size_t bytes;  //!< the size of all rows, rounded up to the alignment
    std::size_t alignment;
    bool has_padding;
};

template <class... Member>
constexpr auto offsets_of_rows(std::size_t row_length)
{
    row_offsets<sizeof...(Member)> rows{{}, 0, 1, false};
    std::size_t number = 0, end = 0;
    auto const round_up = [&](std::size_t to) {
        std::size_t const rounded = (end + to - 1) / to * to;
        rows.has_padding = rows.has_padding || rounded != end;
        end = rounded;
    };
    auto const add = [&](std::size_t bytes, std::size_t alignment) {
        round_up(alignment);
        rows.offset[number++] = end;
        end += row_length * bytes;
        rows.alignment = alignment > rows.alignment ? alignment : rows.alignment;
    };
    (add(sizeof(Member), alignof(Member)), ...);
    round_up(rows.alignment);
    rows.bytes = end;
    return rows;
}

template <class Pointer>
struct pointed_member;
template <class Type, class Class>
struct pointed_member<Type Class::*> {
    using type = std::remove_cv_t<Type>;
};

//! A member given by a pointer to member. It may be const, or in a packed struct. Functions take values, not
//! references, because the compiler would copy a referenced value byte by byte.
template <auto Pointer>
struct named_member {
    static_assert(std::is_member_object_pointer_v<decltype(Pointer)>,
                  "heddle: members are named by pointers to data members, as in "
                  "aos_to_soa<&T::x, &T::y>");
    using type = typename pointed_member<decltype(Pointer)>::type;
    static_assert(!std::is_array_v<type>,
                  "heddle: a member is an array, which cannot be an element of an array; make it a "
                  "std::array or a struct");

    //! Reads the member from a struct in registers. Does not use offset_in(), because the compiler would then put the
    //! struct on the stack.
    template <class Struct>
    HEDDLE_INLINE static carried_t<type> get(Struct const& from)
    {
        element_storage<type> copy;
        std::memcpy(copy.bytes(), static_cast<void const*>(__builtin_addressof(from.*Pointer)), sizeof(type));
        return copy.value;
    }
    template <class Struct>
    HEDDLE_INLINE static void set(Struct& to, carried_t<type> value)
    {
        std::memcpy(place_in(to), detail::address_of(value), sizeof(type));
    }
    //! Sets all bits of the member to 1.
    template <class Struct>
    HEDDLE_INLINE static void fill(Struct& of)
    {
        std::memset(place_in(of), 0xff, sizeof(type));
    }

    //! Loads the member from a struct in memory.
    template <class Struct>
    HEDDLE_INLINE static carried_t<type> load(Struct const& from)
    {
        return detail::load_member<Struct, type>(__builtin_addressof(from.*Pointer), offset_in(from));
    }
    template <class Struct>
    HEDDLE_INLINE static void store(Struct& to, carried_t<type> value)
    {
        detail::store_member<Struct>(place_in(to), offset_in(to), detail::as_element(value));
    }

private:
    template <class Struct>
    HEDDLE_INLINE static void* place_in(Struct& of)
    {
        return const_cast<void*>(static_cast<void const*>(__builtin_addressof(of.*Pointer)));
    }
    //! Returns the offset of the member, which the compiler reduces to a constant.
    template <class Struct>
    HEDDLE_INLINE static std::size_t offset_in(Struct const& of)
    {
        return static_cast<std::size_t>(reinterpret_cast<std::byte const*>(__builtin_addressof(of.*Pointer)) -
                                        reinterpret_cast<std::byte const*>(detail::address_of(of)));
    }
};

//! A member at a given offset.
template <class Type, std::size_t Offset>
struct placed_member {
    using type = std::remove_cv_t<Type>;

    template <class Struct>
    HEDDLE_INLINE static carried_t<type> get(struct_words<Struct> const& from)
    {
        return from.template get<type, Offset>();
    }
    template <class Struct>
    HEDDLE_INLINE static void set(struct_words<Struct>& to, carried_t<type> value)
    {
        to.template set<type, Offset>(detail::as_element(value));
    }

    template <class Struct>
    HEDDLE_INLINE static carried_t<type> load(Struct const& from)
    {
        auto const* const place = reinterpret_cast<std::byte const*>(detail::address_of(from)) + Offset;
        return detail::load_member<Struct, type>(place, Offset);
    }
    template <class Struct>
    HEDDLE_INLINE static void store(Struct& to, carried_t<type> value)
    {
        detail::store_member<Struct>(reinterpret_cast<std::byte*>(detail::address_of(to)) + Offset, Offset,
                                     detail::as_element(value));
    }
};

//! The members that an algorithm reads or writes.
template <class... Member>
struct member_list {
    static constexpr std::size_t size = sizeof...(Member);
    //! The sum of the members' sizes, without padding.
    static constexpr std::size_t bytes = (sizeof(typename Member::type) + ...);
};

template <class... Type, std::size_t... Number>
auto placed_members(members<Type...>, std::index_sequence<Number...>)
    -> member_list<placed_member<Type, offsets_of_rows<Type...>(1).offset[Number]>...>;

//! Converts a members<Types...> to its member_list. named_members does the same for a list of pointers.
template <class Members>
struct listed;
template <class... Type>
struct listed<members<Type...>> {
    using type = decltype(detail::placed_members(members<Type...>{}, std::index_sequence_for<Type...>{}));

    template <class Struct>
    static constexpr bool fits = sizeof(Struct) == detail::offsets_of_rows<Type...>(1).bytes;
};
template <class Members>
using listed_t = typename listed<Members>::type;

template <auto... Member>
using named_members = member_list<named_member<Member>...>;

template <class List>
inline constexpr bool has_repeated = false;
template <class Member, class... Others>
inline constexpr bool has_repeated<member_list<Member, Others...>> =
    is_one_of<Member, Others...> || has_repeated<member_list<Others...>>;

//! True if the members are given by their types.
template <class List>
inline constexpr bool are_placed = false;
template <class... Type, std::size_t... Offset>
inline constexpr bool are_placed<member_list<placed_member<Type, Offset>...>> = true;

//! True if the list has all members of the struct. For named members, this is known only if they fill the struct: any
//! other byte may be padding or a member.
template <class List, class Struct>
inline constexpr bool are_all_members = are_placed<List> || List::bytes == sizeof(Struct);

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
