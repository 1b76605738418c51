// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to algorithms that count elements or neighbors, and to inner_product: reductions of elements, or
// of pairs of elements.
#pragma once

#include <heddle/algorithm/detail/pairs.cuh>
#include <heddle/algorithm/reduce.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>
#include <heddle/thrust/reduce.cuh>
#include <heddle/thrust/replace.cuh>
#include <heddle/thrust/search.cuh>

#include <thrust/count.h>
#include <thrust/inner_product.h>
#include <thrust/unique.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

//! 1 for elements that satisfy the predicate, which may take a T&, and 0 for others.
template <class Predicate>
struct counts_as_one {
    Predicate predicate;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class T>
    HEDDLE_INLINE std::ptrdiff_t operator()(T const& element)
    {
        carried_t<T> copy = detail::as_carried(const_cast<T&>(element));
        return static_cast<bool>(detail::call(predicate, copy)) ? 1 : 0;
    }
};
template <class Equal>
struct begins_run {
    Equal equal;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class T>
    HEDDLE_INLINE std::ptrdiff_t operator()(element_pair<T, T> const& pair)
    {
        return static_cast<bool>(detail::call(equal, pair.first, pair.second)) ? 0 : 1;
    }
};

template <class Value, class Policy, class Sequence, class Transform, class Operation>
Value reduce_pairs(Policy& policy, char const* algorithm, Sequence const& pairs, std::ptrdiff_t count,
                   Transform const& transform, Value const& init, Operation const& operation)
{
    if (count == 0) return init;
    return detail::result_of_two_phase<Value>(
        policy, algorithm, [&](void* temporary, std::size_t& bytes, Value* result) {
            return detail::transform_reduce_first(temporary, bytes, thrust::cuda_cub::stream(policy), pairs,
                                                  static_cast<std::size_t>(count), result, init, transform, operation);
        });
}

template <class Policy, class In, class Predicate, class = if_structs<In>>
std::ptrdiff_t count_if(Policy& policy, In first, In last, Predicate predicate)
{
    return in_thrust::transform_reduce(policy, first, last, counts_as_one<Predicate>{predicate}, std::ptrdiff_t{0},
                                       heddle::plus{});
}
template <class Policy, class In, class Value, class = if_structs<In>>
std::ptrdiff_t count(Policy& policy, In first, In last, Value const& value)
{
    return in_thrust::count_if(policy, first, last, is_equal_to<Value>{value});
}

template <class Policy, class In, class Equal, class = if_structs<In>>
std::ptrdiff_t unique_count(Policy& policy, In first, In last, Equal equal)
{
    if (last - first == 0) return 0;
    using element = value_of<In>;
    return 1 + in_thrust::reduce_pairs(policy, "thrust::unique_count", neighbor_pairs<element>(detail::array_of(first)),
                                       last - first - 1, begins_run<Equal>{equal}, std::ptrdiff_t{0}, heddle::plus{});
}
template <class Policy, class In, class = if_structs<In>>
std::ptrdiff_t unique_count(Policy& policy, In first, In last)
{
    return in_thrust::unique_count(policy, first, last, equal_to_of<value_of<In>>());
}

//! True if heddle's kernels compute an inner product: the types of the sums and of the result are trivially copyable.
template <class In1, class In2, class Value, class Sum, class Product>
constexpr bool is_our_product()
{
    if constexpr (is_searched<In1>() && is_searched<In2>()) {
        using pairs = array_pairs<value_of<In1>, value_of<In2>>;
        return in_thrust::are_our_sums<pairs, of_pair<Product>, Value, Sum>();
    } else {
        return false;
    }
}
template <class Policy, class In1, class In2, class Value, class Sum, class Product,
          class = std::enable_if_t<is_our_product<In1, In2, Value, Sum, Product>()>>
Value inner_product(Policy& policy, In1 first1, In1 last1, In2 first2, Value init, Sum sum, Product product)
{
    using pairs = array_pairs<value_of<In1>, value_of<In2>>;
    return in_thrust::reduce_pairs(policy, "thrust::inner_product",
                                   pairs(detail::array_of(first1), detail::array_of(first2)), last1 - first1,
                                   of_pair<Product>{product}, init, sum);
}
template <class Policy, class In1, class In2, class Value,
          class = std::enable_if_t<is_our_product<In1, In2, Value, plus_of<Value>, multiplies_of<Value>>()>>
Value inner_product(Policy& policy, In1 first1, In1 last1, In2 first2, Value init)
{
    return in_thrust::inner_product(policy, first1, last1, first2, init, plus_of<Value>(), multiplies_of<Value>());
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(count)
HEDDLE_TAKE_OR_FORWARD(count_if)
HEDDLE_TAKE_OR_FORWARD(unique_count)
HEDDLE_TAKE_OR_FORWARD(inner_product)

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
