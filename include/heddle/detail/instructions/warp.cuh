// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Instructions of the lanes of a warp: votes, shuffles and barriers for the lanes of a mask, and functions of masks. On
// the host, the lanes of an emulated warp execute them.
#pragma once

#include <heddle/config.cuh>
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

//! Returns the number of the lowest lane in a mask, or 32 if the mask is 0.
HEDDLE_INLINE unsigned lowest_lane(std::uint32_t mask)
{
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__clz(static_cast<int>(__brev(mask))));
#else
    return mask == 0 ? 32 : static_cast<unsigned>(__builtin_ctz(mask));
#endif
}

//! Returns the number of the highest lane in a mask; unspecified if the mask is 0.
HEDDLE_INLINE unsigned highest_lane(std::uint32_t mask)
{
#if defined(__CUDA_ARCH__)
    return 31 - static_cast<unsigned>(__clz(static_cast<int>(mask)));
#else
    return 31 - static_cast<unsigned>(__builtin_clz(mask | 1));
#endif
}

//! Returns the number of the calling lane in its warp.
HEDDLE_INLINE unsigned own_lane()
{
#if defined(__CUDA_ARCH__)
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
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

//! Returns a mask of the active lanes, or 0 if the caller does not run in a warp. An emulated warp distinguishes
//! accesses by the return address of converge(). Therefore this function and its callers must be inlined into the
//! user's code, and converge() must not be tail-called.
HEDDLE_ALWAYS_INLINE std::uint32_t active_mask()
{
#if defined(__CUDA_ARCH__)
    return __activemask();
#else
    emulated_lane* const lane = emulated_lane::current();
    std::uint32_t mask = lane != nullptr ? lane->converge() : 0;
    asm volatile("" : "+r"(mask));  // keeps compilers from merging two accesses
    return mask;
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

//! Returns whether all lanes of the mask pass condition = true.
//! Group:    all lanes of the mask
HEDDLE_INLINE bool all_of_lanes(std::uint32_t mask, bool condition)
{
#if defined(__CUDA_ARCH__)
    return __all_sync(mask, condition);
#else
    return ballot_of_lanes(mask, !condition) == 0;
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

//! Promises ptxas that all lanes of the warp are converged here. An `.aligned` instruction makes this promise; ptxas
//! then removes the instruction, because nothing uses its result. Without the promise, ptxas emits every shuffle and
//! vote twice in code that only some lanes may reach: once for converged warps and, after a barrier, once for diverged
//! warps.
//! Group:    all lanes of the warp, converged
HEDDLE_INLINE void promise_convergence()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
    asm volatile("{ .reg .b32 x; movmatrix.sync.aligned.m8n8.trans.b16 x, %0; }" ::"r"(0));
#endif
}

// The functions below have no form for the host. They are templates, which host code must not instantiate.

//! Returns whether all lanes of the mask pass the same 64-bit number. From sm_70 on.
template <class Number>
HEDDLE_INLINE bool match_all_lanes(std::uint32_t mask, Number number)
{
    int same;
    __match_all_sync(mask, number, &same);
    return same != 0;
}

enum class shuffle_kind { indexed, up, down, exclusive_or };

//! Shuffles a word up or down in a group of LaneCount consecutive lanes. Sets `exists` to whether the source lane exists
//! and is not beyond lane `bound` of the group. The shuffle instruction itself computes this predicate, but intrinsics
//! and cooperative groups do not return it.
template <shuffle_kind Kind, unsigned LaneCount>
HEDDLE_INLINE std::uint32_t shuffle_of_lanes_within(std::uint32_t mask, std::uint32_t word, unsigned delta,
                                                    unsigned bound, bool& exists)
{
    unsigned const clamp = (32 - LaneCount) << 8 | bound;
    unsigned found;
    if constexpr (Kind == shuffle_kind::up) {
        asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                     : "=r"(word), "=r"(found)
                     : "r"(word), "r"(delta), "r"(clamp), "r"(mask));
    } else {
        asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
                     : "=r"(word), "=r"(found)
                     : "r"(word), "r"(delta), "r"(clamp), "r"(mask));
    }
    exists = found != 0;
    return word;
}

//! Returns `sum` plus the sum held by lane l - distance of a group of LaneCount consecutive lanes, or `sum` alone if
//! there is no such lane.
template <unsigned LaneCount>
HEDDLE_INLINE unsigned add_of_lane_above(std::uint32_t mask, unsigned sum, unsigned distance)
{
    unsigned const clamp = (32 - LaneCount) << 8;
    asm volatile(
        "{ .reg .pred p; .reg .u32 r; shfl.sync.up.b32 r|p, %0, %1, %2, %3;"
        " @p add.u32 %0, r, %0; }"
        : "+r"(sum)
        : "r"(distance), "r"(clamp), "r"(mask));
    return sum;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
