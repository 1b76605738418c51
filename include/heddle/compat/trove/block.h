// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// trove's loads and stores of s consecutive numbers for each lane.
#pragma once

#include <heddle/compat/trove/aos.h>
#include <heddle/compat/trove/array.h>
#include <heddle/compat/trove/warp.h>
#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

//! Returns src[s * idx … s * idx + s - 1]. The lanes of a tile pass consecutive idx.
//! Requires: as for load_warp_contiguous of an array<T, s>
template <int s, std::size_t tile_size = WARP_SIZE, class T, class I>
HEDDLE_DEVICE_INLINE array<T, s> load_array_warp_contiguous(T const* src, I const& idx)
{
    return trove::load_warp_contiguous<tile_size>(reinterpret_cast<array<T, s> const*>(src) + idx);
}

//! Stores values to dest[s * idx … s * idx + s - 1]. The lanes of a tile pass consecutive idx.
//! Requires: as for store_warp_contiguous of an array<T, s>
template <int s, std::size_t tile_size = WARP_SIZE, class T, class I>
HEDDLE_DEVICE_INLINE void store_array_warp_contiguous(T* dest, I const& idx, array<T, s> const& values)
{
    trove::store_warp_contiguous<tile_size>(values, reinterpret_cast<array<T, s>*>(dest) + idx);
}

//! Returns src[s * idx … s * idx + s - 1]. Each lane loads for itself, so the warp may have diverged.
template <int s, class T, class I>
HEDDLE_DEVICE_INLINE array<T, s> load_array(T const* src, I const& idx)
{
    return reinterpret_cast<array<T, s> const*>(src)[idx];
}

//! Stores values to dest[s * idx … s * idx + s - 1]. Each lane stores for itself, so the warp may have diverged.
template <int s, class T, class I>
HEDDLE_DEVICE_INLINE void store_array(T* dest, I const& idx, array<T, s> const& values)
{
    reinterpret_cast<array<T, s>*>(dest)[idx] = values;
}

}  // namespace trove

#include <heddle/detail/restore_macros.hpp>
