// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotation of a group's values.
//
// CUB: cub::BlockShuffle rotates the values of a block through shared memory; CUB has no rotation of a warp.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Returns, in lane l, the value held by lane (l + distance) mod n. The distance may be negative.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable; the distance may differ between lanes
//! Cost:     ceil(sizeof(Value) / 4) shuffles, 1 addition
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Value>
HEDDLE_INLINE Value rotate(Group const& group, Value const& value, int distance = 1)
{
    // 2^32 is a multiple of n, and the shuffle wraps within the group.
    return heddle::shuffle(group, value, detail::lane_rank(group) + static_cast<unsigned>(distance));
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
