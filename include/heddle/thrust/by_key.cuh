// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to algorithms for runs of equal keys whose values are structs, and to transform_inclusive_scan
// and transform_exclusive_scan.
#pragma once

#include <heddle/algorithm/detail/run_summands.cuh>
#include <heddle/algorithm/detail/summands.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/algorithm/select.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/runs.cuh>
#include <heddle/thrust/detail/selected_count.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/pair.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

template <class Policy, class Keys, class Values, class Out, class Equal, class Operation,
          class = if_our_runs<Keys, Values, Out, Operation>>
Out inclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result, Equal equal,
                          Operation operation)
{
    if (last - first == 0) return result;
    in_thrust::scan_runs<scan_kind::inclusive>(policy, "thrust::inclusive_scan_by_key", first,
                                               static_cast<std::size_t>(last - first), values, result, equal,
                                               operation);
    return result + (last - first);
}
template <class Policy, class Keys, class Values, class Out, class Equal,
          class = if_our_runs<Keys, Values, Out, plus_of<>>>
Out inclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result, Equal equal)
{
    return in_thrust::inclusive_scan_by_key(policy, first, last, values, result, equal, plus_of<>());
}
template <class Policy, class Keys, class Values, class Out, class = if_our_runs<Keys, Values, Out, plus_of<>>>
Out inclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result)
{
    return in_thrust::inclusive_scan_by_key(policy, first, last, values, result, equal_to_of<value_of<Keys>>());
}

template <class Policy, class Keys, class Values, class Out, class Value, class Equal, class Operation,
          class = if_our_runs<Keys, Values, Out, Operation>,
          class = std::enable_if_t<std::is_same_v<Value, value_of<Values>>>>
Out exclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result, Value init, Equal equal,
                          Operation operation)
{
    if (last - first == 0) return result;
    in_thrust::scan_runs<scan_kind::exclusive>(policy, "thrust::exclusive_scan_by_key", first,
                                               static_cast<std::size_t>(last - first), values, result, equal, operation,
                                               init);
    return result + (last - first);
}
template <class Policy, class Keys, class Values, class Out, class Value, class Equal,
          class = if_our_runs<Keys, Values, Out, plus_of<>>,
          class = std::enable_if_t<std::is_same_v<Value, value_of<Values>>>>
Out exclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result, Value init, Equal equal)
{
    return in_thrust::exclusive_scan_by_key(policy, first, last, values, result, init, equal, plus_of<>());
}
template <class Policy, class Keys, class Values, class Out, class Value,
          class = if_our_runs<Keys, Values, Out, plus_of<>>,
          class = std::enable_if_t<std::is_same_v<Value, value_of<Values>>>>
Out exclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result, Value init)
{
    return in_thrust::exclusive_scan_by_key(policy, first, last, values, result, init, equal_to_of<value_of<Keys>>());
}
template <class Policy, class Keys, class Values, class Out, class = if_our_runs<Keys, Values, Out, plus_of<>>>
Out exclusive_scan_by_key(Policy& policy, Keys first, Keys last, Values values, Out result)
{
    return in_thrust::exclusive_scan_by_key(policy, first, last, values, result, value_of<Values>{});
}

template <class Policy, class Keys, class Values, class KeysOut, class Out, class Equal, class Operation,
          class = if_our_runs<Keys, Values, Out, Operation>>
thrust::pair<KeysOut, Out> reduce_by_key(Policy& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                         Out result, Equal equal, Operation operation)
{
    std::ptrdiff_t const runs = in_thrust::reduce_runs(policy, first, static_cast<std::size_t>(last - first), values,
                                                       keys_result, result, equal, operation);
    return {keys_result + runs, result + runs};
}
template <class Policy, class Keys, class Values, class KeysOut, class Out, class Equal,
          class = if_our_runs<Keys, Values, Out, plus_of<value_of<Values>>>>
thrust::pair<KeysOut, Out> reduce_by_key(Policy& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                         Out result, Equal equal)
{
    return in_thrust::reduce_by_key(policy, first, last, values, keys_result, result, equal,
                                    plus_of<value_of<Values>>());
}
template <class Policy, class Keys, class Values, class KeysOut, class Out,
          class = if_our_runs<Keys, Values, Out, plus_of<value_of<Values>>>>
thrust::pair<KeysOut, Out> reduce_by_key(Policy& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                         Out result)
{
    return in_thrust::reduce_by_key(policy, first, last, values, keys_result, result, equal_to_of<value_of<Keys>>());
}

//! True if heddle selects values by keys, in two selections. For larger keys, the second selection takes longer than
//! the first one gains.
template <class Keys, class Values>
constexpr bool are_our_pairs()
{
    constexpr std::size_t max_key_bytes = 16;
    if constexpr (is_array<array_of_t<Keys>> && is_array_of_structs_of<Values>()) {
        return sizeof(value_of<Keys>) <= max_key_bytes;
    } else {
        return false;
    }
}
template <class Keys, class Values>
using if_our_pairs = std::enable_if_t<are_our_pairs<Keys, Values>()>;

