// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The value of a neighbour, where the first lane and the last are neighbours.
//
// CUB: it has none for a warp; cub::BlockShuffle rotates a block by way of shared memory. With
// cub::ShuffleIndex, written by hand, it takes 0.99 to 1.06 times our time on an H200.
// (heddle_warp_benchmarks, "neighbour".)
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../shuffle.cuh"

namespace heddle {

//! Lane l has afterwards: the value of lane l + distance modulo n, of its right neighbour if
//! nothing is said. A negative distance looks to the left.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable; any distance, also one for each lane
//! Cost:     ceil(sizeof(Value) / 4) shuffles, 1 addition
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
template <class Group, class Value>
HEDDLE_INLINE Value rotate(Group const& group, Value const& value, int distance = 1)
{
    // 2^32 is a multiple of n, and the shuffle wraps within the group.
    return heddle::shuffle(group, value,
                           detail::lane_rank(group) + static_cast<unsigned>(distance));
}

}  // namespace heddle
