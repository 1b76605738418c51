// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the algorithms of algorithm/reduce.cuh and algorithm/scan.cuh. reduce and the scans leave
// arrays of numbers to Thrust's own kernels.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/callables.cuh>
#include <heddle/algorithm/reduce.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! Marks the function of a transform_reduce that Thrust's kernel runs.
template <class Function>
struct in_place_function {
    Function function;
};

}  // namespace types

namespace detail {

using types::in_place_function;

}  // namespace detail

//! Marks a function that reads few bytes of a large struct, for transform_reduce. Thrust's kernel then runs this
//! function, so that each lane loads only what the function reads, not whole elements. For structs of 128 bytes, a sum
//! of one member is then 1.5 times as fast, but a sum of all members takes 4 times as long (512 MiB, H200).
//!     thrust::transform_reduce(heddle::par, first, last, heddle::in_place(mass_of{}), 0.0f, thrust::plus<float>{})
template <class Function>
types::in_place_function<Function> in_place(Function function)
{
    return {function};
}

namespace detail::in_thrust {

template <class Iterator>
inline constexpr bool is_array_of_structs =
    is_staged<array_of_t<Iterator>> && !std::is_arithmetic_v<value_of<Iterator>>;

//! Maximum bytes of a sum of numbers that heddle's kernels compute. Thrust computes larger sums, because arithmetic
//! limits their speed, not memory.
inline constexpr std::size_t max_sum_of_numbers = 16;

//! Returns whether heddle's kernels compute a reduction. Otherwise Thrust's kernels compute it. The types of the sums
//! and of the result must be trivially copyable.
template <class In, class Transform, class Value, class Operation>
constexpr bool are_our_sums()
{
    using sum = transformed_accumulator_t<Operation, Transform, value_of<In>, Value>;
    constexpr bool is_arithmetic = std::is_arithmetic_v<value_of<In>> && sizeof(sum) > max_sum_of_numbers;
    return is_movable_v<Value> && is_movable_v<sum> && !is_arithmetic;
}

template <class Policy, class In, class Transform, class Value, class Operation>
Value transform_reduce(Policy& policy, In first, In last, Transform transform, Value init, Operation operation)
{
    if constexpr (is_staged<array_of_t<In>> && are_our_sums<In, Transform, Value, Operation>()) {
        if (last - first == 0) return init;
        return detail::result_of_two_phase<Value>(
            policy, "heddle::device::transform_reduce", [&](void* temporary, std::size_t& bytes, Value* result) {
                return heddle::device::transform_reduce(temporary, bytes, thrust::cuda_cub::stream(policy),
                                                        detail::array_of(first), detail::array_of(last), result, init,
                                                        transform, operation);
            });
    } else {
        return thrust::cuda_cub::transform_reduce(policy, detail::array_of(first), detail::array_of(last), transform,
                                                  init, operation);
    }
}

template <class Policy, class In, class Function, class Value, class Operation>
Value transform_reduce(Policy& policy, In first, In last, in_place_function<Function> transform, Value init,
                       Operation operation)
{
    return thrust::cuda_cub::transform_reduce(policy, detail::array_of(first), detail::array_of(last),
                                              transform.function, init, operation);
}

template <class Policy, class In, class Value, class Operation>
Value reduce(Policy& policy, In first, In last, Value init, Operation operation)
{
    if constexpr (is_array_of_structs<In> && are_our_sums<In, identity, Value, Operation>()) {
        if (last - first == 0) return init;
        return detail::result_of_two_phase<Value>(
            policy, "heddle::device::reduce", [&](void* temporary, std::size_t& bytes, Value* result) {
                return heddle::device::reduce(temporary, bytes, thrust::cuda_cub::stream(policy),
                                              detail::array_of(first), detail::array_of(last), result, init, operation);
            });
    } else {
        return thrust::cuda_cub::reduce(policy, detail::array_of(first), detail::array_of(last), init, operation);
    }
}
template <class Policy, class In, class Value>
Value reduce(Policy& policy, In first, In last, Value init)
{
    return in_thrust::reduce(policy, first, last, init, plus_of<Value>());
}
template <class Policy, class In>
value_of<In> reduce(Policy& policy, In first, In last)
{
    if constexpr (std::is_constructible_v<value_of<In>, int>) {
        return in_thrust::reduce(policy, first, last, value_of<In>(0));
    } else {
        return in_thrust::reduce(policy, first, last, value_of<In>());
    }
}

template <class Policy, class In, class Out, class Operation>
Out inclusive_scan(Policy& policy, In first, In last, Out result, Operation operation)
{
    if constexpr (is_array_of_structs<In>) {
        if (last - first == 0) return result;
        detail::run_two_phase(policy, "heddle::device::inclusive_scan", [&](void* temporary, std::size_t& bytes) {
            return heddle::device::inclusive_scan(temporary, bytes, thrust::cuda_cub::stream(policy),
                                                  detail::array_of(first), detail::array_of(last),
                                                  detail::array_of(result), operation);
        });
    } else {
        thrust::cuda_cub::inclusive_scan(policy, detail::array_of(first), detail::array_of(last),
                                         detail::array_of(result), operation);
    }
    return result + (last - first);
}
template <class Policy, class In, class Out>
Out inclusive_scan(Policy& policy, In first, In last, Out result)
{
    return in_thrust::inclusive_scan(policy, first, last, result, plus_of<>());
}

//! Scans with an initial value. Thrust computes this scan.
template <class Policy, class In, class Out, class Value, class Operation>
Out inclusive_scan(Policy& policy, In first, In last, Out result, Value init, Operation operation)
{
    thrust::cuda_cub::inclusive_scan(policy, detail::array_of(first), detail::array_of(last), detail::array_of(result),
                                     init, operation);
    return result + (last - first);
}

template <class Policy, class In, class Out, class Value, class Operation>
Out exclusive_scan(Policy& policy, In first, In last, Out result, Value init, Operation operation)
{
    if constexpr (is_array_of_structs<In> && std::is_same_v<Value, value_of<In>>) {
        if (last - first == 0) return result;
        detail::run_two_phase(policy, "heddle::device::exclusive_scan", [&](void* temporary, std::size_t& bytes) {
            return heddle::device::exclusive_scan(temporary, bytes, thrust::cuda_cub::stream(policy),
                                                  detail::array_of(first), detail::array_of(last),
                                                  detail::array_of(result), init, operation);
        });
    } else {
        thrust::cuda_cub::exclusive_scan(policy, detail::array_of(first), detail::array_of(last),
                                         detail::array_of(result), init, operation);
    }
    return result + (last - first);
}
template <class Policy, class In, class Out, class Value>
Out exclusive_scan(Policy& policy, In first, In last, Out result, Value init)
{
    return in_thrust::exclusive_scan(policy, first, last, result, init, plus_of<>());
}
template <class Policy, class In, class Out>
Out exclusive_scan(Policy& policy, In first, In last, Out result)
{
    return in_thrust::exclusive_scan(policy, first, last, result, value_of<In>{});
}

}  // namespace detail::in_thrust

namespace types {

HEDDLE_DEFINE_FOR_THRUST(transform_reduce)
HEDDLE_DEFINE_FOR_THRUST(reduce)
HEDDLE_DEFINE_FOR_THRUST(inclusive_scan)
HEDDLE_DEFINE_FOR_THRUST(exclusive_scan)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
