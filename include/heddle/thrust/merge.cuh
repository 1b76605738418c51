// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to merges and set operations of sorted arrays of structs, with values or without.
#pragma once

#include <heddle/algorithm/detail/combine_arrays.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/selected_count.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/merge.h>
#include <thrust/pair.h>
#include <thrust/set_operations.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

//! Bytes of the elements that heddle's kernels merge: the larger of a key and its value.
inline constexpr std::size_t min_combined_bytes = 16, max_combined_bytes = 256;

//! True if the two inputs and the output are arrays of the same type, of at most max_combined_bytes. (Rows of types
//! with larger alignments would leave a block too few threads.)
template <class In1, class In2, class Out>
constexpr bool are_combined()
{
    if constexpr (is_staged<array_of_t<In1>> && is_staged<array_of_t<In2>> && is_staged<array_of_t<Out>>) {
        using written = std::remove_pointer_t<array_of_t<Out>>;
        return std::is_same_v<value_of<In1>, written> && std::is_same_v<value_of<In2>, written> &&
               sizeof(written) <= max_combined_bytes && alignof(written) <= 16;
    } else {
        return false;
    }
}
template <class In1, class In2, class Out>
using if_combined =
    std::enable_if_t<are_combined<In1, In2, Out>() && is_array_of_structs_of<Out, min_combined_bytes>()>;

template <class Keys1, class Keys2, class Values1, class Values2, class KeysOut, class Out>
using if_combined_by_key =
    std::enable_if_t<are_combined<Keys1, Keys2, KeysOut>() && are_combined<Values1, Values2, Out>() &&
                     (is_array_of_structs_of<Out, min_combined_bytes>() ||
                      is_array_of_structs_of<KeysOut, min_combined_bytes>())>;

template <class T>
less_of<T> order_or_less()
{
    return {};
}
template <class T, class Compare>
Compare const& order_or_less(Compare const& compare)
{
    return compare;
}

template <class In1, class In2, class Out>
auto arrays_of(In1 const& first1, In1 const& last1, In2 const& first2, In2 const& last2, Out const& result)
{
    using element = value_of<In1>;
    auto const count1 = static_cast<std::size_t>(last1 - first1), count2 = static_cast<std::size_t>(last2 - first2);
    return combined_arrays<element, no_values>{
        {detail::array_of(first1), detail::array_of(first2), count1}, count1 + count2, detail::array_of(result)};
}
template <class Value, class T>
combined_arrays<T, Value> with_values(combined_arrays<T, no_values> const& arrays, Value const* first,
                                      Value const* second, Value* result)
{
    return {arrays.keys, arrays.count, arrays.out, {first, second, arrays.keys.first_count}, result};
}

template <class Policy, class T, class Value, class Order>
std::ptrdiff_t merge_into(Policy& policy, char const* algorithm, combined_arrays<T, Value> const& arrays,
                          Order const& order)
{
    if (arrays.count > 0) {
        detail::run_two_phase(policy, algorithm, [&](void* temporary, std::size_t& bytes) {
            return detail::merge_arrays(temporary, bytes, thrust::cuda_cub::stream(policy), arrays, order);
        });
    }
    return static_cast<std::ptrdiff_t>(arrays.count);
}

//! Returns the number of elements that a set operation stores.
template <class Policy, class T, class Value, class Order>
std::ptrdiff_t combine_into(Policy& policy, char const* algorithm, combined_arrays<T, Value> const& arrays,
                            set_operation const& operation, Order const& order)
{
    return in_thrust::selected_by(
        policy, algorithm, static_cast<std::ptrdiff_t>(arrays.count),
        [&](void* temporary, std::size_t& bytes, cudaStream_t stream, std::ptrdiff_t* stored) {
            return detail::combine_sets(temporary, bytes, stream, arrays, operation, stored, order);
        });
}

template <class Policy, class In1, class In2, class Out, class... Compare, class = if_combined<In1, In2, Out>>
Out merge(Policy& policy, In1 first1, In1 last1, In2 first2, In2 last2, Out result, Compare... compare)
{
    return result + in_thrust::merge_into(policy, "thrust::merge",
                                          in_thrust::arrays_of(first1, last1, first2, last2, result),
                                          in_thrust::order_or_less<value_of<In1>>(compare...));
}

template <class Policy, class Keys1, class Keys2, class Values1, class Values2, class KeysOut, class Out,
          class... Compare, class = if_combined_by_key<Keys1, Keys2, Values1, Values2, KeysOut, Out>>
