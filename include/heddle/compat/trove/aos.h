// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// trove's loads and stores of structs, made by heddle.
#pragma once

#include <heddle/compat/trove/utility.h>
#include <heddle/compat/trove/warp.h>
#include <heddle/bitwise_copyable.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/group_access.cuh>

#include <cooperative_groups.h>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

namespace detail {

//! The alignment that trove assumes of an array of T, by the size alone: the largest word that divides it.
template <class T>
inline constexpr std::size_t assumed_alignment = sizeof(T) % 16 == 0  ? 16
                                                 : sizeof(T) % 8 == 0 ? 8
                                                 : sizeof(T) % 4 == 0 ? 4
                                                                      : 1;

//! A T with this alignment. As in trove, its bytes are moved, whatever its copy constructor does.
template <class T>
struct alignas(assumed_alignment<T> > alignof(T) ? assumed_alignment<T> : alignof(T)) element {
    T value;
};

template <class T>
HEDDLE_INLINE element<T>* element_at(T* p)
{
    return reinterpret_cast<element<T>*>(p);
}

template <class T>
HEDDLE_INLINE element<T> const* element_at(T const* p)
{
    return reinterpret_cast<element<T> const*>(p);
}

template <std::size_t tile_size>
HEDDLE_DEVICE_INLINE auto this_tile()
{
    return cooperative_groups::tiled_partition<tile_size>(cooperative_groups::this_thread_block());
}

}  // namespace detail

//! Returns *src. The lanes of a warp that is converged load their elements together.
//! Requires: src is aligned to 16, 8 or 4 bytes, the largest of these that divides sizeof(T), as in trove
template <class T>
HEDDLE_DEVICE_INLINE T load(T const* src)
{
    return heddle::coalesced_ptr<detail::element<T> const>(detail::element_at(src))[0].load().value;
}

//! Stores data to *dest. The active lanes of a warp store their elements together.
//! Requires: as for load
template <class T>
HEDDLE_DEVICE_INLINE void store(T const& data, T* dest)
{
    heddle::coalesced_ptr<detail::element<T>>(detail::element_at(dest))[0] = detail::element<T>{data};
}

//! Returns *src, where lanes l of a tile pass consecutive pointers, first + l.
//! Requires: all lanes of the tile, which is a part of tile_size lanes of the warp, call together; and as for load
template <std::size_t tile_size = WARP_SIZE, class T>
HEDDLE_DEVICE_INLINE T load_warp_contiguous(T const* src)
{
    auto const tile = detail::this_tile<tile_size>();
    return heddle::load_contiguous(tile, detail::element_at(src - heddle::detail::lane_rank(tile))).value;
}

//! Stores data to *dest, where lanes l of a tile pass consecutive pointers, first + l.
//! Requires: as for load_warp_contiguous
template <std::size_t tile_size = WARP_SIZE, class T>
HEDDLE_DEVICE_INLINE void store_warp_contiguous(T const& data, T* dest)
{
    auto const tile = detail::this_tile<tile_size>();
    heddle::store_contiguous(tile, detail::element_at(dest - heddle::detail::lane_rank(tile)),
                             detail::element<T>{data});
}

}  // namespace trove

template <class T>
struct heddle::is_bitwise_copyable<trove::detail::element<T>> : std::true_type {
};

#include <heddle/detail/restore_macros.hpp>
