// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A bitonic sorting network over n lanes with any number of items in each. All comparators point upwards.
//
// A merge of two sorted blocks with N items in total begins with a flip, which compares items p and N-1-p. Each half is
// bitonic afterwards: read as a ring, it rises once and falls once. A step divides a bitonic block of even length: it
// compares items that are half the length apart. Both halves are then bitonic, and every item of the first half comes
// before every item of the second. After log2 n such steps, each lane has one bitonic block, of any length, to sort in
// registers.
// Source: K. E. Batcher, Sorting networks and their applications, 1968
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

// Policy::order(a, b) swaps a and b if b comes first.
// Policy::keep(is_lower, own, other) sets `own` to the item that comes first if the calling lane is the lower lane,
// otherwise to the item that comes last. No item is lost or duplicated.

//! Sorts items[First … First + Count) by odd-even transposition.
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

//! Sorts items[First … First + Count), which are bitonic.
template <unsigned First, unsigned Count, class Policy, class Item>
HEDDLE_INLINE void merge_registers(Policy const& policy, Item* items)
{
    if constexpr (Count % 2 == 1) {
        detail::sort_by_transposition<First, Count>(policy, items);
    } else {
        constexpr unsigned half = Count / 2;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < half; ++i) policy.order(items[First + i], items[First + half + i]);
        detail::merge_registers<First, half>(policy, items);
        detail::merge_registers<First + half, half>(policy, items);
    }
}

//! Sorts items[First … First + Count).
template <unsigned First, unsigned Count, class Policy, class Item>
HEDDLE_INLINE void sort_registers(Policy const& policy, Item* items)
{
    if constexpr (Count % 2 == 1) {
        detail::sort_by_transposition<First, Count>(policy, items);
    } else {
        constexpr unsigned half = Count / 2;
        detail::sort_registers<First, half>(policy, items);
        detail::sort_registers<First + half, half>(policy, items);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < half; ++i) {
            policy.order(items[First + i], items[First + Count - 1 - i]);
        }
        detail::merge_registers<First, half>(policy, items);
        detail::merge_registers<First + half, half>(policy, items);
    }
}

//! The item of another lane with which item i is compared: item i, or item Count - 1 - i.
enum class item_pairing { same, mirrored };

//! Compares each item of lane l with an item of lane `l ^ mask`. The lower lane keeps the item that comes first.
template <unsigned Count, item_pairing Pairing, class Group, class Policy, class Item>
HEDDLE_INLINE void compare_across(Group const& group, Policy const& policy, Item* items, unsigned mask, bool is_lower)
{
    Item others[Count];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        others[i] = heddle::shuffle_xor(group, items[Pairing == item_pairing::mirrored ? Count - 1 - i : i], mask);
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) policy.keep(is_lower, items[i], others[i]);
}

//! Sorts the group's items: item l*Count + i of the sorted sequence is item i of lane l.
//! Cost: Count * log2 n * (log2 n + 1) / 2 shuffles of an item
template <unsigned Count, class Group, class Policy, class Item>
HEDDLE_INLINE void sort_items(Group const& group, Policy const& policy, Item* items)
{
    unsigned const lane = detail::lane_rank(group);
    detail::sort_registers<0, Count>(policy, items);
    HEDDLE_UNROLL
    for (unsigned size = 2; size <= lane_count_v<Group>; size *= 2) {
        detail::compare_across<Count, item_pairing::mirrored>(group, policy, items, size - 1, (lane & size / 2) == 0);
        HEDDLE_UNROLL
        for (unsigned distance = size / 4; distance > 0; distance /= 2) {
            detail::compare_across<Count, item_pairing::same>(group, policy, items, distance, (lane & distance) == 0);
        }
        detail::merge_registers<0, Count>(policy, items);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