thrust::pair<KeysOut, Out> merge_by_key(Policy& policy, Keys1 first1, Keys1 last1, Keys2 first2, Keys2 last2,
                                        Values1 values1, Values2 values2, KeysOut keys_result, Out result,
                                        Compare... compare)
{
    auto const arrays = in_thrust::with_values<value_of<Values1>>(
        in_thrust::arrays_of(first1, last1, first2, last2, keys_result), detail::array_of(values1),
        detail::array_of(values2), detail::array_of(result));
    auto const count = in_thrust::merge_into(policy, "thrust::merge_by_key", arrays,
                                             in_thrust::order_or_less<value_of<Keys1>>(compare...));
    return {keys_result + count, result + count};
}

#define HEDDLE_DEFINE_SET_OPERATION(name, operation)                                                                   \
    template <class Policy, class In1, class In2, class Out, class... Compare, class = if_combined<In1, In2, Out>>     \
    Out name(Policy& policy, In1 first1, In1 last1, In2 first2, In2 last2, Out result, Compare... compare)             \
    {                                                                                                                  \
        return result + in_thrust::combine_into(policy, "thrust::" #name,                                              \
                                                in_thrust::arrays_of(first1, last1, first2, last2, result), operation, \
                                                in_thrust::order_or_less<value_of<In1>>(compare...));                  \
    }
HEDDLE_DEFINE_SET_OPERATION(set_union, union_of_sets)
HEDDLE_DEFINE_SET_OPERATION(set_intersection, intersection_of_sets)
HEDDLE_DEFINE_SET_OPERATION(set_difference, difference_of_sets)
HEDDLE_DEFINE_SET_OPERATION(set_symmetric_difference, symmetric_difference_of_sets)
#undef HEDDLE_DEFINE_SET_OPERATION

#define HEDDLE_DEFINE_SET_OPERATION_BY_KEY(name, operation)                                                   \
    template <class Policy, class Keys1, class Keys2, class Values1, class Values2, class KeysOut, class Out, \
              class... Compare, class = if_combined_by_key<Keys1, Keys2, Values1, Values2, KeysOut, Out>>     \
    thrust::pair<KeysOut, Out> name(Policy& policy, Keys1 first1, Keys1 last1, Keys2 first2, Keys2 last2,     \
                                    Values1 values1, Values2 values2, KeysOut keys_result, Out result,        \
                                    Compare... compare)                                                       \
    {                                                                                                         \
        auto const arrays = in_thrust::with_values<value_of<Values1>>(                                        \
            in_thrust::arrays_of(first1, last1, first2, last2, keys_result), detail::array_of(values1),       \
            operation.only_second ? detail::array_of(values2) : nullptr, detail::array_of(result));           \
        auto const count = in_thrust::combine_into(policy, "thrust::" #name, arrays, operation,               \
                                                   in_thrust::order_or_less<value_of<Keys1>>(compare...));    \
        return {keys_result + count, result + count};                                                         \
    }
HEDDLE_DEFINE_SET_OPERATION_BY_KEY(set_union_by_key, union_of_sets)
HEDDLE_DEFINE_SET_OPERATION_BY_KEY(set_difference_by_key, difference_of_sets)
HEDDLE_DEFINE_SET_OPERATION_BY_KEY(set_symmetric_difference_by_key, symmetric_difference_of_sets)
#undef HEDDLE_DEFINE_SET_OPERATION_BY_KEY

// An intersection stores no element of the second array, so it has no values for them.
template <class Policy, class Keys1, class Keys2, class Values, class KeysOut, class Out, class... Compare,
          class = if_combined_by_key<Keys1, Keys2, Values, Values, KeysOut, Out>>
thrust::pair<KeysOut, Out> set_intersection_by_key(Policy& policy, Keys1 first1, Keys1 last1, Keys2 first2, Keys2 last2,
                                                   Values values, KeysOut keys_result, Out result, Compare... compare)
{
    auto const arrays =
        in_thrust::with_values<value_of<Values>>(in_thrust::arrays_of(first1, last1, first2, last2, keys_result),
                                                 detail::array_of(values), nullptr, detail::array_of(result));
    auto const count = in_thrust::combine_into(policy, "thrust::set_intersection_by_key", arrays, intersection_of_sets,
                                               in_thrust::order_or_less<value_of<Keys1>>(compare...));
    return {keys_result + count, result + count};
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(merge)
HEDDLE_TAKE_OR_FORWARD(merge_by_key)
HEDDLE_TAKE_OR_FORWARD(set_union)
HEDDLE_TAKE_OR_FORWARD(set_intersection)
HEDDLE_TAKE_OR_FORWARD(set_difference)
HEDDLE_TAKE_OR_FORWARD(set_symmetric_difference)
HEDDLE_TAKE_OR_FORWARD(set_union_by_key)
HEDDLE_TAKE_OR_FORWARD(set_intersection_by_key)
HEDDLE_TAKE_OR_FORWARD(set_difference_by_key)
HEDDLE_TAKE_OR_FORWARD(set_symmetric_difference_by_key)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
