// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// active_lanes: the lanes of a warp that are active in an access.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// Why the lanes in the result of one __activemask() may cooperate:
// - All these lanes get the same mask. They therefore take the same branches on this mask, and name the same lanes in
//   each shuffle, vote and barrier, even if the compiler moves code in between.
// - All lanes stay in the call until its last collective. User code that the call runs can only return to the call, and
//   cannot leave it early. Lanes that got their mask from another __activemask() are in another call.
// - The lanes do not deadlock: each barrier that a lane has yet to reach belongs to a call on the lane's stack, and all
//   lanes that the barrier names began that call together.

//! A group of one lane, for per-thread accesses.
struct lone_lane {
    std::uint32_t active;  //!< the active lanes of this access

    HEDDLE_INLINE std::uint32_t accessing_lanes() const { return active; }
    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return 1; }
    HEDDLE_HOST_DEVICE static constexpr unsigned thread_rank() { return 0; }
};

//! The active lanes of the calling lane's warp. A library function queries the lanes once, for all its accesses.
//! Asks: whether to query the lanes on a GPU. The query costs time, and the compiler cannot drop an unneeded query
template <bool Asks>
class active_lanes {
public:
    // An emulated warp always queries its lanes. It distinguishes accesses by the return address of converge().
    // Therefore this constructor and its callers must be inlined into the user's code, and converge() must not be
    // tail-called.
    HEDDLE_ALWAYS_INLINE active_lanes()
    {
#if defined(__CUDA_ARCH__)
        if constexpr (Asks) mask_ = __activemask();
#else
        if (lane_ != nullptr) mask_ = lane_->converge();
        asm volatile("" : "+r"(mask_));  // keeps compilers from merging two accesses
#endif
    }

    //! Returns whether the caller runs in a warp: always on a GPU; on the host, only within an emulated warp.
    HEDDLE_INLINE bool is_warp() const
    {
#if defined(__CUDA_ARCH__)
        return true;
#else
        return lane_ != nullptr;
#endif
    }
    HEDDLE_INLINE bool are_converged() const { return mask_ == 0xffffffffu; }
    HEDDLE_INLINE std::uint32_t mask() const { return mask_; }
    HEDDLE_INLINE lone_lane alone() const { return {mask_}; }
#if defined(__CUDA_ARCH__)
    __device__ __forceinline__ static full_warp warp() { return {}; }
#else
    emulated_group<32> warp() const { return emulated_group<32>(*lane_, mask_); }
#endif

    //! Returns the valid lanes. If the warp is diverged, the mask in the result is 0.
    HEDDLE_INLINE every_lane valid(every_lane) const { return {}; }
    HEDDLE_INLINE lanes_of_mask valid(bool own) const { return {are_converged() ? warp().ballot(own) : 0, own}; }

    //! Returns a mask of the active lanes that are valid.
    HEDDLE_INLINE std::uint32_t storing(every_lane) const { return mask_; }
    HEDDLE_INLINE std::uint32_t storing(lanes_of_mask const& valid) const
    {
        return are_converged() ? valid.mask : ballot_of_lanes(mask_, valid.own);
    }

    HEDDLE_INLINE void meet() const
    {
#if defined(__CUDA_ARCH__)
        if constexpr (Asks) __syncwarp(mask_);
#else
        if (lane_ != nullptr) lane_->meet(mask_, collective::sync, 0, 0);
#endif
    }

private:
    std::uint32_t mask_ = 0;
#if !defined(__CUDA_ARCH__)
    emulated_lane* lane_ = emulated_lane::current();
#endif
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
