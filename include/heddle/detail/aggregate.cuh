// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the members of an aggregate by testing, in unevaluated code, how many initializers its braces accept.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class... T>
struct type_list {
};
template <class... A, class... B>
HEDDLE_HOST_DEVICE type_list<A..., B...> operator+(type_list<A...>, type_list<B...>);

template <class T, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

template <class T, std::size_t>
using type_at = T;
template <class T, std::size_t... Index>
HEDDLE_HOST_DEVICE type_list<type_at<T, Index>...> repeated(std::index_sequence<Index...>);

template <class T, std::size_t Count>
using types_repeated = decltype(detail::repeated<T>(std::make_index_sequence<Count>()));

template <class T, class Initializers, class = void>
inline constexpr bool takes_initializers = false;
template <class T, class... Initializer>
inline constexpr bool
    takes_initializers<T, type_list<Initializer...>, std::void_t<decltype(T{std::declval<Initializer>()...})>> = true;

// Each initializer below converts to certain types only. For a base class or member of another type, brace elision
// applies, so it initializes the first member inside that base class or member.

//! Initializes only members of type Member.
template <class Member>
struct initializer_of {
    template <class U, class = std::enable_if_t<std::is_same_v<U, std::remove_cv_t<Member>>>>
    HEDDLE_HOST_DEVICE operator U() const;
};

template <class Base, class T>
inline constexpr bool is_empty_base = std::is_empty_v<Base>&& std::is_base_of_v<Base, T>;

//! The part of a class that an initializer in braces is for: an empty base, or any other base or member.
enum class initialized { empty_base, other };

template <class T, initialized What>
struct initializer_in {
    template <class U, class = std::enable_if_t<is_empty_base<U, T> == (What == initialized::empty_base)>>
    HEDDLE_HOST_DEVICE operator U() const;
};

//! Number of initializers for a member: the number of elements if the member is an array, otherwise 1.
template <class Member>
inline constexpr std::size_t initializer_count = 1;
template <class Element, std::size_t Count>
inline constexpr std::size_t initializer_count<Element[Count]> = Count* initializer_count<Element>;

template <class Member>
using initializers_of = types_repeated<initializer_of<std::remove_all_extents_t<Member>>, initializer_count<Member>>;

//! Returns whether T has members that the lists Empty (for empty base classes) and Initializers do not initialize.
template <class T, class Initializers, class Empty = type_list<>>
HEDDLE_HOST_DEVICE constexpr bool has_further_member()
{
    using next = type_list<initializer_in<T, initialized::other>>;
    if constexpr (takes_initializers<T, decltype(Empty() + Initializers())>) {
        return takes_initializers<T, decltype(Empty() + Initializers() + next())>;
    } else if constexpr (std::is_same_v<Empty, types_repeated<initializer_in<T, initialized::empty_base>, 3>>) {
        return false;
    } else {
        return detail::has_further_member<
            T, Initializers, decltype(Empty() + type_list<initializer_in<T, initialized::empty_base>>())>();
    }
}

//! Returns whether `Member`, a list of types in the order of declaration, lacks members of T. False if the members
//! cannot be counted because T or a base class is not an aggregate, or because T has too many.
template <class T, class... Member>
HEDDLE_HOST_DEVICE constexpr bool lacks_members()
{
    constexpr std::size_t bytes = (sizeof(Member) + ... + 0);
    if constexpr (bytes < sizeof(T) && std::is_aggregate_v<T> && sizeof...(Member) <= 200) {
        constexpr std::size_t count = (initializer_count<Member> + ... + 0);
        if constexpr (count <= 512) {
            // An initializer may initialize a whole base class, so T never takes more initializers than it has members.
            using one_more = types_repeated<initializer_in<T, initialized::other>, count + 1>;
            return takes_initializers<T, one_more> ||
                   detail::has_further_member<T, decltype((initializers_of<Member>() + ... + type_list<>()))>();
        }
    }
    return false;
}

template <class T, class Initializers, class = void>
inline constexpr bool takes_one_more = false;
template <class T, class... Initializer>
inline constexpr bool
    takes_one_more<T, type_list<Initializer...>, std::void_t<decltype(T{std::declval<Initializer>()..., {}})>> = true;

//! True if Count initializers of type Initializer initialize all members of T.
template <class T, class Initializer, std::size_t Count>
inline constexpr bool initializes_all =
    takes_initializers<T, types_repeated<Initializer, Count>> && !takes_one_more<T, types_repeated<Initializer, Count>>;

//! Initializes base classes and members of T whose type U satisfies Is<U>.
template <class T, template <class> class Is>
struct initializer_if {
    template <class U, class = std::enable_if_t<std::conjunction_v<std::negation<std::is_same<U, T>>, Is<U>>>>
    HEDDLE_HOST_DEVICE operator U() const;
};

//! Number of base classes and members of an aggregate; counts each array element. 0 if it is unknown or above 128.
template <class T, std::size_t Count = 1>
HEDDLE_HOST_DEVICE constexpr std::size_t member_count()
{
    if constexpr (initializes_all<T, initializer_if<T, std::is_object>, Count>) {
        return Count;
    } else if constexpr (Count < sizeof(T) && Count < 128) {
        return member_count<T, Count + 1>();
    } else {
        return 0;
    }
}

struct initializer_of_nothing {};
//! Returns whether one of T's first members, each of which takes an Initializer, accepts any initializer.
template <class T, class Initializer, std::size_t... Index>
HEDDLE_HOST_DEVICE constexpr bool some_take_anything(std::index_sequence<Index...>)
{
    return (
        takes_initializers<T, decltype(types_repeated<Initializer, Index>() + type_list<initializer_of_nothing>())> ||
        ...);
}

//! True if Is holds for the types of all Count base classes and members of T.
template <class T, template <class> class Is, std::size_t Count>
inline constexpr bool holds_of_all_members =
    initializes_all<T, initializer_if<T, Is>, Count> &&
    !detail::some_take_anything<T, initializer_if<T, std::is_object>>(std::make_index_sequence<Count>());

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
