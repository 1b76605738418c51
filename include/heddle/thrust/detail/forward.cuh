// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithms for which heddle has no kernels. Thrust's own algorithms get a T* in place of a coalesced_ptr, because
// some of them copy references, and none is faster with a coalesced_ptr.
#pragma once

#include <heddle/thrust/iterator.cuh>

#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/pair.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Argument>
auto without_coalesced_ptr(Argument const& argument)
{
    if constexpr (is_coalesced<Argument>) {
        return argument.get();
    } else {
        return argument;
    }
}

//! Converts the result of an algorithm to the iterator type of its arguments: a U* becomes a coalesced_ptr<U> if an
//! argument was a coalesced_ptr<U> and no argument was a U*.
template <class Result, class... Argument>
struct result_for {
    using type = Result;
    static type from(Result const& result) { return result; }
};
template <class U, class First, class... Rest>
struct result_for<U*, First, Rest...> {
private:
    template <class Argument>
    static constexpr bool is_pointer_to =
        std::is_same_v<decltype(detail::without_coalesced_ptr(std::declval<Argument const&>())), U*>;
    using rest = result_for<U*, Rest...>;

public:
    using type = std::conditional_t<(std::is_same_v<First, U*> || ... || std::is_same_v<Rest, U*>), U*,
                                    std::conditional_t<is_pointer_to<First>, First, typename rest::type>>;
    static type from(U* result) { return type(result); }
};
template <class A, class B, class... Argument>
struct result_for<thrust::pair<A, B>, Argument...> {
private:
    using first = result_for<A, Argument...>;
    using second = result_for<B, Argument...>;

public:
    using type = thrust::pair<typename first::type, typename second::type>;
    static type from(thrust::pair<A, B> const& result)
    {
        return type(first::from(result.first), second::from(result.second));
    }
};

template <class Policy, class... Argument>
inline constexpr bool is_forwarded = is_cuda_policy<Policy> && (is_coalesced<Argument> || ...);

}  // namespace detail

namespace types {

#define HEDDLE_FORWARD_TO_THRUST(name)                                                                              \
    template <class Policy, class... Argument, class = std::enable_if_t<detail::is_forwarded<Policy, Argument...>>> \
    auto name(Policy& policy, Argument... argument)                                                                 \
    {                                                                                                               \
        using result = decltype(thrust::name(policy, detail::without_coalesced_ptr(argument)...));                  \
        if constexpr (std::is_void_v<result>) {                                                                     \
            thrust::name(policy, detail::without_coalesced_ptr(argument)...);                                       \
        } else {                                                                                                    \
            return detail::result_for<result, Argument...>::from(                                                   \
                thrust::name(policy, detail::without_coalesced_ptr(argument)...));                                  \
        }                                                                                                           \
    }

HEDDLE_FORWARD_TO_THRUST(adjacent_difference)
HEDDLE_FORWARD_TO_THRUST(all_of)
HEDDLE_FORWARD_TO_THRUST(any_of)
HEDDLE_FORWARD_TO_THRUST(none_of)
HEDDLE_FORWARD_TO_THRUST(count)
HEDDLE_FORWARD_TO_THRUST(count_if)
HEDDLE_FORWARD_TO_THRUST(equal)
HEDDLE_FORWARD_TO_THRUST(exclusive_scan_by_key)
HEDDLE_FORWARD_TO_THRUST(find)
HEDDLE_FORWARD_TO_THRUST(find_if)
HEDDLE_FORWARD_TO_THRUST(find_if_not)
HEDDLE_FORWARD_TO_THRUST(inclusive_scan_by_key)
HEDDLE_FORWARD_TO_THRUST(inner_product)
HEDDLE_FORWARD_TO_THRUST(is_partitioned)
HEDDLE_FORWARD_TO_THRUST(is_sorted)
HEDDLE_FORWARD_TO_THRUST(is_sorted_until)
HEDDLE_FORWARD_TO_THRUST(max_element)
HEDDLE_FORWARD_TO_THRUST(min_element)
HEDDLE_FORWARD_TO_THRUST(minmax_element)
HEDDLE_FORWARD_TO_THRUST(merge)
HEDDLE_FORWARD_TO_THRUST(merge_by_key)
HEDDLE_FORWARD_TO_THRUST(mismatch)
HEDDLE_FORWARD_TO_THRUST(partition_point)
HEDDLE_FORWARD_TO_THRUST(reduce_by_key)
HEDDLE_FORWARD_TO_THRUST(remove)
HEDDLE_FORWARD_TO_THRUST(remove_copy)
HEDDLE_FORWARD_TO_THRUST(reverse)
HEDDLE_FORWARD_TO_THRUST(reverse_copy)
HEDDLE_FORWARD_TO_THRUST(set_difference)
HEDDLE_FORWARD_TO_THRUST(set_difference_by_key)
HEDDLE_FORWARD_TO_THRUST(set_intersection)
HEDDLE_FORWARD_TO_THRUST(set_intersection_by_key)
HEDDLE_FORWARD_TO_THRUST(set_symmetric_difference)
HEDDLE_FORWARD_TO_THRUST(set_symmetric_difference_by_key)
HEDDLE_FORWARD_TO_THRUST(set_union)
HEDDLE_FORWARD_TO_THRUST(set_union_by_key)
HEDDLE_FORWARD_TO_THRUST(swap_ranges)
HEDDLE_FORWARD_TO_THRUST(transform_exclusive_scan)
HEDDLE_FORWARD_TO_THRUST(transform_inclusive_scan)
HEDDLE_FORWARD_TO_THRUST(unique_by_key)
HEDDLE_FORWARD_TO_THRUST(unique_by_key_copy)
HEDDLE_FORWARD_TO_THRUST(unique_count)
#undef HEDDLE_FORWARD_TO_THRUST

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
