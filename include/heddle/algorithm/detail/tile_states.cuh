// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tile states: what a block has published about its tile. Each word is read and written as a whole, and holds both the
// state and a part of the value. Therefore no fence is needed between a value and its state.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/atomics.cuh>

#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The states of CUB: SCAN_TILE_INVALID, SCAN_TILE_PARTIAL and SCAN_TILE_INCLUSIVE.
enum class tile_state : unsigned {
    invalid = 0,    // nothing; cleared memory
    partial = 1,    // the tile's own sum
    inclusive = 2,  // the tile's inclusive prefix: the sum of this tile and all earlier tiles
};

template <class Value>
struct known_of_tile {
    tile_state state;
    Value value;
};

//! Returns true if the tile of every lane has reached state `least`. All lanes of the warp make this call, converged.
template <class Warp>
struct all_lanes_know {
    Warp const& warp;
    tile_state least;

    HEDDLE_INLINE bool operator()(tile_state known) const { return warp.ballot(known < least) == 0; }
};

struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
