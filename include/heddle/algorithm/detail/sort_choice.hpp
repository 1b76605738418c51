// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses what a sort moves in its passes, structs or their indices. The choices were measured on sm_90;
// docs/tuning-log.md has the figures.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Maximum size of structs that a sort by keys moves in every pass (2·S bytes of traffic for a struct of S bytes). For
//! larger structs, the sort moves indices in every pass, and each struct once at the end.
inline constexpr std::size_t max_carried_bytes = 12;

//! Sizes of structs that a sort with an unknown comparison moves in tiles (merge_sort.cuh). Smaller structs go to CUB's
//! merge sort, which holds them in registers. For larger structs, the sort moves indices: each comparison then loads
//! two structs from random places, but a pass moves few bytes.
inline constexpr std::size_t min_merged_in_tiles = 16;
inline constexpr std::size_t max_merged_in_tiles = 256;
HEDDLE_HOST_DEVICE constexpr bool merges_tiles(std::size_t bytes)
{
    return bytes >= min_merged_in_tiles && bytes <= max_merged_in_tiles;
}
HEDDLE_HOST_DEVICE constexpr bool merges_indices(std::size_t bytes) { return bytes > max_merged_in_tiles; }

//! True if a selection of the first k structs is faster than a sort of all their keys. CUB sorts up to about 4,096 keys
//! in one launch. (Measured on an H100 and an H200, by floats.)
constexpr bool selects_first(std::size_t count, std::size_t k)
{
    bool const is_small = k <= 4096 && count >= std::size_t{1} << 14;
    bool const is_share = k <= count / 8 && count >= std::size_t{1} << 22;
    return (is_small || is_share) && k <= count / 4 && count >> 32 == 0;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
