// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to algorithms that find the first place at which a test holds, or compare two sequences.
#pragma once

#include <heddle/algorithm/detail/search_tiles.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/forwarding.cuh>
#include <heddle/thrust/detail/two_phase.cuh>
#include <heddle/thrust/iterator.cuh>
#include <heddle/thrust/replace.cuh>
#include <heddle/thrust/select.cuh>

#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/pair.h>
#include <thrust/partition.h>
#include <thrust/sort.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail::in_thrust {

//! Maximum bytes of elements that heddle's kernels search. A block loads whole elements, but in larger elements a
//! predicate may read so little that Thrust's kernels, in which each thread loads what it reads, are faster.
inline constexpr std::size_t max_searched_bytes = 128;

template <class Iterator>
constexpr bool is_searched()
{
    return in_thrust::is_array_of_structs_of<Iterator, min_struct_bytes, max_searched_bytes>();
}

template <class... Iterator>
using if_structs = std::enable_if_t<(is_searched<Iterator>() && ...)>;
template <class A, class B>
using if_same_structs =
    std::enable_if_t<is_searched<A>() && is_searched<B>() && std::is_same_v<value_of<A>, value_of<B>>>;

//! Returns the place that search(stream, found) finds among `count` places, or `count`.
template <class Policy, class Search>
std::ptrdiff_t first_place(Policy& policy, char const* algorithm, std::ptrdiff_t count, Search const& search)
{
    if (count == 0) return 0;
    auto const found = detail::result_of_two_phase<std::uint64_t>(
        policy, algorithm, [&](void* temporary, std::size_t& bytes, std::uint64_t* result) {
            bytes = 0;
            if (temporary == nullptr) return cudaSuccess;
            return search(thrust::cuda_cub::stream(policy), result);
        });
    return count - static_cast<std::ptrdiff_t>(found);
}

//! Returns the first place at which test(first[place], first[place + 1]) holds, or the number of elements.
template <class Policy, class In, class Test>
std::ptrdiff_t first_neighbors(Policy& policy, char const* algorithm, In const& first, In const& last, Test const& test)
{
    value_of<In> const* const in = detail::array_of(first);
    return in_thrust::first_place(policy, algorithm, last - first, [&](cudaStream_t stream, std::uint64_t* found) {
        return detail::search_neighbors(stream, found, static_cast<std::size_t>(last - first), test, in);
    });
}

template <class Policy, class In, class Predicate, class = if_structs<In>>
In find_if(Policy& policy, In first, In last, Predicate predicate)
{
    value_of<In> const* const in = detail::array_of(first);
    return first +
           in_thrust::first_place(
               policy, "thrust::find_if", last - first, [&](cudaStream_t stream, std::uint64_t* found) {
                   return detail::search_array(stream, found, static_cast<std::size_t>(last - first), predicate, in);
               });
}
template <class Policy, class In, class Predicate, class = if_structs<In>>
In find_if_not(Policy& policy, In first, In last, Predicate predicate)
{
    return in_thrust::find_if(policy, first, last, negated<Predicate>{predicate});
}
template <class Policy, class In, class Value, class = if_structs<In>>
In find(Policy& policy, In first, In last, Value const& value)
{
    return in_thrust::find_if(policy, first, last, is_equal_to<Value>{value});
}
template <class Policy, class In, class Predicate, class = if_structs<In>>
bool all_of(Policy& policy, In first, In last, Predicate predicate)
{
    return in_thrust::find_if_not(policy, first, last, predicate) == last;
}
template <class Policy, class In, class Predicate, class = if_structs<In>>
bool none_of(Policy& policy, In first, In last, Predicate predicate)
{
    return in_thrust::find_if(policy, first, last, predicate) == last;
}
template <class Policy, class In, class Predicate, class = if_structs<In>>
bool any_of(Policy& policy, In first, In last, Predicate predicate)
{
    return !in_thrust::none_of(policy, first, last, predicate);
}

template <class Predicate>
struct differs_by {
    Predicate predicate;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class A, class B>
    HEDDLE_INLINE bool operator()(A& a, B& b)
    {
        return !static_cast<bool>(detail::call(predicate, a, b));
    }
};
template <class Compare>
struct descends_by {
    Compare compare;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class T>
    HEDDLE_INLINE bool operator()(T& a, T& b)
    {
        return static_cast<bool>(detail::call(compare, b, a));
    }
};

