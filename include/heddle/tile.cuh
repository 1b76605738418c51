// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 2: what the collectives ask of a tile, and the warp's own tile for the smart pointer.
#pragma once

#include "config.cuh"
#include "network.hpp"

#include <cstdint>
#include <type_traits>

namespace heddle {

namespace detail {

template <class Tile, class = void>
struct static_lane_count : std::integral_constant<unsigned, 0> {
};

template <class Tile>
struct static_lane_count<Tile, std::enable_if_t<(Tile::num_threads() > 0)>>
    : std::integral_constant<unsigned, static_cast<unsigned>(Tile::num_threads())> {
};

template <class Tile>
HEDDLE_HOST_DEVICE constexpr unsigned checked_lane_count()
{
    constexpr unsigned count = static_lane_count<Tile>::value;
    static_assert(is_power_of_two(count) && count <= 32,
                  "heddle: a tile must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; "
                  "make one with cooperative_groups::tiled_partition<32>(block)");
    return count;
}

//! Whether a tile wants to hear of each row access before it happens, as the emulated one does.
template <class Tile, class = void>
struct observes_accesses : std::false_type {
};

template <class Tile>
struct observes_accesses<Tile, std::void_t<typename Tile::observes_accesses>> : std::true_type {
};

//! Ends a compilation with words instead of pages when T cannot be moved by other lanes.
template <class Element>
HEDDLE_HOST_DEVICE constexpr void require_movable()
{
    static_assert(std::is_trivially_copyable_v<Element>,
                  "heddle: T must be trivially copyable, because its bytes are moved by other "
                  "lanes");
    static_assert(!std::is_volatile_v<Element>,
                  "heddle: T must not be volatile: other lanes move its bytes, as wider words");
}

}  // namespace detail

//! n, the number of lanes of a cooperative-groups tile or of anything with its interface: a static
//! constexpr num_threads(), thread_rank(), shfl, shfl_up, shfl_down, shfl_xor of 32-bit words,
//! ballot and all.
template <class Tile>
inline constexpr unsigned lane_count_v = detail::checked_lane_count<Tile>();

#if defined(__CUDACC__)

namespace detail {

//! The whole warp as a tile, without asking how the block is shaped.
//! Requires: all 32 lanes take part.
struct full_warp {
    static constexpr unsigned all_lanes = 0xffffffffu;

    __host__ __device__ static constexpr unsigned num_threads() { return 32; }

    __device__ __forceinline__ unsigned thread_rank() const
    {
        unsigned rank;
        asm("mov.u32 %0, %%laneid;" : "=r"(rank));
        return rank;
    }
    __device__ __forceinline__ void sync() const { __syncwarp(); }
    __device__ __forceinline__ std::uint32_t shfl(std::uint32_t value, unsigned lane) const
    {
        return __shfl_sync(all_lanes, value, static_cast<int>(lane));
    }
    __device__ __forceinline__ unsigned ballot(bool condition) const
    {
        return __ballot_sync(all_lanes, condition);
    }
    __device__ __forceinline__ bool all(bool condition) const
    {
        return __all_sync(all_lanes, condition);
    }
};

}  // namespace detail

#endif

}  // namespace heddle
