// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a group's values with any associative operation, in the order of the lanes.
//
// CUB: cub::WarpReduce needs temporary storage, and returns its result in one lane only.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp/broadcast.cuh>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Returns whether redux instructions can reduce values of type T with the operation: integers of up to 32 bits, and
//! 64-bit integers with bitwise operations, one 32-bit half at a time.
template <class Operation, class T>
HEDDLE_HOST_DEVICE constexpr bool has_redux()
{
    constexpr operation_kind kind = operation_of<Operation>::value;
    constexpr bool on_bits =
        kind == operation_kind::bit_and || kind == operation_kind::bit_or || kind == operation_kind::bit_xor;
    constexpr bool on_numbers =
        kind == operation_kind::plus || kind == operation_kind::minimum || kind == operation_kind::maximum;
    if (!std::is_integral_v<T> || std::is_same_v<T, bool>) return false;
    return (on_bits && sizeof(T) <= 8) || (on_numbers && sizeof(T) <= 4);
}

// Templates that are instantiated only if reduces_by_redux holds: other architectures and hosts lack the functions.

template <operation_kind Kind, class Number>
HEDDLE_INLINE Number redux_word(unsigned mask, Number value)
{
    if constexpr (Kind == operation_kind::plus) {
        return __reduce_add_sync(mask, value);
    } else if constexpr (Kind == operation_kind::minimum) {
        return __reduce_min_sync(mask, value);
    } else if constexpr (Kind == operation_kind::maximum) {
        return __reduce_max_sync(mask, value);
    } else if constexpr (Kind == operation_kind::bit_and) {
        return __reduce_and_sync(mask, value);
    } else if constexpr (Kind == operation_kind::bit_or) {
        return __reduce_or_sync(mask, value);
    } else {
        return __reduce_xor_sync(mask, value);
    }
}

template <operation_kind Kind, class T>
HEDDLE_INLINE T redux(unsigned mask, T value)
{
    if constexpr (sizeof(T) == 8) {
        auto const bits = static_cast<std::uint64_t>(value);
        std::uint64_t const low = detail::redux_word<Kind>(mask, static_cast<unsigned>(bits));
        std::uint64_t const high = detail::redux_word<Kind>(mask, static_cast<unsigned>(bits >> 32));
        return static_cast<T>(high << 32 | low);
    } else {
        // Only comparisons depend on the sign.
        constexpr bool compares = Kind == operation_kind::minimum || Kind == operation_kind::maximum;
        using word = std::conditional_t<compares && std::is_signed_v<T>, int, unsigned>;
        return static_cast<T>(detail::redux_word<Kind>(mask, static_cast<word>(value)));
    }
}

// True only for whole warps, because redux instructions of several groups in a warp run one after the other.
template <class Group, class Operation, class T>
inline constexpr bool reduces_by_redux = device_architecture >= 800 && lane_count_v<Group> == 32 &&
                                         has_consecutive_lanes<Group>::value&& has_redux<Operation, T>();

}  // namespace detail

//! Returns v0 + v1 + … + v(n-1) in lane 0, where v(l) is the value held by lane l and + is the operation. The results
//! of other lanes are unspecified.
//! Group:    all n lanes of the group, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it need not be
//!           commutative. All lanes call the operation. In lanes whose result is not used, both operands may contain
//!           the value of the same lane
//! Cost:     log2 n steps, each with ceil(sizeof(Value) / 4) shuffles and 1 operation. In whole warps from sm_80 on,
//!           instead: 1 redux for integers of up to 32 bits with plus, minimum or maximum; 1 redux per 32 bits for
//!           integers of up to 64 bits with bit_and, bit_or or bit_xor
//! Order:    a balanced tree, the same in every run
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Value, class Operation = plus, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value reduce(Group const& group, Value const& value, Operation operation = {})
{
    HEDDLE_EXPECTS(detail::is_whole(group), "a lane of the group is missing");
    if constexpr (detail::reduces_by_redux<Group, Operation, Value>) {
        return detail::redux<operation_of<Operation>::value>(detail::mask_of_group<Group>(), value);
    }
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < detail::lane_count_v<Group>; distance *= 2) {
        sum = detail::call(operation, sum, heddle::shuffle_down(group, sum, distance));
    }
    return sum;
}

//! Reduces the values of the first `count` lanes only.
//! Group:    all n lanes of the group, converged, same count
//! Requires: as for reduce; 0 < count <= n
//! Cost:     log2 n steps, each with ceil(sizeof(Value) / 4) shuffles, 1 comparison and 1 operation
//! Errors:   checked builds trap on a count of 0 or more than n
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Value, class Operation, class = detail::enable_if_group<Group>>
HEDDLE_INLINE Value reduce(Group const& group, Value const& value, Operation operation, unsigned count)
{
    HEDDLE_EXPECTS(0 < count && count <= detail::lane_count_v<Group>,
                   "reduce: count must be between 1 and the group's size");
    unsigned const lane = detail::lane_rank(group);
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < detail::lane_count_v<Group>; distance *= 2) {
        Value const right = heddle::shuffle_down(group, sum, distance);
        if (lane + distance < count) sum = detail::call(operation, sum, right);
    }
    return sum;
}

//! Returns in all lanes, bit for bit, the result that reduce returns in lane 0.
//! Group, Requires, Order, Errors: as for reduce.
//! Cost:     if the operation is commutative, as for reduce; otherwise the costs of reduce and broadcast. On numbers,
//!           plus, minimum, maximum, bit_and, bit_or and bit_xor are commutative
template <class Group, class Value, class Operation = plus>
HEDDLE_INLINE Value reduce_to_all(Group const& group, Value const& value, Operation operation = {})
{
    if constexpr (detail::reduces_by_redux<Group, Operation, Value>) {
        return heddle::reduce(group, value, operation);
    }
    if constexpr (detail::is_commutative<Operation, Value>) {
        Value sum(value);
        HEDDLE_UNROLL
        for (unsigned mask = 1; mask < detail::lane_count_v<Group>; mask *= 2) {
            sum = detail::call(operation, sum, heddle::shuffle_xor(group, sum, mask));
        }
        return sum;
    } else {
        return heddle::broadcast(group, heddle::reduce(group, value, operation), 0);
    }
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
