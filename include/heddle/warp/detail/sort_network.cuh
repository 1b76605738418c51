// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The bitonic network over n lanes with any number of items in each, every comparator
// pointing upwards.
//
// A merge of two sorted blocks begins with a flip, which compares item p with item N-1-p of both;
// what it leaves in either half is bitonic (it rises and falls once, counted around). A bitonic
// block of even length becomes two of half the length, all of the one before all of the other, by
// comparing items half the length apart. So log2 n of these steps reach the single lane, whatever
// number of items that has, and the rest is a sort of registers.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "../../shuffle.cuh"

namespace heddle::detail {

// Policy::order(a, b): a has afterwards the item that comes first.
// Policy::keep(is_lower, own, other): own is afterwards the first of both in the lower lane, the
// other one in the upper lane; no item is lost or doubled.

//! items[First … First + Count) from any order, by odd-even transposition.
template <unsigned First, unsigned Count, class Policy, class Item>
HEDDLE_INLINE void sort_by_transposition(Policy const& policy, Item* items)
{
    HEDDLE_UNROLL
    for (unsigned round = 0; round < Count; ++round) {
        HEDDLE_UNROLL
        for (unsigned i = round % 2; i + 1 < Count; i += 2) {
            policy.order(items[First + i], items[First + i + 1]);
        }
    }
}

//! items[First … First + Count) from bitonic order.
template <unsigned First, unsigned Count, class Policy, class Item>
HEDDLE_INLINE void merge_registers(Policy const& policy, Item* items)
{
    if constexpr (Count % 2 == 1) {
        sort_by_transposition<First, Count>(policy, items);
    } else {
        constexpr unsigned half = Count / 2;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < half; ++i) policy.order(items[First + i], items[First + half + i]);
        merge_registers<First, half>(policy, items);
        merge_registers<First + half, half>(policy, items);
    }
}

//! items[First … First + Count) from any order.
template <unsigned First, unsigned Count, class Policy, class Item>
HEDDLE_INLINE void sort_registers(Policy const& policy, Item* items)
{
    if constexpr (Count % 2 == 1) {
        sort_by_transposition<First, Count>(policy, items);
    } else {
        constexpr unsigned half = Count / 2;
        sort_registers<First, half>(policy, items);
        sort_registers<First + half, half>(policy, items);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < half; ++i) {
            policy.order(items[First + i], items[First + Count - 1 - i]);
        }
        merge_registers<First, half>(policy, items);
        merge_registers<First + half, half>(policy, items);
    }
}

//! Compares each item with that of lane l xor mask in the same slot, or, flipping, in the slot as
//! far from the end; the lower lane keeps what comes first.
template <unsigned Count, bool Flips, class Group, class Policy, class Item>
HEDDLE_INLINE void compare_across(Group const& group, Policy const& policy, Item* items,
                                  unsigned mask, bool is_lower)
{
    Item others[Count];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        others[i] = heddle::shuffle_xor(group, items[Flips ? Count - 1 - i : i], mask);
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) policy.keep(is_lower, items[i], others[i]);
}

//! Sorts the group's items: item i of lane l is number l*Count + i.
//! Cost: Count * log2 n * (log2 n + 1) / 2 shuffles of an item
template <unsigned Count, class Group, class Policy, class Item>
HEDDLE_INLINE void sort_items(Group const& group, Policy const& policy, Item* items)
{
    unsigned const lane = lane_rank(group);
    sort_registers<0, Count>(policy, items);
    HEDDLE_UNROLL
    for (unsigned size = 2; size <= lane_count_v<Group>; size *= 2) {
        compare_across<Count, true>(group, policy, items, size - 1, (lane & size / 2) == 0);
        HEDDLE_UNROLL
        for (unsigned distance = size / 4; distance > 0; distance /= 2) {
            compare_across<Count, false>(group, policy, items, distance, (lane & distance) == 0);
        }
        merge_registers<0, Count>(policy, items);
    }
}

}  // namespace heddle::detail
