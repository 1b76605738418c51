// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// trove's questions to the warp.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace trove {

enum { WARP_SIZE = 32 };

//! Returns whether all lanes of the caller's part of the warp, of tile_size lanes, are active.
template <std::size_t tile_size = WARP_SIZE>
HEDDLE_DEVICE_INLINE bool warp_converged()
{
    static_assert(tile_size > 0 && tile_size <= 32 && (tile_size & (tile_size - 1)) == 0,
                  "heddle: a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");
    constexpr unsigned lanes = 0xffffffffu >> (32 - tile_size);
    unsigned const part = lanes << (heddle::detail::own_lane() & (32 - tile_size));
    return (__activemask() & part) == part;
}

}  // namespace trove

#include <heddle/detail/restore_macros.hpp>
