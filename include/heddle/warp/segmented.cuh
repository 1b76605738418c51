// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions and scans of segments of a group. A segment begins at lane 0 and at every lane whose is_head is true, and
// ends before the next segment.
//
// CUB: cub::WarpReduce::HeadSegmentedReduce needs temporary storage; CUB has no segmented scan of a warp.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/detail/select.cuh>
#include <heddle/warp/detail/shuffle_within.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/scan.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns the first lane of the segment that contains lane `lane`.
HEDDLE_INLINE unsigned first_of_segment(unsigned heads, unsigned lane)
{
    return highest_lane((heads | 1u) & (0xffffffffu >> (31 - lane)));
}

//! Returns the last lane of the segment that contains lane `lane`.
template <unsigned LaneCount>
HEDDLE_INLINE unsigned last_of_segment(unsigned heads, unsigned lane)
{
    unsigned const end_of_group = LaneCount == 32 ? 0u : 1u << LaneCount % 32;
    unsigned const later = (heads | end_of_group) & ~((2u << lane) - 1u);
    return lowest_lane(later) - 1;
}

}  // namespace detail

//! Returns v(l) + … + v(last) in lane l. v(l) is the value held by lane l, `last` is the last lane of the segment of
//! lane l, and + is the operation. So the first lane of each segment gets the sum of the segment.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it need not be
//!           commutative. Lanes may also call the operation on other values of the group, and discard the result
//! Cost:     1 ballot; log2 n steps, each with ceil(sizeof(Value) / 4) shuffles and 1 operation. The predicate of the
//!           operation comes from the shuffle or, for 8-byte numbers, from a comparison of lanes
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_reduce(Group const& group, Value const& value, bool is_head, Operation operation = {})
{
    constexpr unsigned count = detail::lane_count_v<Group>;
    unsigned const lane = detail::lane_rank(group);
    unsigned const last = detail::last_of_segment<count>(group.ballot(is_head), lane);
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < count; distance *= 2) {
        bool exists = false;
        Value const right =
            detail::shuffle_within<detail::shuffle_kind::down>(group, sum, distance, lane, last, exists);
        sum = detail::select(exists, detail::call(operation, sum, right), sum);
    }
    return sum;
}

//! Returns v(first) + … + v(l) in lane l, where `first` is the first lane of the segment of lane l.
//! Group, Requires, Cost, Errors: as for segmented_reduce.
template <class Group, class Value, class Operation = plus>
HEDDLE_INLINE Value segmented_inclusive_scan(Group const& group, Value const& value, bool is_head,
                                             Operation operation = {})
{
    unsigned const lane = detail::lane_rank(group);
    unsigned const first = detail::first_of_segment(group.ballot(is_head), lane);
    return detail::inclusive_scan_from(group, value, operation, lane, first);
}

//! Returns initial + v(first) + … + v(l-1) in lane l, or initial if l = first, where `first` is the first lane of the
//! segment of lane l.
//! Group:    all n lanes of the group, converged
//! Requires: as for segmented_reduce; same initial in all lanes of a segment
//! Cost:     as for segmented_reduce, and ceil(sizeof(Value) / 4) more shuffles and 1 more operation
//! Errors:   as for segmented_reduce
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value, class Operation>
HEDDLE_INLINE Value segmented_exclusive_scan(Group const& group, Value const& value, bool is_head, Operation operation,
                                             Value const& initial)
{
    Value const sum =
        detail::call(operation, initial, heddle::segmented_inclusive_scan(group, value, is_head, operation));
    Value const left = heddle::shuffle_up(group, sum, 1);
    return detail::select(is_head || detail::lane_rank(group) == 0, initial, left);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
