// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions and scans of segments of a group. A segment begins at lane 0 and at every lane
// that raises its flag, and ends before the next.
//
// CUB: cub::WarpReduce has HeadSegmentedReduce, with temporary storage; on an H200 it takes as long
// for fp32, 1.11 times our time for fp64 and 1.4 for int32. Segmented scans of a warp it does not
// have. (heddle_warp_benchmarks, "segmented".)
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../shuffle.cuh"
#include "detail/select.cuh"
#include "detail/shuffle_within.cuh"
#include "operations.cuh"

namespace heddle {

namespace detail {

//! The lane that begins the segment of lane `lane`.
HEDDLE_INLINE unsigned first_of_segment(unsigned heads, unsigned lane)
{
    return highest_lane((heads | 1u) & (0xffffffffu >> (31 - lane)));
}

//! The lane that ends the segment of lane `lane`.
template <unsigned LaneCount>
HEDDLE_INLINE unsigned last_of_segment(unsigned heads, unsigned lane)
{
    unsigned const end_of_group = LaneCount == 32 ? 0u : 1u << LaneCount % 32;
    unsigned const later = (heads | end_of_group) & ~((2u << lane) - 1u);
#if defined(__CUDA_ARCH__)
    return static_cast<unsigned>(__clz(static_cast<int>(__brev(later)))) - 1;
#else
    unsigned next = lane + 1;
    while (next < LaneCount && (later >> next & 1u) == 0) ++next;
    return next - 1;
#endif
}

}  // namespace detail

//! The first lane of each segment has afterwards the sum of the segment's values, v(first) + … +
//! v(last) for + the operation; any other lane l has v(l) + … + v(last).
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it
//!           need not be commutative. (It may be called more often than the result needs, with values of the group.)
//! Cost:     1 ballot; log2 n times ceil(sizeof(Value) / 4) shuffles and 1 operation, guarded by
//!           the predicate of the shuffle or, for numbers of 8 bytes, a comparison of lanes
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
template <class Group, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_reduce(Group const& group, Value const& value, bool is_head,
                                     Operation operation = {})
{
    constexpr unsigned count = detail::lane_count_v<Group>;
    unsigned const lane = detail::lane_rank(group);
    unsigned const last = detail::last_of_segment<count>(group.ballot(is_head), lane);
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < count; distance *= 2) {
        bool exists = false;
        Value const right = detail::shuffle_within<false>(group, sum, distance, lane, last, exists);
        sum = detail::select(exists, operation(sum, right), sum);
    }
    return sum;
}

//! Lane l has afterwards: v(first) + … + v(l), for `first` the first lane of its segment.
//! Group, Requires, Cost, Errors: as for segmented_reduce.
template <class Group, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_inclusive_scan(Group const& group, Value const& value, bool is_head,
                                             Operation operation = {})
{
    constexpr unsigned count = detail::lane_count_v<Group>;
    unsigned const lane = detail::lane_rank(group);
    unsigned const first = detail::first_of_segment(group.ballot(is_head), lane);
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < count; distance *= 2) {
        bool exists = false;
        Value const left = detail::shuffle_within<true>(group, sum, distance, lane, first, exists);
        sum = detail::select(exists, operation(left, sum), sum);
    }
    return sum;
}

//! Lane l has afterwards: initial + v(first) + … + v(l-1), for `first` the first lane of its
//! segment; that first lane has initial.
//! Group:    all n lanes of the group, converged; each segment may have its own initial
//! Requires: as for segmented_reduce; same initial in all lanes of a segment
//! Cost:     as for segmented_reduce, and ceil(sizeof(Value) / 4) shuffles and 1 operation more
//! Errors:   as for segmented_reduce
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value, class Operation>
HEDDLE_INLINE Value segmented_exclusive_scan(Group const& group, Value const& value, bool is_head,
                                             Operation operation, Value const& initial)
{
    Value const sum =
        operation(initial, segmented_inclusive_scan(group, value, is_head, operation));
    Value const left = heddle::shuffle_up(group, sum, 1);
    return detail::select(is_head || detail::lane_rank(group) == 0, initial, left);
}

}  // namespace heddle
