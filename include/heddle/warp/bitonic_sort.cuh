// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the keys of a group, or pairs of a key and a value, with any number of keys in each lane.
//
// With `less` and `greater`, integers, float and double are sorted by their bits. With `less`, -0 comes before +0, and
// every NaN comes after infinity; `greater` gives the reverse order. For other keys and comparisons, the comparison
// alone decides. If the comparison is inconsistent (because of a NaN, rounding, or <= in place of <), the order is
// unspecified. The result is always a permutation of the input, provided that the comparison returns the same answer
// for the same operands in every lane.
//
// CUB: cub::WarpMergeSort sorts through shared memory, which limits the size of the items. The sorts below need no
// memory, and move large values only once.
#pragma once

#include <heddle/config.cuh>
#include <heddle/warp/detail/sort.cuh>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Sorts the group's keys: lane l gets key l of the sorted sequence.
//! Group:    all n lanes of the group, converged
//! Requires: Key is trivially copyable; compare(a, b) is a strict weak order, and returns whether a comes before b.
//!           compare's operator() need not be const. Each lane calls its own copy of `compare`
//! Cost:     log2 n * (log2 n + 1) / 2 steps, each with ceil(sizeof(Key) / 4) shuffles and 1 comparison
//! Errors:   undefined if a lane of the group is missing; checked builds trap
template <class Group, class Key, class Compare = less>
HEDDLE_INLINE void bitonic_sort(Group const& group, Key& key, Compare compare = {})
{
    detail::sort<detail::sort_kind::unstable, 1>(group, detail::address_of(key),
                                                 static_cast<detail::no_value*>(nullptr), compare);
}

//! Sorts the group's keys, Count in each lane: slot i of lane l gets key l*Count + i of the sorted sequence.
//! Group, Requires, Errors: as for one key.
//! Cost:     Count times the cost for one key, and log2 n + 1 sorts of Count registers
template <class Group, class Key, unsigned Count, class Compare = less>
HEDDLE_INLINE void bitonic_sort(Group const& group, Key (&keys)[Count], Compare compare = {})
{
    detail::sort<detail::sort_kind::unstable, Count>(group, keys, static_cast<detail::no_value*>(nullptr), compare);
}

//! Sorts like bitonic_sort, and keeps the order of equivalent keys.
//! Group, Requires, Errors: as for bitonic_sort.
//! Cost:     as for bitonic_sort; 1 more shuffle per step for keys that are not sorted by their bits
template <class Group, class Key, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort(Group const& group, Key& key, Compare compare = {})
{
    detail::sort<detail::sort_kind::stable, 1>(group, detail::address_of(key), static_cast<detail::no_value*>(nullptr),
                                               compare);
}
//! Sorts Count keys in each lane, as stable_bitonic_sort sorts one.
template <class Group, class Key, unsigned Count, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort(Group const& group, Key (&keys)[Count], Compare compare = {})
{
    detail::sort<detail::sort_kind::stable, Count>(group, keys, static_cast<detail::no_value*>(nullptr), compare);
}

//! Sorts the group's pairs by their keys.
//! Group:    all n lanes of the group, converged
//! Requires: as for bitonic_sort; Value is trivially copyable
//! Cost:     as for bitonic_sort, plus the moves of the values, in the cheaper of two ways: shuffle each word of a
//!           value in each step; or shuffle an index in each step, and the values once at the end. With Count pairs in
//!           each lane, the moves at the end take Count^2 shuffles for each word of a value
//! Errors:   as for bitonic_sort
template <class Group, class Key, class Value, class Compare = less>
HEDDLE_INLINE void bitonic_sort_pairs(Group const& group, Key& key, Value& value, Compare compare = {})
{
    detail::sort<detail::sort_kind::unstable, 1>(group, detail::address_of(key), detail::address_of(value), compare);
}
//! Sorts Count pairs in each lane, as bitonic_sort_pairs sorts one.
template <class Group, class Key, class Value, unsigned Count, class Compare = less>
HEDDLE_INLINE void bitonic_sort_pairs(Group const& group, Key (&keys)[Count], Value (&values)[Count],
                                      Compare compare = {})
{
    detail::sort<detail::sort_kind::unstable, Count>(group, keys, values, compare);
}

//! Sorts like bitonic_sort_pairs, and keeps the order of pairs with equivalent keys.
//! Group, Requires, Errors: as for bitonic_sort_pairs.
//! Cost:     as for bitonic_sort_pairs, but values are always moved by index
template <class Group, class Key, class Value, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort_pairs(Group const& group, Key& key, Value& value, Compare compare = {})
{
    detail::sort<detail::sort_kind::stable, 1>(group, detail::address_of(key), detail::address_of(value), compare);
}
//! Sorts Count pairs in each lane, as stable_bitonic_sort_pairs sorts one.
template <class Group, class Key, class Value, unsigned Count, class Compare = less>
HEDDLE_INLINE void stable_bitonic_sort_pairs(Group const& group, Key (&keys)[Count], Value (&values)[Count],
                                             Compare compare = {})
{
    detail::sort<detail::sort_kind::stable, Count>(group, keys, values, compare);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
