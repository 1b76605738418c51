// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions that copy an array with each function of the library that moves elements, and deleted functions with the
// names of the library's functions.
#pragma once

#include "hostile_elements.hpp"

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <cstddef>
#include <cstring>
#include <utility>

namespace heddle_test::hostile {

// Calls inside the library must not find these functions by argument-dependent lookup.
#define HEDDLE_TEST_TAKES_ANYTHING(name) \
    template <class... Anything>         \
    void name(Anything&&...) = delete;
HEDDLE_FOR_EACH(HEDDLE_TEST_TAKES_ANYTHING, load, store, load_if, store_if, load_contiguous, store_contiguous, loaded,
                shuffle, shuffle_up, shuffle_down, shuffle_xor, broadcast, exchange, reduce, inclusive_scan)
#undef HEDDLE_TEST_TAKES_ANYTHING

}  // namespace heddle_test::hostile

namespace heddle_test {

//! Returns the right operand. This operation is associative. A scan with this operation returns its input.
struct later_value {
    template <class Value>
    HEDDLE_INLINE Value operator()(Value const&, Value const& right) const
    {
        return right;
    }
};
struct never_before {
    template <class Value>
    HEDDLE_INLINE bool operator()(Value const&, Value const&) const
    {
        return false;
    }
};

//! Functions that a lane calls by itself.
enum class lane_way {
    by_reference,
    by_edit,
    by_update,
    by_update_if,
    by_swap,
    by_swap_with_plain,
    by_value,
    by_load,
    by_load_if
};
//! Returns whether a function returns elements by value, and therefore calls their copy constructor.
HEDDLE_HOST_DEVICE constexpr bool gives_values(lane_way way) { return way >= lane_way::by_value; }

//! A sequence of all enumerators from First to Last.
template <class Way, unsigned First, unsigned... Number>
auto counted_from(std::integer_sequence<unsigned, Number...>)
    -> std::integer_sequence<Way, static_cast<Way>(First + Number)...>;
template <auto First, auto Last>
using ways_from = decltype(counted_from<decltype(First), static_cast<unsigned>(First)>(
    std::make_integer_sequence<unsigned, static_cast<unsigned>(Last) - static_cast<unsigned>(First) + 1>()));
using lane_ways_without_values = ways_from<lane_way::by_reference, lane_way::by_swap_with_plain>;
using lane_ways_with_values = ways_from<lane_way::by_value, lane_way::by_load_if>;

//! If i < count, copies in[i] to out[i]. The ways with swap exchange out[i] and spare[i] instead.
template <lane_way Way, class Element, class Policy>
HEDDLE_ALWAYS_INLINE void move_by_lane(heddle::coalesced_ptr<Element const, Policy> in,
                                       heddle::coalesced_ptr<Element, Policy> out,
                                       heddle::coalesced_ptr<Element, Policy> spare, std::ptrdiff_t i,
                                       std::ptrdiff_t count)
{
    if constexpr (Way == lane_way::by_update_if) {
        heddle::update_if(i < count, out + i, [&](Element& e) { copy_bytes(e, in.get()[i]); });
    } else if constexpr (Way == lane_way::by_load_if) {
        heddle::store_if(i < count, out + i, heddle::load_if(i < count, in + i));
    } else if (i < count) {
        if constexpr (Way == lane_way::by_reference) out[i] = in[i];
        if constexpr (Way == lane_way::by_edit) {
            auto e = out[i].edit();
            copy_bytes(*e, in.get()[i]);
            e->rest[0] = in.get()[i].rest[0];
        }
        if constexpr (Way == lane_way::by_update) {
            heddle::update(out + i, [&](Element& e) { copy_bytes(e, in.get()[i]); });
        }
        if constexpr (Way == lane_way::by_swap) swap(out[i], spare[i]);
        if constexpr (Way == lane_way::by_swap_with_plain) swap(out[i], spare.get()[i]);
        if constexpr (Way == lane_way::by_value) {
            Element const e = in[i];
            out[i] = e;
        }
        if constexpr (Way == lane_way::by_load) out[i].store(in[i].load());
    }
}

//! Functions that all lanes of a group call together.
enum class group_way {
    by_pointers,
    by_mask,
    by_mask_or_else,
    by_first,
    by_first_and_count,
    by_blocks,
    by_shuffles,
    by_exchange,
    by_transpose,
    by_sort,
    by_sort_of_values,
    by_scan,
    by_segmented_scan,
    by_reduce,
    by_broadcast,
    by_rotate
};

using group_ways = ways_from<group_way::by_pointers, group_way::by_rotate>;

template <group_way Way, class Element, class Group>
HEDDLE_INLINE void move_by_group(Group const& group, Element const* in, Element* out)
{
    constexpr unsigned lanes = heddle::detail::lane_count_v<Group>;
    unsigned const lane = static_cast<unsigned>(group.thread_rank());
    if constexpr (Way == group_way::by_pointers) heddle::store(group, out + lane, heddle::load(group, in + lane));
    if constexpr (Way == group_way::by_mask) {
        heddle::store_if(group, lane % 3 != 0, out + lane, heddle::load_if(group, lane % 3 != 0, in + lane));
        heddle::store_if(group, lane % 3 == 0, out + lane, heddle::load_if(group, lane % 3 == 0, in + lane));
    }
    if constexpr (Way == group_way::by_mask_or_else) {
        heddle::store(group, out + lane, heddle::load_if(group, lane % 2 == 0, in + lane, in[lane]));
    }
    if constexpr (Way == group_way::by_first) heddle::store_contiguous(group, out, heddle::load_contiguous(group, in));
    if constexpr (Way == group_way::by_first_and_count) {
        heddle::store_contiguous(group, out, heddle::load_contiguous(group, in, lanes - 1), lanes - 1);
        if (lane == lanes - 1) copy_bytes(out[lane], in[lane]);
    }
    if constexpr (Way == group_way::by_blocks && lanes == 1) copy_bytes(out[lane], in[lane]);
    if constexpr (Way == group_way::by_blocks && lanes > 1) {
        // Half of the lanes move two elements each; the other lanes move none.
        heddle::store_contiguous<2>(group, out, heddle::load_contiguous<2>(group, in, lanes), lanes);
    }
    if constexpr (Way >= group_way::by_shuffles) {
        Element const own = in[lane];
        if constexpr (Way == group_way::by_shuffles) {
            auto const up = heddle::shuffle_up(group, own, 0);
            bool exists = false;
            auto const down = heddle::shuffle_down(group, up, 0, exists);
            auto const crossed = heddle::shuffle_xor(group, heddle::shuffle_xor(group, down, lanes / 2), lanes / 2);
            copy_bytes(out[lane], heddle::shuffle(group, crossed, lane));
        }
        if constexpr (Way == group_way::by_exchange && lanes > 1) {
            Element first = own, second = own;
            heddle::exchange(group, first, second, 1);
            heddle::exchange(group, first, second, 1);
            copy_bytes(out[lane], lane % 2 == 0 ? first : second);
        }
        if constexpr (Way == group_way::by_transpose) {
            struct words {
                unsigned word[(sizeof(Element) + 3) / 4];
            };
            words values[3] = {};
            for (words& value : values) std::memcpy(value.word, __builtin_addressof(own), sizeof(Element));
            heddle::rows_to_elements(group, values);
            heddle::elements_to_rows(group, values);
            std::memcpy(static_cast<void*>(out + lane), values[2].word, sizeof(Element));
        }
        if constexpr (Way == group_way::by_sort) {
            Element key = own;
            heddle::stable_bitonic_sort(group, key, never_before{});
            copy_bytes(out[lane], key);
        }
        if constexpr (Way == group_way::by_sort_of_values) {
            Element value = own;
            unsigned key = lanes - lane;
            heddle::bitonic_sort_pairs(group, key, value);
            copy_bytes(out[lanes - 1 - lane], value);
        }
        if constexpr (Way == group_way::by_scan)
            copy_bytes(out[lane], heddle::inclusive_scan(group, own, later_value{}));
        if constexpr (Way == group_way::by_segmented_scan) {
            copy_bytes(out[lane], heddle::segmented_inclusive_scan(group, own, lane % 5 == 0, later_value{}));
        }
        if constexpr (Way == group_way::by_reduce) {
            Element const last = heddle::reduce_to_all(group, own, later_value{});
            copy_bytes(out[lane], lane == lanes - 1 ? last : own);
        }
        if constexpr (Way == group_way::by_broadcast) {
            Element const zeroth = heddle::broadcast(group, own, 0);
            auto const last = heddle::broadcast_from_last(group, true, own);
            copy_bytes(out[lane], lane == 0 ? zeroth : lane == lanes - 1 ? last.value : own);
        }
        if constexpr (Way == group_way::by_rotate) {
            copy_bytes(out[lane], heddle::rotate(group, heddle::rotate(group, own, 3), -3));
        }
    }
}

}  // namespace heddle_test
