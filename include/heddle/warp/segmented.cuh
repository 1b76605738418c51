// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Side: reductions and scans of segments of a tile. A segment begins at lane 0 and at every lane that
// raises its flag, and ends before the next.
//
// CUB: cub::WarpReduce has HeadSegmentedReduce, with temporary storage; segmented scans of a warp it
// does not have. (Figures: benchmarks/WARP.md, "segmented".)
#pragma once

#include "../config.cuh"
#include "../shuffle.cuh"
#include "../tile.cuh"
#include "detail/select.cuh"
#include "operations.cuh"

namespace heddle {

namespace detail {

//! How many lanes of its segment stand before lane `lane`.
HEDDLE_INLINE unsigned lanes_before(unsigned heads, unsigned lane)
{
    return lane - highest_lane((heads | 1u) & (0xffffffffu >> (31 - lane)));
}

//! How many lanes of its segment stand behind lane `lane`.
template <unsigned LaneCount>
HEDDLE_INLINE unsigned lanes_behind(unsigned heads, unsigned lane)
{
    unsigned const next = lane == 31 ? 0u : heads >> (lane + 1);
#if defined(__CUDA_ARCH__)
    unsigned const distance = next == 0 ? LaneCount : static_cast<unsigned>(__ffs(next)) - 1;
#else
    unsigned distance = 0;
    while (distance < LaneCount && (next >> distance & 1u) == 0) ++distance;
#endif
    return distance < LaneCount - 1 - lane ? distance : LaneCount - 1 - lane;
}

}  // namespace detail

//! The first lane of each segment has afterwards the sum of the segment's values, v(first) + … +
//! v(last) for + the operation; any other lane l has v(l) + … + v(last).
//! Group:    all n lanes of the tile, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it
//!           need not be commutative
//! Cost:     1 ballot; log2 n times ceil(sizeof(Value) / 4) shuffles, 1 comparison and 1 operation
//! Errors:   undefined when a lane of the tile is missing
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_reduce(Tile const& tile, Value const& value, bool is_head,
                                     Operation operation = {})
{
    constexpr unsigned count = lane_count_v<Tile>;
    unsigned const behind =
        detail::lanes_behind<count>(tile.ballot(is_head), detail::lane_rank(tile));
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < count; distance *= 2) {
        Value const right = shuffle_down(tile, sum, distance);
        if (distance <= behind) sum = operation(sum, right);
    }
    return sum;
}

//! Lane l has afterwards: v(first) + … + v(l), for `first` the first lane of its segment.
//! Group, Requires, Cost, Errors: as for segmented_reduce.
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_inclusive_scan(Tile const& tile, Value const& value, bool is_head,
                                             Operation operation = {})
{
    constexpr unsigned count = lane_count_v<Tile>;
    unsigned const before = detail::lanes_before(tile.ballot(is_head), detail::lane_rank(tile));
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < count; distance *= 2) {
        Value const left = shuffle_up(tile, sum, distance);
        if (distance <= before) sum = operation(left, sum);
    }
    return sum;
}

//! Lane l has afterwards: initial + v(first) + … + v(l-1), for `first` the first lane of its segment;
//! that first lane has initial.
//! Group:    all n lanes of the tile, converged; each segment may have its own initial
//! Requires: as for segmented_reduce; same initial in all lanes of a segment
//! Cost:     as for segmented_reduce, and ceil(sizeof(Value) / 4) shuffles and 1 operation more
//! Errors:   as for segmented_reduce
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value, class Operation>
HEDDLE_INLINE Value segmented_exclusive_scan(Tile const& tile, Value const& value, bool is_head,
                                             Operation operation, Value const& initial)
{
    Value const sum = operation(initial, segmented_inclusive_scan(tile, value, is_head, operation));
    Value const left = shuffle_up(tile, sum, 1);
    return detail::select(is_head || detail::lane_rank(tile) == 0, initial, left);
}

}  // namespace heddle
