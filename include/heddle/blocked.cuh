// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// blocked: several consecutive elements for each lane, in the arrangement that CUB calls blocked.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! `Items` consecutive elements, which a lane loads and stores in one access.
template <class T, unsigned Items>
struct blocked {
    static_assert(Items > 0, "heddle: a lane takes at least one item");
    //! The elements.
    T item[Items];

    //! Returns element i.
    HEDDLE_INLINE constexpr T& operator[](unsigned i) { return item[i]; }
    //! Returns element i.
    HEDDLE_INLINE constexpr T const& operator[](unsigned i) const { return item[i]; }
    //! Returns the number of elements.
    HEDDLE_INLINE static constexpr unsigned size() { return Items; }
    //! Returns a pointer to the first element.
    HEDDLE_INLINE constexpr T* begin() { return item; }
    //! Returns a pointer past the last element.
    HEDDLE_INLINE constexpr T* end() { return item + Items; }
    //! Returns a pointer to the first element.
    HEDDLE_INLINE constexpr T const* begin() const { return item; }
    //! Returns a pointer past the last element.
    HEDDLE_INLINE constexpr T const* end() const { return item + Items; }
};

}  // namespace types

using types::blocked;

template <class T, unsigned Items>
struct is_bitwise_copyable<blocked<T, Items>> : is_bitwise_copyable<T> {
};

namespace detail {

//! Reinterprets an array of T as an array of blocked<T, Items>, which is const if T is const.
template <unsigned Items, class T>
HEDDLE_INLINE auto blocks_of(T* first)
{
    using block = blocked<std::remove_const_t<T>, Items>;
    static_assert(sizeof(block) == Items * sizeof(T) && alignof(block) == alignof(T));
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, block const, block>*>(first);
}

//! If block `index` is the last block of `count` items and has fewer than Items items, copies its items.
template <unsigned Items, class T>
HEDDLE_INLINE void copy_last_items(T* to, T const* from, unsigned index, std::size_t count)
{
    if (index != count / Items) return;
    HEDDLE_UNROLL
    for (unsigned i = 0; i + 1 < Items; ++i) {
        if (index * Items + i < count) detail::store_plainly(to + i, from[i]);
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
