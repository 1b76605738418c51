// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// is_bitwise_copyable: the types whose objects can be copied by copying their bytes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/aggregate.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/fields.cuh>

// libcu++ versions after that of CUDA 13.0 have a similar trait, cuda::is_trivially_copyable, which users may
// specialize.
#if defined(__has_include)
#    if __has_include(<cuda/__type_traits/is_trivially_copyable.h>)
#        include <cuda/type_traits>
#        define HEDDLE_HAS_LIBCUDACXX_TRAIT 1
#    endif
#endif

#include <heddle/detail/hide_macros.hpp>

// Types of the toolkit with user-provided copy constructors.
struct __half2;
struct __nv_bfloat162;

namespace heddle {

template <class T>
struct is_bitwise_copyable;

namespace detail {

template <class T, class Indices>
struct members_are_bitwise_copyable;
template <class T, std::size_t... Index>
struct members_are_bitwise_copyable<T, std::index_sequence<Index...>>
    : std::conjunction<is_bitwise_copyable<std::tuple_element_t<Index, T>>...> {
};

//! True if T is a tuple (it has a std::tuple_size) of bitwise copyable types, and its copy constructor and destructor
//! are trivial. Some tuples are not trivially copyable only because their assignment operator is user-provided.
template <class T, class = void>
struct is_bitwise_copyable_tuple : std::false_type {
};
template <class T>
struct is_bitwise_copyable_tuple<T, std::void_t<decltype(std::tuple_size<T>::value)>>
    : std::conjunction<std::is_trivially_copy_constructible<T>, std::is_trivially_destructible<T>,
                       members_are_bitwise_copyable<T, std::make_index_sequence<std::tuple_size<T>::value>>> {
};

//! Returns whether T is an aggregate of bitwise copyable members. (The copy constructor of an aggregate is never
//! user-provided.) Returns false if T's assignment is not trivial although all members' assignments are, because T's is
//! then user-provided.
template <class T>
HEDDLE_HOST_DEVICE constexpr bool has_bitwise_copyable_members()
{
    if constexpr (!std::is_class_v<T> || !std::is_aggregate_v<T>) {
        return false;
    } else if constexpr (std::is_copy_constructible_v<T> && std::is_trivially_destructible_v<T>) {
        constexpr std::size_t count = member_count<T>();
        if constexpr (count > 0) {
            return holds_of_all_members<T, is_bitwise_copyable, count> &&
                   (!std::is_copy_assignable_v<T> || std::is_trivially_copy_assignable_v<T> ||
                    !holds_of_all_members<T, std::is_trivially_copy_assignable, count>);
        }
    }
    return false;
}
template <class T>
struct is_bitwise_copyable_aggregate : std::bool_constant<has_bitwise_copyable_members<T>()> {
};

}  // namespace detail

//! True if copying the bytes of a T makes a valid copy, so that other threads can move its bytes. This holds for
//! trivially copyable types; for types for which libcu++'s cuda::is_trivially_copyable holds; for pairs, tuples and
//! aggregates of such types; and for structs that have HEDDLE_FIELDS and a trivial destructor. Specialize this trait
//! for your own type if its user-provided copy constructor or assignment only copies the members:
//!     template <>
//!     struct heddle::is_bitwise_copyable<my_type> : std::true_type {};
template <class T>
struct is_bitwise_copyable
    : std::bool_constant<std::disjunction_v<
          std::is_trivially_copyable<T>,
#if defined(HEDDLE_HAS_LIBCUDACXX_TRAIT)
          std::bool_constant<::cuda::is_trivially_copyable_v<T>>,
#endif
          std::bool_constant<detail::has_heddle_fields_before_first_use<T> && std::is_trivially_destructible_v<T>>,
          detail::is_bitwise_copyable_tuple<T>, detail::is_bitwise_copyable_aggregate<T>>> {
};

//! The value of is_bitwise_copyable<T>.
template <class T>
inline constexpr bool is_bitwise_copyable_v = is_bitwise_copyable<T>::value;

template <class T>
struct is_bitwise_copyable<T const> : is_bitwise_copyable<T> {
};
template <class T, std::size_t Count>
struct is_bitwise_copyable<T[Count]> : is_bitwise_copyable<T> {
};
template <class T, std::size_t Count>
struct is_bitwise_copyable<T const[Count]> : is_bitwise_copyable<T> {
};

// Unlike a tuple, a pair may have members whose copy constructors are user-provided.
template <class First, class Second>
struct is_bitwise_copyable<std::pair<First, Second>>
    : std::conjunction<is_bitwise_copyable<First>, is_bitwise_copyable<Second>> {
};

template <>
struct is_bitwise_copyable<__half2> : std::true_type {
};
template <>
struct is_bitwise_copyable<__nv_bfloat162> : std::true_type {
};

namespace detail {

template <class T>
inline constexpr bool is_movable_v = is_bitwise_copyable_v<T>&& std::is_trivially_destructible_v<T>;

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