template <class Policy, class In1, class In2, class Predicate, class = if_structs<In1, In2>>
thrust::pair<In1, In2> mismatch(Policy& policy, In1 first1, In1 last1, In2 first2, Predicate predicate)
{
    value_of<In1> const* const in = detail::array_of(first1);
    value_of<In2> const* const others = detail::array_of(first2);
    auto const place = in_thrust::first_place(
        policy, "thrust::mismatch", last1 - first1, [&](cudaStream_t stream, std::uint64_t* found) {
            return detail::search_arrays(stream, found, static_cast<std::size_t>(last1 - first1),
                                         differs_by<Predicate>{predicate}, in, others);
        });
    return {first1 + place, first2 + place};
}
template <class Policy, class In1, class In2, class = if_same_structs<In1, In2>>
thrust::pair<In1, In2> mismatch(Policy& policy, In1 first1, In1 last1, In2 first2)
{
    return in_thrust::mismatch(policy, first1, last1, first2, equal_to_of<value_of<In1>>());
}
template <class Policy, class In1, class In2, class Predicate, class = if_structs<In1, In2>>
bool equal(Policy& policy, In1 first1, In1 last1, In2 first2, Predicate predicate)
{
    return in_thrust::mismatch(policy, first1, last1, first2, predicate).first == last1;
}
template <class Policy, class In1, class In2, class = if_same_structs<In1, In2>>
bool equal(Policy& policy, In1 first1, In1 last1, In2 first2)
{
    return in_thrust::equal(policy, first1, last1, first2, equal_to_of<value_of<In1>>());
}

template <class Policy, class In, class Compare, class = if_structs<In>>
In is_sorted_until(Policy& policy, In first, In last, Compare compare)
{
    auto const place =
        in_thrust::first_neighbors(policy, "thrust::is_sorted_until", first, last, descends_by<Compare>{compare});
    return place == last - first ? last : first + (place + 1);
}
template <class Policy, class In, class = if_structs<In>>
In is_sorted_until(Policy& policy, In first, In last)
{
    return in_thrust::is_sorted_until(policy, first, last, less_of<value_of<In>>());
}
template <class Policy, class In, class... Compare, class = if_structs<In>>
bool is_sorted(Policy& policy, In first, In last, Compare... compare)
{
    return in_thrust::is_sorted_until(policy, first, last, compare...) == last;
}

//! Tells of two neighbors whether the second one satisfies the predicate but the first one does not.
template <class Predicate>
struct begins_again {
    Predicate predicate;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class T>
    HEDDLE_INLINE bool operator()(T& a, T& b)
    {
        return static_cast<bool>(detail::call(predicate, b)) && !static_cast<bool>(detail::call(predicate, a));
    }
};

template <class Policy, class In, class Predicate, class = if_structs<In>>
bool is_partitioned(Policy& policy, In first, In last, Predicate predicate)
{
    return in_thrust::first_neighbors(policy, "thrust::is_partitioned", first, last,
                                      begins_again<Predicate>{predicate}) == last - first;
}

}  // namespace detail::in_thrust

HEDDLE_TAKE_OR_FORWARD(find)
HEDDLE_TAKE_OR_FORWARD(find_if)
HEDDLE_TAKE_OR_FORWARD(find_if_not)
HEDDLE_TAKE_OR_FORWARD(all_of)
HEDDLE_TAKE_OR_FORWARD(any_of)
HEDDLE_TAKE_OR_FORWARD(none_of)
HEDDLE_TAKE_OR_FORWARD(mismatch)
HEDDLE_TAKE_OR_FORWARD(equal)
HEDDLE_TAKE_OR_FORWARD(is_sorted)
HEDDLE_TAKE_OR_FORWARD(is_sorted_until)
HEDDLE_TAKE_OR_FORWARD(is_partitioned)

namespace types {
// A binary search reads too few elements to gain.
HEDDLE_FORWARD_TO_THRUST(partition_point)
}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
