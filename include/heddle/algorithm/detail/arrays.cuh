// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognizes iterators of arrays, and selects the arrays that an algorithm stages in shared memory.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/plan/network.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class T, class = void>
inline constexpr bool has_own_address = false;
template <class T>
inline constexpr bool has_own_address<T, std::void_t<decltype(std::declval<T&>().operator&())>> = true;
template <class T, class = void>
inline constexpr bool has_free_address = false;
template <class T>
inline constexpr bool has_free_address<T, std::void_t<decltype(operator&(std::declval<T&>()))>> = true;
template <class T, class = void>
inline constexpr bool can_be_placed = false;
template <class T>
inline constexpr bool
    can_be_placed<T, std::void_t<decltype(&std::declval<T&>()),
                                 decltype(new (static_cast<void*>(nullptr)) T(std::declval<T const&>()))>> = true;

//! True if CUB and Thrust may copy a T in device code. They use &t and new (p) T(t), which T may overload.
template <class T>
inline constexpr bool others_may_copy =
    copies_as_bytes<T>&& can_be_placed<T> && !has_own_address<T> && !has_free_address<T>;

//! Maximum size of staged elements, because a tile of larger elements would have too few.
inline constexpr std::size_t max_staged_bytes = 512;

//! Returns the T* of a coalesced_ptr<T>, and other iterators unchanged.
template <class Iterator>
constexpr Iterator unwrapped(Iterator const& iterator)
{
    return iterator;
}
template <class T, class Policy>
constexpr T* unwrapped(coalesced_ptr<T, Policy> const& pointer)
{
    return pointer.get();
}
template <class Iterator>
using unwrapped_t = decltype(detail::unwrapped(std::declval<Iterator const&>()));

template <class Iterator>
using value_of = std::remove_cv_t<typename std::iterator_traits<Iterator>::value_type>;

//! True if an iterator points to consecutive elements whose bytes any thread may move.
template <class Iterator>
inline constexpr bool is_array = false;
template <class T>
inline constexpr bool is_array<T*> = is_movable_v<T> && !std::is_volatile_v<T> && !std::is_void_v<T>;

template <class Iterator>
inline constexpr bool is_staged = false;
template <class T>
inline constexpr bool is_staged<T*> = is_array<T*> && sizeof(T) <= max_staged_bytes;

//! Returns whether two arrays share bytes.
template <class T>
bool overlap(T const* a, std::size_t a_count, T const* b, std::size_t b_count)
{
    auto const first = reinterpret_cast<std::uintptr_t>(a), second = reinterpret_cast<std::uintptr_t>(b);
    return first < second + b_count * sizeof(T) && second < first + a_count * sizeof(T);
}

//! Returns the size of a staged array's elements, and 1 for iterators that are not staged.
template <class Iterator>
HEDDLE_HOST_DEVICE constexpr std::size_t staged_bytes()
{
    if constexpr (is_staged<Iterator>) {
        return sizeof(*std::declval<Iterator>());
    } else {
        return 1;
    }
}

//! Returns the smallest number of elements of a staged array whose total size is a multiple of 8 bytes.
template <class Iterator>
HEDDLE_HOST_DEVICE constexpr unsigned words_fill()
{
    if constexpr (is_staged<Iterator>) {
        return 8 / greatest_common_divisor(8, static_cast<unsigned>(staged_bytes<Iterator>()));
    } else {
        return 1;
    }
}

//! Returns the size of the largest element among the staged sequences, or 8 if none is staged.
template <class... Iterator>
HEDDLE_HOST_DEVICE constexpr std::size_t max_staged_of()
{
    std::size_t largest = 1;
    ((largest = staged_bytes<Iterator>() > largest ? staged_bytes<Iterator>() : largest), ...);
    return (is_staged<Iterator> || ...) ? largest : 8;
}

//! Returns the number of elements in a tile, which is the same for all given sequences.
template <unsigned Threads, class... Iterator>
HEDDLE_HOST_DEVICE constexpr unsigned common_capacity()
{
    return heddle::tile_capacity(max_staged_of<Iterator...>(), Threads, best_tile_bytes(Threads));
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
