// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A thread's items: the consecutive elements that the thread processes together.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/direct_tile.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/blocked.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the number of items per thread, which all sequences share. It is the smallest n for which n elements of each
//! staged sequence take a multiple of 8 bytes, or 1 if the largest staged element has 16 bytes or more.
template <class... Iterator>
HEDDLE_HOST_DEVICE constexpr unsigned items_per_thread()
{
    if constexpr (max_staged_of<Iterator...>() >= 16) {
        return 1;
    } else {
        unsigned items = 1;
        ((items = items > words_fill<Iterator>() ? items : words_fill<Iterator>()), ...);
        return items;
    }
}

//! Calls visit(items, k) for each batch k (elements k * Items … k * Items + Items - 1). Then calls visit(one, k) for
//! each remaining element k. `items` and `one` are integral constants of the values Items and 1.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, unsigned Unrolled, class Block, class Visit>
HEDDLE_INLINE void for_each_items(Block const& block, unsigned count, Visit const& visit)
{
    detail::for_each_below<Unrolled>(block, count / Items, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        visit(std::integral_constant<unsigned, Items>(), k);
    });
    if constexpr (Items > 1) {
        detail::for_each_below<1>(block, count % Items, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            visit(std::integral_constant<unsigned, 1>(), count / Items * Items + k);
        });
    }
}

// Item i of the result of load_items. get() returns its element. Elements of arrays are loaded before get() is called;
// other iterators are dereferenced in get().

template <class T>
struct item_at_hand {
    T value;
    HEDDLE_INLINE auto& get() { return detail::as_element(value); }
};
template <class Iterator>
struct item_ahead {
    Iterator place;
    HEDDLE_INLINE decltype(auto) get() const { return *place; }
};

template <class T, unsigned Items>
HEDDLE_INLINE item_at_hand<T&> item_of(blocked<T, Items>& items, unsigned i)
{
    return {items[i]};
}
template <class Iterator>
HEDDLE_INLINE auto item_of(direct_tile<Iterator> const& items, unsigned i)
{
    if constexpr (is_coalesced<Iterator>) {
        return item_at_hand<carried_t<typename Iterator::value_type>>{items.load(i)};
    } else {
        auto const place = items.place(i);
        return item_ahead<std::remove_const_t<decltype(place)>>{place};
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
