// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Several consecutive elements for each lane of a group, so that small elements too move in wide words: blocked, as CUB
// calls this arrangement.
//
// Group, Requires, Scratch, Errors: as for load_contiguous of blocked<T, Items>, which scratch must be for
// Cost:     plan_of<blocked<T, Items>, n>(): wide words, if Items elements fill them
#pragma once

#include "bitwise_copyable.cuh"
#include "config.cuh"
#include "detail/standard_library.hpp"
#include "group_access.cuh"

namespace heddle {

//! `Items` consecutive elements: what a lane loads and stores at once.
template <class T, unsigned Items>
struct blocked {
    static_assert(Items > 0, "heddle: a lane takes at least one item");
    T item[Items];

    HEDDLE_INLINE constexpr T& operator[](unsigned i) { return item[i]; }
    HEDDLE_INLINE constexpr T const& operator[](unsigned i) const { return item[i]; }
    HEDDLE_INLINE static constexpr unsigned size() { return Items; }
    HEDDLE_INLINE constexpr T* begin() { return item; }
    HEDDLE_INLINE constexpr T* end() { return item + Items; }
    HEDDLE_INLINE constexpr T const* begin() const { return item; }
    HEDDLE_INLINE constexpr T const* end() const { return item + Items; }
};

template <class T, unsigned Items>
struct is_bitwise_copyable<blocked<T, Items>> : is_bitwise_copyable<T> {
};

namespace detail {

template <unsigned Items, class Pointer>
using blocked_t = blocked<element_t<Pointer>, Items>;

//! Elements as blocks of Items; const where they are.
template <unsigned Items, class T>
HEDDLE_INLINE auto blocks_of(T* first)
{
    using block = blocked<std::remove_const_t<T>, Items>;
    static_assert(sizeof(block) == Items * sizeof(T) && alignof(block) == alignof(T));
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, block const, block>*>(first);
}

//! Copies the items that the block at `index` has of `count` in all, if it is not full.
template <unsigned Items, class T>
HEDDLE_INLINE void copy_last_items(T* to, T const* from, unsigned index, std::size_t count)
{
    if (index != count / Items) return;
    HEDDLE_UNROLL
    for (unsigned i = 0; i + 1 < Items; ++i) {
        if (index * Items + i < count) store_plainly(to + i, from[i]);
    }
}

}  // namespace detail

//! Lane l has afterwards the elements first[l * Items … l * Items + Items - 1].
template <unsigned Items, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::blocked_t<Items, Pointer> load_contiguous(Group const& group,
                                                                Pointer const& first,
                                                                Scratch&... scratch)
{
    return heddle::load_contiguous(group, detail::blocks_of<Items>(detail::raw_pointer(first)),
                                   scratch...);
}

//! The same for `count` elements: those after first[count - 1] are not read, and are zero bytes.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n * Items; more counts as that)
template <unsigned Items, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::blocked_t<Items, Pointer> load_contiguous(Group const& group,
                                                                Pointer const& first,
                                                                std::size_t count,
                                                                Scratch&... scratch)
{
    detail::element_t<Pointer> const* const origin = detail::raw_pointer(first);
    auto blocks =
        heddle::load_contiguous(group, detail::blocks_of<Items>(origin), count / Items, scratch...);
    unsigned const lane = detail::lane_rank(group);
    detail::copy_last_items<Items>(blocks.item, origin + std::size_t{lane} * Items, lane, count);
    return blocks;
}

//! The elements first[l * Items … l * Items + Items - 1] hold afterwards the values of lane l.
template <unsigned Items, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::blocked_t<Items, Pointer> const& values,
                                    Scratch&... scratch)
{
    heddle::store_contiguous(group, detail::blocks_of<Items>(detail::raw_pointer(first)), values,
                             scratch...);
}

//! The same for `count` elements: nothing after first[count - 1] is written.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n * Items; more counts as that)
template <unsigned Items, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::blocked_t<Items, Pointer> const& values,
                                    std::size_t count, Scratch&... scratch)
{
    auto* const origin = detail::raw_pointer(first);
    heddle::store_contiguous(group, detail::blocks_of<Items>(origin), values, count / Items,
                             scratch...);
    unsigned const lane = detail::lane_rank(group);
    detail::copy_last_items<Items>(origin + std::size_t{lane} * Items, values.item, lane, count);
}

}  // namespace heddle
