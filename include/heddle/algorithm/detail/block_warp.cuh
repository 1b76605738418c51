// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The warps of a block, as groups that know their rank in the block.
#pragma once

#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

#if defined(__CUDACC__)

//! The calling thread's warp in a one-dimensional block of whole warps. Unlike full_warp, this group has all shuffles.
struct warp_of_block : full_warp {
    __device__ __forceinline__ unsigned meta_group_rank() const { return threadIdx.x / 32; }
    __device__ __forceinline__ std::uint32_t shfl_up(std::uint32_t value, unsigned delta) const
    {
        return __shfl_up_sync(all_lanes, value, delta);
    }
    __device__ __forceinline__ std::uint32_t shfl_down(std::uint32_t value, unsigned delta) const
    {
        return __shfl_down_sync(all_lanes, value, delta);
    }
    __device__ __forceinline__ std::uint32_t shfl_xor(std::uint32_t value, unsigned mask) const
    {
        return __shfl_xor_sync(all_lanes, value, static_cast<int>(mask));
    }
};

template <>
struct has_consecutive_lanes<warp_of_block> : std::true_type {
};

template <unsigned BlockThreads>
__device__ __forceinline__ warp_of_block warp_of(this_block<BlockThreads> const&)
{
    static_assert(BlockThreads % 32 == 0, "heddle: the block must consist of whole warps");
    return {};
}

#endif

#if !defined(__CUDACC_RTC__)

//! Returns the warp of an emulated block that has a single warp: the block itself.
template <unsigned LaneCount>
HEDDLE_INLINE emulated_group<LaneCount> warp_of(emulated_group<LaneCount> const& block)
{
    return block;
}

#endif

//! Returns the calling lane's warp of an emulated block that has several warps.
template <class Block>
HEDDLE_INLINE auto warp_of(Block const& block) -> decltype(block.warp())
{
    return block.warp();
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
