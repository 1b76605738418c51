// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a warp that came to an access together.
#pragma once

#include "../config.cuh"
#include "../emulation/emulated_group.hpp"
#include "group.cuh"
#include "lanes.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

// Lanes may cooperate on the answer of one instruction: __activemask() returns the same mask to each lane that it names,
// so these lanes take the same branches on it, and every shuffle, vote and barrier names all of them and nobody else.
// That holds where the compiler has moved code between the question and the branch, and to the end of a call, whatever
// user code runs in between: none of the lanes leaves the call before the last, because user code can return only into
// it. Lanes that another instruction gave a mask have another call. Lanes cannot wait for each other in a circle: what
// a lane still has to meet is a stack of calls, each of which began for all its lanes at one moment.

//! A lane that moves its own element: a group of one.
struct lone_lane {
    std::uint32_t active;  //!< the lanes at this access

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

//! The active lanes of the calling lane's warp, asked once for all accesses of a call.
//! Asks: whether a GPU asks. The instruction costs time, and the compiler cannot drop it.
template <bool Asks>
class active_lanes {
public:
    // An emulated warp always asks. It tells accesses apart by the addresses that they return to: so this is inlined into
    // the user's code with all that leads here, and is no last call of a function.
    HEDDLE_ALWAYS_INLINE active_lanes()
    {
#if defined(__CUDA_ARCH__)
        if constexpr (Asks) mask_ = __activemask();
#else
        if (lane_ != nullptr) mask_ = lane_->converge();
        asm volatile("" : "+r"(mask_));  // keeps compilers from merging two accesses
#endif
    }

    //! Whether there is a warp: not on the host, outside an emulated one.
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

    //! Returns the lanes that have an element to move.
    HEDDLE_INLINE every_lane valid(every_lane) const { return {}; }
    HEDDLE_INLINE lanes_of_mask valid(bool own) const
    {
        return {are_converged() ? warp().ballot(own) : 0, own};
    }

    //! Returns the active lanes that have an element.
    HEDDLE_INLINE std::uint32_t storing(every_lane) const { return mask_; }
    HEDDLE_INLINE std::uint32_t storing(lanes_of_mask const& valid) const
    {
        return are_converged() ? valid.mask : ballot_of_lanes(mask_, valid.own);
    }

    //! Waits for all of the lanes.
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
