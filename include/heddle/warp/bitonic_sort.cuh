// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the keys of a group, or pairs of a key and a value, any number of them in each lane,
// in any order.
//
// In the orders `less` and `greater` integers, float and double are sorted by their bits: -0 comes
// before +0, and every NaN after infinity (with `greater`, the other way round, before it). For
// other keys, and in any other order, the comparison alone decides. If a NaN, rounding, a <= or anything
// else makes it contradict itself, the order is unspecified; but the result is always a permutation of
// what was given. (All that is asked of a comparison for that: the same two keys in the same order get
// the same answer in every lane.)
//
// CUB: cub::WarpMergeSort takes any comparison, sorts through shared memory, and its sizes of items
// are those that fit there. Here no memory is needed, and large values of pairs travel once. One
// key a lane on an H200: cub::WarpMergeSort takes 5.3 to 5.7 times our time for int32, 4.6 to 5.0
// for fp32, 2.5 to 2.6 for fp64, 1.4 for structs of 28 bytes (3.6 where their key goes before them,
// by bitonic_sort_pairs), 8.5 to 8.8 for packed ones of 13. (heddle_warp_benchmarks, "sort".)
#pragma once

#include "../config.cuh"
#include "detail/sort.cuh"
#include "operations.cuh"

namespace heddle {

//! The group's keys are in order afterwards: lane l has number l.
//! Group:    all n lanes of the group, converged
//! Requires: Key is trivially copyable; compare(a, b) says whether a comes before b, and is a
//!           strict weak order; it need not be const, and each lane has its own copy of it
//! Cost:     k = log2 n * (log2 n + 1) / 2 steps of ceil(sizeof(Key) / 4) shuffles and 1 comparison
//! Errors:   checked builds trap when a lane of the group is missing; otherwise undefined
template <class Group, class Key, class Compare = less>
HEDDLE_INLINE void bitonic_sort(Group const& group, Key& key, Compare compare = {})
{
    detail::sort<false, 1>(group, detail::address_of(key), static_cast<detail::no_value*>(nullptr),
                           compare);
}

//! The same with Count keys in each lane: slot i of lane l has number l*Count + i.
//! Group, Requires, Errors: as for one key.
//! Cost:     Count times that of one key, and log2 n + 1 sorts of Count registers
template <class Group, class Key, unsigned Count, class Compare = less>
HEDDLE_INLINE void bitonic_sort(Group const& group, Key (&keys)[Count], Compare compare = {})
{
    detail::sort<false, Count>(group, keys, static_cast<detail::no_value*>(nullptr), compare);
}

//! The same; keys of which none comes before the other stay in the order they were in.
//! Group, Requires, Errors: as for bitonic_sort.
//! Cost:     as for bitonic_sort; with an order of your own 1 shuffle more a step
template <class Group, class Key, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort(Group const& group, Key& key, Compare compare = {})
{
    detail::sort<true, 1>(group, detail::address_of(key), static_cast<detail::no_value*>(nullptr),
                          compare);
}
template <class Group, class Key, unsigned Count, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort(Group const& group, Key (&keys)[Count], Compare compare = {})
{
    detail::sort<true, Count>(group, keys, static_cast<detail::no_value*>(nullptr), compare);
}

//! The group's pairs are in the order of their keys afterwards.
//! Group:    all n lanes of the group, converged
//! Requires: as for bitonic_sort; Value is trivially copyable
//! Cost:     as for bitonic_sort; and a value of one word 1 shuffle more a step, a larger value 1
//!           shuffle more a step for its number and its own words once (Count^2 times for Count in
//!           each lane, where that is less than all steps)
//! Errors:   as for bitonic_sort
template <class Group, class Key, class Value, class Compare = less>
HEDDLE_INLINE void bitonic_sort_pairs(Group const& group, Key& key, Value& value,
                                      Compare compare = {})
{
    detail::sort<false, 1>(group, detail::address_of(key), detail::address_of(value), compare);
}
template <class Group, class Key, class Value, unsigned Count, class Compare = less>
HEDDLE_INLINE void bitonic_sort_pairs(Group const& group, Key (&keys)[Count],
                                      Value (&values)[Count], Compare compare = {})
{
    detail::sort<false, Count>(group, keys, values, compare);
}

//! The same; pairs of which no key comes before the other stay in the order they were in.
//! Group, Requires, Errors: as for bitonic_sort_pairs.
//! Cost:     as for bitonic_sort_pairs with larger values, whatever the values' size
template <class Group, class Key, class Value, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort_pairs(Group const& group, Key& key, Value& value,
                                             Compare compare = {})
{
    detail::sort<true, 1>(group, detail::address_of(key), detail::address_of(value), compare);
}
template <class Group, class Key, class Value, unsigned Count, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort_pairs(Group const& group, Key (&keys)[Count],
                                             Value (&values)[Count], Compare compare = {})
{
    detail::sort<true, Count>(group, keys, values, compare);
}

}  // namespace heddle
