// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums over a group by any associative operation, in the order of the lanes.
//
// CUB: cub::WarpScan has the same steps and wants temporary storage; ours needs none, and takes
// groups that know their size alone. On an H200 cub::WarpScan takes as long for int32 and fp32, 1.13
// to 1.15 times our time for fp64, 1.17 to 1.23 for int64, 0.98 to 1.02 for structs of 28 bytes
// (the shuffles are the same), 3.9 to 4.1 for packed ones of 13. (heddle_warp_benchmarks, "scan".)
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../detail/standard_library.hpp"
#include "../shuffle.cuh"
#include "detail/select.cuh"
#include "detail/shuffle_within.cuh"
#include "operations.cuh"

namespace heddle {

namespace detail {

//! Whether the shuffle and the addition are written as two instructions, because the compiler makes
//! three of them: it adds a value or 0 where it could add or not.
template <class Group, class Operation, class Value>
inline constexpr bool adds_by_predicate = operation_of<Operation>::value ==
                                              operation_kind::plus&& std::is_integral_v<Value> &&
                                          sizeof(Value) == 4 && has_consecutive_lanes<Group>::value;

#if defined(__CUDA_ARCH__)

//! sum, or where lane l - distance exists its sum and this one.
template <class Group, class Value>
__device__ __forceinline__ Value add_of_lane_above(Value sum, unsigned distance)
{
    unsigned const clamp = (32 - lane_count_v<Group>) << 8;
    unsigned bits = static_cast<unsigned>(sum);
    asm volatile(
        "{ .reg .pred p; .reg .u32 r; shfl.sync.up.b32 r|p, %0, %1, %2, %3;"
        " @p add.u32 %0, r, %0; }"
        : "+r"(bits)
        : "r"(distance), "r"(clamp), "r"(mask_of_group<Group>()));
    return static_cast<Value>(bits);
}

#endif

}  // namespace detail

//! Lane l has afterwards: v0 + … + v(l) for v(l) the value of lane l and + the operation.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it
//!           need not be commutative. (Lanes that nothing is to be added to may call it for nothing,
//!           with values of the group.)
//! Cost:     log2 n times ceil(sizeof(Value) / 4) shuffles and 1 operation, guarded by the
//!           predicate of the shuffle or, for numbers of 8 bytes, a comparison of lanes
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
template <class Group, class Value, class Operation = plus, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value inclusive_scan(Group const& group, Value const& value, Operation operation = {})
{
    unsigned const lane = detail::lane_rank(group);
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < detail::lane_count_v<Group>; distance *= 2) {
#if defined(__CUDA_ARCH__)
        if constexpr (detail::adds_by_predicate<Group, Operation, Value>) {
            sum = detail::add_of_lane_above<Group>(sum, distance);
            continue;
        }
#endif
        bool exists = false;
        Value const left = detail::shuffle_within<true>(group, sum, distance, lane, 0, exists);
        sum = detail::select(exists, operation(left, sum), sum);
    }
    return sum;
}

//! Lane l has afterwards: initial + v0 + … + v(l-1); lane 0 has initial.
//! Group:    all n lanes of the group, converged, same initial
//! Requires: as for inclusive_scan
//! Cost:     as for inclusive_scan, and ceil(sizeof(Value) / 4) shuffles and 1 operation more
//! Errors:   as for inclusive_scan
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value, class Operation, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value exclusive_scan(Group const& group, Value const& value, Operation operation,
                                   Value const& initial)
{
    Value const sum = operation(initial, heddle::inclusive_scan(group, value, operation));
    bool exists = false;
    Value const left =
        detail::shuffle_within<true>(group, sum, 1, detail::lane_rank(group), 0, exists);
    return detail::select(exists, left, initial);
}

}  // namespace heddle
