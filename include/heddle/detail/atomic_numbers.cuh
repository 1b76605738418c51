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
    bool are_aligned = true;

    HEDDLE_HOST_DEVICE constexpr void place(number kind, std::size_t at)
    {
        if (at % bytes_of(kind) != 0) are_aligned = false;
        if (!are_aligned) return;
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

//! Initializes members of type Number with k.
template <class Number>
struct number_initializer {
    int k;

    template <class U, class = std::enable_if_t<std::is_same_v<U, Number>>>
    HEDDLE_HOST_DEVICE constexpr operator U() const
    {
        return static_cast<U>(k);
    }
};

#if defined(__clang__)
#    pragma clang diagnostic push
#    pragma clang diagnostic ignored "-Wmissing-braces"
#endif
//! Returns whether an M has the bits of the numbers in its braces. This is no constant expression if M has a bit-field
//! with padding, a union or a reference.
template <class M, class Number, std::size_t... Index>
HEDDLE_HOST_DEVICE constexpr bool has_bits_of(std::index_sequence<Index...>)
{
    struct numbers {
        Number value[sizeof...(Index)];
    };
    numbers const bits = __builtin_bit_cast(numbers, M{number_initializer<Number>{static_cast<int>(Index)}...});
    return ((bits.value[Index] == static_cast<Number>(static_cast<int>(Index))) && ...);
}
#if defined(__clang__)
#    pragma clang diagnostic pop
#endif
template <class M, class Number, std::size_t Count, class = void>
inline constexpr bool has_bits_of_numbers = false;
template <class M, class Number, std::size_t Count>
inline constexpr bool has_bits_of_numbers<
    M, Number, Count, std::enable_if_t<detail::has_bits_of<M, Number>(std::make_index_sequence<Count>())>> = true;

//! True if an M consists of numbers of type Number alone, as its braces show. (Pairs of 16-bit numbers are no constant
//! expressions, so their bits are not compared.)
template <class M, class Number>
HEDDLE_HOST_DEVICE constexpr bool is_made_of()
{
    constexpr std::size_t bytes = bytes_of(number_of<Number>()), count = sizeof(M) / bytes;
    if constexpr (std::is_aggregate_v<M> && sizeof(M) % bytes == 0 && count <= 256) {
        using initializer = initializer_of<Number>;
        if constexpr (initializes_all<M, initializer, count>) {
            if constexpr (detail::some_take_anything<M, initializer>(std::make_index_sequence<count>())) {
                return false;
            } else if constexpr (!std::is_arithmetic_v<Number>) {
                return true;
            } else if constexpr (std::is_trivially_copyable_v<M>) {
                return has_bits_of_numbers<M, Number, count>;
            }
        }
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

//! True for complex numbers of the standard library, libcu++ and Thrust, which have two parts of their value_type.
template <class M, class = void>
inline constexpr bool is_complex = false;
template <class M>
inline constexpr bool is_complex<M, std::void_t<typename M::value_type, decltype(std::declval<M const&>().real()),
                                                decltype(std::declval<M const&>().imag())>> =
    std::is_same_v<decltype(std::declval<M const&>().real()), typename M::value_type>&&
        std::is_floating_point_v<typename M::value_type> &&
    sizeof(M) == 2 * sizeof(typename M::value_type);

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
    static_assert(
        !sizeof(Type),
        "heddle: an atomic operation changes float, double, integers of 32 or 64 bits, and pairs of half or "
        "bfloat16; a struct (it is in the name of this class) has at most 256 of one type, and no base class, "
        "padding, bit-field or union, or it has the line HEDDLE_FIELDS(T, x, y, ...)");
};

template <class Place, class M, std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr void place_numbers(number_places<Bytes>& places, std::size_t at);

//! Enters the numbers of a member at byte `at` of the record, if it is wanted.
template <auto Member, bool IsWanted, std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr void place_member([[maybe_unused]] number_places<Bytes>& places,
                                               [[maybe_unused]] std::size_t at)
{
    using M = typename type_of_member<decltype(Member)>::type;
    if constexpr (IsWanted) detail::place_numbers<member_constant<Member>, M>(places, at);
}

//! Enters the numbers of those members of T that are in Wanted; of all members if Wanted is empty.
template <auto... Wanted, std::size_t Bytes, class T, auto... Member>
HEDDLE_HOST_DEVICE constexpr void place_members(number_places<Bytes>& places, std::size_t at,
                                                members_named<T, Member...>)
{
    static_assert((is_member_of<Wanted, Member...> && ...),
                  "heddle: an atomic operation takes pointers to members that HEDDLE_FIELDS of this struct names: "
                  "atomic_add<&T::x, &T::y>(p + i, delta)");
    static_assert(detail::has_valid_fields<T>());
    constexpr bool all = sizeof...(Wanted) == 0;
    constexpr auto offsets = name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<T>::heddle_places();
    std::size_t const* offset = offsets.of;
    ((detail::place_member<Member, (all || is_member_of<Member, Wanted...>)>(places, at + *offset), offset += 2), ...);
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
    } else if constexpr (is_complex<M>) {
        detail::place_numbers<Place, typename M::value_type[2]>(places, at);
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
