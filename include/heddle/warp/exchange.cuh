// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The butterfly swap: two lanes swap one register each, with one shuffle instead of two.
//
// CUB: cub::WarpExchange rearranges whole arrays between blocked and striped order; it cannot swap single slots.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/detail/select.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! In each pair of lanes l and l xor mask, swaps `second` of the lower lane with `first` of the upper lane. This is a
//! transpose of 2 x 2 lanes and registers.
//! Shape:    lower lane  (first, second) = (a, b)      afterwards (a, c)
//!           upper lane  (first, second) = (c, d)      afterwards (b, d)
//! Group:    all n lanes of the group, converged, same mask
//! Requires: Value is trivially copyable and assignable; 0 < mask < n
//! Cost:     ceil(sizeof(Value) / 4) shuffles, 3 selects for each
//! Errors:   checked builds trap on a mask that is 0, n or more
template <class Group, class Value>
HEDDLE_INLINE void exchange(Group const& group, Value& first, Value& second, unsigned mask)
{
    HEDDLE_EXPECTS(0 < mask && mask < detail::lane_count_v<Group>,
                   "exchange: mask must be between 0 and the group's size");
    unsigned const lane = detail::lane_rank(group);
    bool const is_lower = lane < (lane ^ mask);
    Value const received = heddle::shuffle_xor(group, detail::select(is_lower, second, first), mask);
    first = detail::select(is_lower, first, received);
    second = detail::select(is_lower, received, second);
}

//! Calls exchange(group, values[i], values[i + Distance], mask) for every i with (i & Distance) == 0. Calls with
//! Distance = mask = 1, 2, 4, …, n/2 together transpose n values in each of n lanes.
//! Requires: as for exchange of a pair; Distance is a power of two and Count a multiple of 2 * Distance
//! Cost:     Count/2 * ceil(sizeof(Value) / 4) shuffles, 3 selects for each
template <unsigned Distance, class Group, class Value, unsigned Count>
HEDDLE_INLINE void exchange(Group const& group, Value (&values)[Count], unsigned mask)
{
    static_assert(detail::is_power_of_two(Distance) && Count % (2 * Distance) == 0,
                  "heddle: exchange of slots: Distance must be a power of two, and the length of the "
                  "array a multiple of 2 * Distance");
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        if ((i & Distance) == 0) heddle::exchange(group, values[i], values[i + Distance], mask);
    }
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
