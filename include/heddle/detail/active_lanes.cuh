// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The active lanes of an access.
#pragma once

#include "../config.cuh"
#include "../emulation/emulated_group.hpp"
#include "group.cuh"
#include "lanes.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

// Lanes may cooperate on the result of one __activemask(): all lanes that it names get the same mask, so they take the
// same branches on it, and every shuffle, vote and barrier names exactly these lanes, even if the compiler moves code
// in between. No lane leaves the call before the last one, whatever user code runs in it, because user code can return
// only into it; lanes with the mask of another instruction are in another call. Lanes never deadlock: the barriers
// ahead of a lane belong to a stack of calls, each of which all of its lanes began together.

//! A group of one lane, which moves its own element.
struct lone_lane {
    std::uint32_t active;  //!< the active lanes of this access

#if !defined(__CUDA_ARCH__)
    using observes_accesses = void;
    void observe_access(bool stores, void const* address, unsigned bytes) const
    {
        emulated_lane::current()->meet(active, stores ? collective::store : collective::load,
                                       reinterpret_cast<std::uintptr_t>(address), bytes);
    }
#endif
    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return 1; }
    HEDDLE_HOST_DEVICE static constexpr unsigned thread_rank() { return 0; }
};

//! The active lanes of the calling lane's warp, queried once for all accesses of a call.
//! Asks: whether a GPU queries them. The instruction costs time, and the compiler cannot drop it.
template <bool Asks>
class active_lanes {
public:
    // An emulated warp always asks. It tells accesses apart by their return addresses, so this and all its callers are
    // inlined into the user's code, and this is never a tail call.
    HEDDLE_ALWAYS_INLINE active_lanes()
    {
#if defined(__CUDA_ARCH__)
        if constexpr (Asks) mask_ = __activemask();
#else
        if (lane_ != nullptr) mask_ = lane_->converge();
        asm volatile("" : "+r"(mask_));  // keeps compilers from merging two accesses
#endif
    }

    //! Returns whether there is a warp: always on a GPU, on the host only within an emulated warp.
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

    //! Returns the valid lanes; the mask of a diverged warp is 0.
    HEDDLE_INLINE every_lane valid(every_lane) const { return {}; }
    HEDDLE_INLINE lanes_of_mask valid(bool own) const { return {are_converged() ? warp().ballot(own) : 0, own}; }

    //! Returns the active valid lanes.
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
