// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The valid lanes of a group: all lanes, the lanes of a mask, or the first lanes.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// lane(l) requires that l is the calling lane; any_lane(l) accepts every lane. first() returns the first valid lane.

struct every_lane {
    HEDDLE_INLINE unsigned first() const { return 0; }
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE bool any_lane(unsigned) const { return true; }
};

struct lanes_of_mask {
    unsigned mask;
    bool is_own_valid;  // whether the calling lane is valid

    HEDDLE_INLINE unsigned first() const { return detail::lowest_lane(mask); }
    HEDDLE_INLINE unsigned count(unsigned) const { return count_of_lanes(mask); }
    HEDDLE_INLINE bool lane(unsigned) const { return is_own_valid; }
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

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
