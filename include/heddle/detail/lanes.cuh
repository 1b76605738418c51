// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Operations on sets of lanes of a warp: counts, ranks, votes, shuffles and barriers for the lanes of a mask.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

HEDDLE_INLINE unsigned count_of_lanes(std::uint32_t mask)
{
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__popc(mask));
#else
    return static_cast<unsigned>(__builtin_popcount(mask));
#endif
}

HEDDLE_INLINE unsigned own_lane()
{
#if defined(__CUDA_ARCH__)
    return lane_in_warp();
#else
    return emulated_lane::current()->rank();
#endif
}

//! Returns the calling lane's rank in the mask: how many lanes of the mask have a lower number.
HEDDLE_INLINE unsigned rank_in(std::uint32_t mask)
{
#if defined(__CUDA_ARCH__)
    unsigned lanes_before;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes_before));
    return count_of_lanes(mask & lanes_before);
#else
    return count_of_lanes(mask & ~(~0u << own_lane()));
#endif
}

//! Returns a mask of the lanes that pass condition = true.
//! Group:    all lanes of the mask
HEDDLE_INLINE std::uint32_t ballot_of_lanes(std::uint32_t mask, bool condition)
{
#if defined(__CUDA_ARCH__)
    return __ballot_sync(mask, condition);
#else
    return static_cast<std::uint32_t>(emulated_lane::current()->meet(mask, collective::ballot, condition, 0));
#endif
}

//! Returns the value that lane `lane % 32` passes.
//! Group:    all lanes of the mask, including lane `lane % 32`
template <class Word>
HEDDLE_INLINE Word shuffle_of_lanes(std::uint32_t mask, Word value, unsigned lane)
{
#if defined(__CUDA_ARCH__)
    return __shfl_sync(mask, value, static_cast<int>(lane));
#else
    static_assert(sizeof(Word) <= sizeof(std::uint64_t));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(Word));
    bits = emulated_lane::current()->meet(mask, collective::shuffle, bits, lane % 32);
    std::memcpy(&value, &bits, sizeof(Word));
    return value;
#endif
}

//! Returns four of the eight bytes of high:low. Hexadecimal digit i of `selector` selects result byte i.
//! Requires: these digits are less than 8
HEDDLE_INLINE std::uint32_t permute_bytes(std::uint32_t low, std::uint32_t high, unsigned selector)
{
#if defined(__CUDA_ARCH__)
    return __byte_perm(low, high, selector);
#else
    std::uint64_t const bytes = std::uint64_t{high} << 32 | low;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        unsigned const number = selector >> 4 * i & 7u;
        result |= static_cast<std::uint32_t>(bytes >> 8 * number & 0xffu) << 8 * i;
    }
    return result;
#endif
}

//! Waits for all lanes of the mask, and orders their memory accesses before and after the call.
HEDDLE_INLINE void sync_lanes(std::uint32_t mask)
{
#if defined(__CUDA_ARCH__)
    __syncwarp(mask);
#else
    emulated_lane::current()->meet(mask, collective::sync, 0, 0);
#endif
}

// The valid lanes of a group: all lanes, the lanes of a mask, or the first lanes. lane(l) requires that l is the
// calling lane; any_lane(l) accepts every lane.

struct every_lane {
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE bool any_lane(unsigned) const { return true; }
};

struct lanes_of_mask {
    unsigned mask;
    bool own;  // whether the calling lane is valid

    HEDDLE_INLINE unsigned count(unsigned) const { return count_of_lanes(mask); }
    HEDDLE_INLINE bool lane(unsigned) const { return own; }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return (mask >> l & 1u) != 0; }
};

struct first_lanes {
    unsigned end;

    HEDDLE_INLINE static first_lanes of(std::size_t count, unsigned lane_count)
    {
        return {count < lane_count ? static_cast<unsigned>(count) : lane_count};
    }
    HEDDLE_INLINE unsigned count(unsigned) const { return end; }
    HEDDLE_INLINE bool lane(unsigned l) const { return l < end; }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return l < end; }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
