// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One lane's value for all lanes: that of a given lane, or of the last one that a predicate
// holds for.
//
// CUB: cub::ShuffleIndex is the same shuffle, for whole warps and parts of them; broadcast is a
// thin face of its own over heddle::shuffle. A choice by predicate CUB does not have: with a ballot
// before cub::ShuffleIndex, written by hand, it takes 1.02 to 1.04 times our time for int32 on an
// H200, 1.09 to 1.12 for fp32, as long for fp64. (heddle_warp_benchmarks, "broadcast_from_last".)
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../shuffle.cuh"

namespace heddle {

//! Each lane has afterwards: the value of lane `lane`.
//! Group:    all n lanes of the group, converged, same lane
//! Requires: Value is trivially copyable; lane < n
//! Cost:     ceil(sizeof(Value) / 4) shuffles
//! Errors:   checked builds trap on a lane of n or more
template <class Group, class Value>
HEDDLE_INLINE Value broadcast(Group const& group, Value const& value, unsigned lane)
{
    HEDDLE_EXPECTS(lane < lane_count_v<Group>, "broadcast: there is no such lane in the group");
    return heddle::shuffle(group, value, lane);
}

namespace detail {

//! A lane's value and the number of that lane, if there is one.
template <class Value>
struct broadcast_result {
    Value value;
    unsigned lane;
    bool found;
};

}  // namespace detail

//! Each lane has afterwards: the value and the number of the highest lane whose predicate holds,
//! and found = true; where it holds for none, its own value, n, and found = false.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable
//! Cost:     1 ballot, ceil(sizeof(Value) / 4) shuffles
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
template <class Group, class Value>
HEDDLE_INLINE detail::broadcast_result<Value> broadcast_from_last(Group const& group,
                                                                  bool predicate,
                                                                  Value const& value)
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    unsigned const lanes = group.ballot(predicate);
    bool const found = lanes != 0;
    unsigned const highest = detail::highest_lane(lanes);  // without a branch around it
    return {heddle::shuffle(group, value, found ? highest : detail::lane_rank(group)),
            found ? highest : detail::lane_count_v<Group>, found};
}

}  // namespace heddle
