// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Broadcasts the value of a given lane, or of the highest lane whose predicate is true.
//
// CUB: cub::ShuffleIndex is the same as broadcast; CUB has no broadcast_from_last.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Returns, in each lane, the value held by lane `lane`.
//! Group:    all n lanes of the group, converged, same lane
//! Requires: Value is trivially copyable; lane < n
//! Cost:     ceil(sizeof(Value) / 4) shuffles
//! Errors:   checked builds trap on a lane of n or more
template <class Group, class Value>
HEDDLE_INLINE Value broadcast(Group const& group, Value const& value, unsigned lane)
{
    HEDDLE_EXPECTS(lane < detail::lane_count_v<Group>, "broadcast: lane must be less than the group's size");
    return heddle::shuffle(group, value, lane);
}

namespace types {

//! The result of broadcast_from_last: a value, the lane that held it, and whether any lane's predicate was true.
template <class Value>
struct broadcast_result {
    Value value;
    unsigned lane;
    bool found;
};

}  // namespace types

namespace detail {

using types::broadcast_result;

}  // namespace detail

//! Returns the value and the rank of the highest lane whose predicate is true, and found = true. If no lane's predicate
//! is true, returns the caller's own value, n, and found = false.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable
//! Cost:     1 ballot, ceil(sizeof(Value) / 4) shuffles
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Value>
HEDDLE_INLINE detail::broadcast_result<Value> broadcast_from_last(Group const& group, bool predicate,
                                                                  Value const& value)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    unsigned const lanes = group.ballot(predicate);
    bool const found = lanes != 0;
    unsigned const highest = detail::highest_lane(lanes);  // computed unconditionally, to avoid a branch
    return {heddle::shuffle(group, value, found ? highest : detail::lane_rank(group)),
            found ? highest : detail::lane_count_v<Group>, found};
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
