// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sort of a group: chooses the items of the sorting network, and moves values to their places.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp/detail/ordered_bits.cuh>
#include <heddle/warp/detail/sort_items.cuh>
#include <heddle/warp/detail/sort_network.cuh>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

struct no_value {};

//! Moves the values of sorted pairs to their places: values[i] becomes value index[i] of the group, which lies in slot
//! index[i] mod Count of lane index[i] div Count.
template <unsigned Count, class Group, class Value>
HEDDLE_INLINE void gather_values(Group const& group, Value* values, std::uint32_t const* index)
{
    using item = word_item<shuffled_words<Value>>;
    item old[Count];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) detail::write_words<Value, 0>(old[i], values[i]);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        item found = heddle::shuffle(group, old[0], index[i] / Count);
        HEDDLE_UNROLL
        for (unsigned slot = 1; slot < Count; ++slot) {
            item const other = heddle::shuffle(group, old[slot], index[i] / Count);
            detail::take_if(index[i] % Count == slot, found, other);
        }
        detail::read_words<Value, 0>(found, values + i);
    }
}

//! A stable sort keeps the order of equal keys.
enum class sort_kind { unstable, stable };

template <class Group, class Key, class Value, class Compare, sort_kind Kind, unsigned Count>
struct sort_plan {
    using order = Compare;
    static constexpr bool is_stable = Kind == sort_kind::stable;
    static constexpr bool has_values = !std::is_same_v<Value, no_value>;
    static constexpr bool by_bits = sorts_by_bits<Key, Compare>;
    static constexpr unsigned value_words = has_values ? shuffled_words<Value> : 0;

    static constexpr unsigned steps =
        detail::ceil_log2(lane_count_v<Group>) * (detail::ceil_log2(lane_count_v<Group>) + 1) / 2;
    //! True if the network moves indices, and the values are moved once at the end, because this takes fewer shuffles,
    //! or because a stable sort needs indices anyway.
    static constexpr bool moves_index = has_values && (is_stable || steps + Count * value_words < steps * value_words);
    //! Equal keys that are sorted by bits are identical, so they need no index to tell them apart.
    static constexpr bool is_indexed = moves_index || (is_stable && !by_bits);
    static constexpr unsigned carried_words = is_indexed ? 1 : value_words;
};

//! Sorts keys as numbers. Each key carries at most one more word: the value, or the index of the pair.
template <class Plan, unsigned Count, class Group, class Key, class Value>
HEDDLE_INLINE void sort_by_bits(Group const& group, Key* keys, Value* values)
{
    using order = typename Plan::order;
    if constexpr (Plan::carried_words == 0) {
        key_bits<Key> items[Count];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) items[i] = detail::bits_from_key<Key, order>(keys[i]);
        detail::sort_items<Count>(group, number_policy<key_bits<Key>>{}, items);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) keys[i] = detail::key_from_bits<Key, order>(items[i]);
    } else {
        static_assert(sizeof(key_bits<Key>) == 4 && Plan::carried_words == 1);
        std::uint64_t items[Count];
        std::uint32_t carried[Count];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) {
            word_item<1> word{{detail::lane_rank(group) * Count + i}};
            if constexpr (!Plan::is_indexed) detail::write_words<Value, 0>(word, values[i]);
            items[i] = std::uint64_t{detail::bits_from_key<Key, order>(keys[i])} << 32 | word.words[0];
        }
        detail::sort_items<Count>(group, number_policy<std::uint64_t>{}, items);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) {
            carried[i] = static_cast<std::uint32_t>(items[i]);
            keys[i] = detail::key_from_bits<Key, order>(static_cast<std::uint32_t>(items[i] >> 32));
            if constexpr (!Plan::is_indexed) detail::read_words<Value, 0>(word_item<1>{{carried[i]}}, values + i);
        }
        if constexpr (Plan::moves_index) detail::gather_values<Count>(group, values, carried);
    }
}

//! Sorts keys with the comparison. The words of an item are those of the key, then those of the value or the index of
//! the pair.
template <class Plan, unsigned Count, class Group, class Key, class Value, class Compare>
HEDDLE_INLINE void sort_by_comparison(Group const& group, Key* keys, Value* values, Compare const& compare)
{
    constexpr unsigned key_words = shuffled_words<Key>;
    word_item<key_words + Plan::carried_words> items[Count];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        detail::write_words<Key, 0>(items[i], keys[i]);
        if constexpr (Plan::is_indexed) {
            items[i].words[key_words] = detail::lane_rank(group) * Count + i;
        } else if constexpr (Plan::has_values) {
            detail::write_words<Value, key_words>(items[i], values[i]);
        }
    }
    detail::sort_items<Count>(group, item_policy<Key, Compare, Plan::is_indexed>{compare}, items);
    std::uint32_t index[Count];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        detail::read_words<Key, 0>(items[i], keys + i);
        if constexpr (Plan::is_indexed) {
            index[i] = items[i].words[key_words];
        } else if constexpr (Plan::has_values) {
            detail::read_words<Value, key_words>(items[i], values + i);
        }
    }
    if constexpr (Plan::moves_index) detail::gather_values<Count>(group, values, index);
}

template <sort_kind Kind, unsigned Count, class Group, class Key, class Value, class Compare>
HEDDLE_INLINE void sort(Group const& group, Key* keys, Value* values, Compare const& compare)
{
    using sorting = sort_plan<Group, Key, Value, Compare, Kind, Count>;
    require_movable<Key>();
    require_movable<Value>();
    if constexpr (sorting::by_bits &&
                  (sorting::carried_words == 0 || (sorting::carried_words == 1 && sizeof(key_bits<Key>) == 4))) {
        detail::sort_by_bits<sorting, Count>(group, keys, values);
    } else if constexpr (sorting::by_bits) {
        // Here, too, keys are converted to numbers, so that the order is the same with and without values.
        key_bits<Key> numbers[Count];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) {
            numbers[i] = detail::bits_from_key<Key, Compare>(keys[i]);
        }
        detail::sort_by_comparison<sorting, Count>(group, numbers, values, less{});
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Count; ++i) {
            keys[i] = detail::key_from_bits<Key, Compare>(numbers[i]);
        }
    } else {
        detail::sort_by_comparison<sorting, Count>(group, keys, values, compare);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
