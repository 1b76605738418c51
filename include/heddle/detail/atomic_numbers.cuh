// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the numbers that a record consists of, and where they lie.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/aggregate.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/fields.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The numbers of a record, one entry for each 4 bytes. A number of 8 bytes has two equal entries.
template <std::size_t Bytes>
struct number_places {
    static constexpr std::size_t unit_count = Bytes / 4;
    number of[unit_count == 0 ? 1 : unit_count] = {};

    HEDDLE_HOST_DEVICE constexpr void place(number kind, std::size_t at)
    {
        for (std::size_t i = 0; i < bytes_of(kind) / 4; ++i) of[at / 4 + i] = kind;
    }
    HEDDLE_HOST_DEVICE constexpr bool has(number kind) const
    {
        for (number k : of) {
            if (k == kind) return true;
        }
        return false;
    }
    //! Returns whether all entries are of this type.
    HEDDLE_HOST_DEVICE constexpr bool has_only(number kind) const
    {
        for (number k : of) {
            if (k != kind) return false;
        }
        return true;
    }
    HEDDLE_HOST_DEVICE constexpr bool has_wide() const
    {
        return has(number::int64) || has(number::uint64) || has(number::float64);
    }
};

//! True if an M consists of numbers of type Number alone, as its braces show.
template <class M, class Number>
HEDDLE_HOST_DEVICE constexpr bool is_made_of()
{
    if constexpr (std::is_aggregate_v<M>) {
        constexpr std::size_t bytes = bytes_of(number_of<Number>()), count = sizeof(M) / bytes;
        if constexpr (sizeof(M) % bytes == 0 && count <= 256) return initializes_all<M, initializer_of<Number>, count>;
    }
    return false;
}

//! The type of number that an aggregate M consists of, or `none`.
template <class M, class... Number>
HEDDLE_HOST_DEVICE constexpr number number_that_makes(type_list<Number...>)
{
    number result = number::none;
    static_cast<void>(((is_made_of<M, Number>() && (result = number_of<Number>(), true)) || ...));
    return result;
}
template <class M>
inline constexpr number only_number_of =
    detail::number_that_makes<M>(type_list<float, double, int, unsigned, long, unsigned long, long long,
                                           unsigned long long, ::__half2, ::__nv_bfloat162>());

template <class T>
using members_of = decltype(name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<T>::heddle_named(static_cast<T*>(nullptr)));

template <auto Member>
struct member_constant;
template <auto Member, auto... Others>
inline constexpr bool is_member_of = (std::is_same_v<member_constant<Member>, member_constant<Others>> || ...);

template <class Member>
struct type_of_member;
template <class M, class Class>
struct type_of_member<M Class::*> {
    using type = M;
};

// A member that an atomic operation cannot change. Compilers print the name of this class, with the member (or, if it is
// no member that HEDDLE_FIELDS names, the record) and its type.
template <class Place, class Type, bool IsStruct = std::is_class_v<Type>>
struct this_member_is_no_number {
    static_assert(!sizeof(Type),
                  "heddle: an atomic operation changes float, double, integers of 32 or 64 bits, and pairs of half or "
                  "bfloat16, but a member (it is in the name of this class, with its type) is no such number; name the "
                  "members to change: atomic_add<&T::x, &T::y>(p + i, delta)");
};
template <class Place, class Type>
struct this_member_is_no_number<Place, Type, true> {
    static_assert(!sizeof(Type),
                  "heddle: an atomic operation changes float, double, integers of 32 or 64 bits, and pairs of half or "
                  "bfloat16; a struct (it is in the name of this class) with other members, or with several types of "
                  "numbers, needs the line HEDDLE_FIELDS(T, x, y, ...)");
};

template <class Place, class M, std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr void place_numbers(number_places<Bytes>& places, std::size_t at);

//! Enters the numbers of a member that follows another one, which ends at byte `end` of the record. Returns where the
//! member ends. (HEDDLE_FIELDS lists the members in the order of declaration, and at the offsets of a struct that
//! declares them alone.)
template <auto Member, bool IsWanted, std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr std::size_t place_member(number_places<Bytes>& places, std::size_t end)
{
    using M = typename type_of_member<decltype(Member)>::type;
    std::size_t const begin = (end + alignof(M) - 1) / alignof(M) * alignof(M);
    if constexpr (IsWanted) detail::place_numbers<member_constant<Member>, M>(places, begin);
    return begin + sizeof(M);
}

//! Enters the numbers of those members of T that are in Wanted; of all members if Wanted is empty.
template <auto... Wanted, std::size_t Bytes, class T, auto... Member>
HEDDLE_HOST_DEVICE constexpr void place_members(number_places<Bytes>& places, std::size_t at,
                                                members_named<T, Member...>)
{
    static_assert((is_member_of<Wanted, Member...> && ...),
                  "heddle: an atomic operation takes pointers to members that HEDDLE_FIELDS of this struct names: "
                  "atomic_add<&T::x, &T::y>(p + i, delta)");
    constexpr bool all = sizeof...(Wanted) == 0;
    std::size_t end = at;
    ((end = detail::place_member<Member, (all || is_member_of<Member, Wanted...>)>(places, end)), ...);
}

//! Enters the numbers of an object of type M at byte `at` of the record.
//! Place:  the member that it is, or the record; for messages
template <class Place, class M, std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr void place_numbers(number_places<Bytes>& places, std::size_t at)
{
    if constexpr (std::is_array_v<M>) {
        using item = std::remove_extent_t<M>;
        for (std::size_t i = 0; i < std::extent_v<M>; ++i) {
            detail::place_numbers<Place, item>(places, at + i * sizeof(item));
        }
    } else if constexpr (number_of<std::remove_cv_t<M>>() != number::none) {
        places.place(number_of<std::remove_cv_t<M>>(), at);
    } else if constexpr (has_heddle_fields_before_first_use<M>) {
        detail::place_members(places, at, members_of<M>());
    } else if constexpr (only_number_of<M> != number::none) {
        for (std::size_t i = 0; i < sizeof(M); i += bytes_of(only_number_of<M>)) {
            places.place(only_number_of<M>, at + i);
        }
    } else {
        static_cast<void>(sizeof(this_member_is_no_number<Place, M>));
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