// The values are selected first, because unique_by_key overwrites the keys.
template <class Policy, class Keys, class Values, class KeysOut, class Out, class Equal,
          class = if_our_pairs<Keys, Values>>
thrust::pair<KeysOut, Out> unique_by_key_copy(Policy& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                              Out result, Equal equal)
{
    std::ptrdiff_t const runs = in_thrust::selected_by(
        policy, "thrust::unique_by_key_copy", last - first,
        [&](void* temporary, std::size_t& bytes, cudaStream_t stream, std::ptrdiff_t* selected) {
            auto const keys = detail::array_of(first);
            auto const array = detail::array_of(values);
            using begins = run_begin_iterator<array_of_t<Keys>, Equal>;
            std::size_t bytes_of_keys = bytes;
            cudaError_t status =
                heddle::device::copy_if(temporary, bytes, stream, array, array + (last - first),
                                        begins{{keys, static_cast<std::size_t>(last - first), equal}, 0},
                                        detail::array_of(result), selected, identity{});
            if (status != cudaSuccess) return status;
            status = heddle::device::unique_copy(temporary, bytes_of_keys, stream, keys, keys + (last - first),
                                                 detail::array_of(keys_result), selected, equal);
            bytes = bytes < bytes_of_keys ? bytes_of_keys : bytes;
            return status;
        });
    return {keys_result + runs, result + runs};
}
template <class Policy, class Keys, class Values, class KeysOut, class Out, class = if_our_pairs<Keys, Values>>
thrust::pair<KeysOut, Out> unique_by_key_copy(Policy& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                              Out result)
{
    return in_thrust::unique_by_key_copy(policy, first, last, values, keys_result, result,
                                         equal_to_of<value_of<Keys>>());
}
template <class Policy, class Keys, class Values, class Equal, class = if_our_pairs<Keys, Values>>
thrust::pair<Keys, Values> unique_by_key(Policy& policy, Keys first, Keys last, Values values, Equal equal)
{
    return in_thrust::unique_by_key_copy(policy, first, last, values, first, values, equal);
}
template <class Policy, class Keys, class Values, class = if_our_pairs<Keys, Values>>
thrust::pair<Keys, Values> unique_by_key(Policy& policy, Keys first, Keys last, Values values)
{
    return in_thrust::unique_by_key(policy, first, last, values, equal_to_of<value_of<Keys>>());
}

template <class Function, class In, class Out, class Operation>
using if_same_type_results =
    std::enable_if_t<are_our_sums_of_structs<In, Out, Operation, min_struct_bytes, max_staged_bytes>() &&
                     has_known_result<Function> &&
                     std::is_same_v<std::decay_t<std::invoke_result_t<Function, value_of<In> const&>>, value_of<In>>>;

template <class Policy, class In, class Out, class Function, class Operation,
          class = if_same_type_results<Function, In, Out, Operation>>
Out transform_inclusive_scan(Policy& policy, In first, In last, Out result, Function function, Operation operation)
{
    if (last - first == 0) return result;
    using summands = transformed_summands<value_of<In>, Function>;
    in_thrust::scan_summands<scan_kind::inclusive>(policy, "thrust::transform_inclusive_scan", detail::array_of(first),
                                                   static_cast<std::size_t>(last - first), detail::array_of(result),
                                                   operation, summands(function));
    return result + (last - first);
}
template <class Policy, class In, class Out, class Function, class Value, class Operation,
          class = if_same_type_results<Function, In, Out, Operation>,
          class = std::enable_if_t<std::is_same_v<Value, value_of<In>>>>
Out transform_exclusive_scan(Policy& policy, In first, In last, Out result, Function function, Value init,
                             Operation operation)
{
    if (last - first == 0) return result;
    using summands = transformed_summands<value_of<In>, Function>;
    in_thrust::scan_summands<scan_kind::exclusive>(policy, "thrust::transform_exclusive_scan", detail::array_of(first),
                                                   static_cast<std::size_t>(last - first), detail::array_of(result),
                                                   operation, summands(function), initial_value<Value>{init});
    return result + (last - first);
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(inclusive_scan_by_key)
HEDDLE_TAKE_OR_FORWARD(exclusive_scan_by_key)
HEDDLE_TAKE_OR_FORWARD(reduce_by_key)
HEDDLE_TAKE_OR_FORWARD(unique_by_key_copy)
HEDDLE_TAKE_OR_FORWARD(unique_by_key)
HEDDLE_TAKE_OR_FORWARD(transform_inclusive_scan)
HEDDLE_TAKE_OR_FORWARD(transform_exclusive_scan)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
