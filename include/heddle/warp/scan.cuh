// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums over a group with any associative operation, in the order of the lanes.
//
// CUB: cub::WarpScan takes the same steps, but needs temporary storage.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp/detail/select.cuh>
#include <heddle/warp/detail/shuffle_within.cuh>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! True if PTX code does the shuffle and the addition in two instructions, of which the second is predicated. From C++,
//! the compiler generates three: the shuffle, a select of the shuffled value or 0, and the addition.
template <class Group, class Operation, class Value>
inline constexpr bool adds_by_predicate = device_architecture != 0 &&
                                          has_consecutive_lanes<Group>::value&& std::is_integral_v<Value> &&
                                          sizeof(Value) == 4 && operation_of<Operation>::value == operation_kind::plus;

//! Returns v(first) + … + v(l) in lane l = `lane`. `first` may differ between lanes.
template <class Group, class Value, class Operation>
HEDDLE_INLINE Value inclusive_scan_from(Group const& group, Value const& value, Operation& operation, unsigned lane,
                                        unsigned first)
{
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < lane_count_v<Group>; distance *= 2) {
        bool exists = false;
        Value const left = detail::shuffle_within<shuffle_kind::up>(group, sum, distance, lane, first, exists);
        sum = detail::select(exists, detail::call(operation, left, sum), sum);
    }
    return sum;
}

}  // namespace detail

//! Returns v0 + … + v(l) in lane l, where v(l) is the value held by lane l and + is the operation.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it need not be
//!           commutative. Lanes with nothing to add may also call the operation, on values of the group, and discard
//!           the result
//! Cost:     log2 n steps, each with ceil(sizeof(Value) / 4) shuffles and 1 operation. The predicate of the operation
//!           comes from the shuffle or, for 8-byte numbers, from a comparison of lanes
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Value, class Operation = plus, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value inclusive_scan(Group const& group, Value const& value, Operation operation = {})
{
    if constexpr (detail::adds_by_predicate<Group, Operation, Value>) {
        Value sum(value);
        HEDDLE_UNROLL
        for (unsigned distance = 1; distance < detail::lane_count_v<Group>; distance *= 2) {
            sum = static_cast<Value>(detail::add_of_lane_above<detail::lane_count_v<Group>>(
                detail::mask_of_group<Group>(), static_cast<unsigned>(sum), distance));
        }
        return sum;
    } else {
        return detail::inclusive_scan_from(group, value, operation, detail::lane_rank(group), 0);
    }
}

//! Returns initial + v0 + … + v(l-1) in lane l, and initial in lane 0.
//! Group:    all n lanes of the group, converged, same initial
//! Requires: as for inclusive_scan
//! Cost:     as for inclusive_scan, and ceil(sizeof(Value) / 4) more shuffles and 1 more operation
//! Errors:   as for inclusive_scan
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value, class Operation, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value exclusive_scan(Group const& group, Value const& value, Operation operation, Value const& initial)
{
    Value const sum = detail::call(operation, initial, heddle::inclusive_scan(group, value, operation));
    bool exists = false;
    Value const left =
        detail::shuffle_within<detail::shuffle_kind::up>(group, sum, 1, detail::lane_rank(group), 0, exists);
    return detail::select(exists, left, initial);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
