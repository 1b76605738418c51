// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of an access: those that have an element, and those of the warp that are active.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// The valid lanes of a group, which have an element: all lanes, the lanes of a mask, or the first lanes. own() is about
// the calling lane; lane(l) requires that l is the calling lane; any_lane(l) accepts every lane. first() returns the
// first valid lane.

struct every_lane {
    HEDDLE_INLINE unsigned first() const { return 0; }
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool own() const { return true; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE bool any_lane(unsigned) const { return true; }
};

struct lanes_of_mask {
    unsigned mask;
    bool is_own_valid;  // whether the calling lane is valid

    HEDDLE_INLINE unsigned first() const { return detail::lowest_lane(mask); }
    HEDDLE_INLINE unsigned count(unsigned) const { return count_of_lanes(mask); }
    HEDDLE_INLINE bool own() const { return is_own_valid; }
    HEDDLE_INLINE bool lane(unsigned) const { return own(); }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return (mask >> l & 1u) != 0; }
};

struct first_lanes {
    unsigned end;

    HEDDLE_INLINE static first_lanes of(std::size_t count, unsigned lane_count)
    {
        return {count < lane_count ? static_cast<unsigned>(count) : lane_count};
    }
    HEDDLE_INLINE unsigned first() const { return 0; }
    HEDDLE_INLINE unsigned count(unsigned) const { return end; }
    HEDDLE_INLINE bool lane(unsigned l) const { return l < end; }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return l < end; }
};

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
struct active_lanes {
    // An emulated warp always queries its lanes.
    static constexpr bool has_mask = Asks || device_architecture == 0;

    std::uint32_t const mask;  //!< the active lanes, or 0 if the lanes were not queried
    bool const is_warp;        //!< whether the caller runs in a warp, on a GPU or in an emulated one
    bool const are_converged;  //!< whether all lanes of the warp are known to be active

    HEDDLE_ALWAYS_INLINE active_lanes()
        : mask(has_mask ? detail::active_mask() : 0),
          is_warp(device_architecture != 0 || mask != 0),
          are_converged(mask == 0xffffffffu)
    {
    }

    //! Returns the valid lanes. If the warp is diverged, the mask in the result is 0.
    HEDDLE_INLINE every_lane valid(every_lane) const { return {}; }
    HEDDLE_INLINE lanes_of_mask valid(lanes_of_mask const& found) const { return found; }
    HEDDLE_INLINE lanes_of_mask valid(bool is_own_valid) const
    {
        return {are_converged ? full_warp{}.ballot(is_own_valid) : 0, is_own_valid};
    }

    //! Returns a mask of the active lanes that are valid.
    HEDDLE_INLINE std::uint32_t storing(every_lane) const { return mask; }
    HEDDLE_INLINE std::uint32_t storing(lanes_of_mask const& valid) const
    {
        return are_converged ? valid.mask : ballot_of_lanes(mask, valid.is_own_valid);
    }

    HEDDLE_INLINE void meet() const
    {
        if constexpr (has_mask) {
            if (is_warp) detail::sync_lanes(mask);
        }
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
