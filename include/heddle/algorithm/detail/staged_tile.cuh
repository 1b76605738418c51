// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of an array in shared memory, and results that replace its elements.
#pragma once

#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/shared_element.cuh>
#include <heddle/blocked.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/words.cuh>

#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Consecutive results of one thread, which are stored together and replace `elements`.
template <class T, unsigned Items>
class staged_results {
public:
    HEDDLE_INLINE staged_results(T const* elements, carried_t<blocked<T, Items>> const& before) : elements_(elements)
    {
        detail::store_plainly(detail::address_of(values_.value), before);
    }
    HEDDLE_INLINE explicit staged_results(T const* elements) : elements_(elements) {}

    //! Assigns value to result i, converted as in `elements[i] = value`.
    template <class Value>
    HEDDLE_INLINE void set(unsigned i, Value&& value)
    {
        auto const result = detail::assigned(elements_ + i, std::forward<Value>(value));
        detail::store_plainly(detail::as_element(values_.value).item + i, detail::as_element(result));
    }
    HEDDLE_INLINE T const& operator[](unsigned i) const { return values()[i]; }
    HEDDLE_INLINE blocked<T, Items> const& values() const { return detail::as_element(values_.value); }

private:
    T const* elements_;
    element_storage<blocked<T, Items>> values_;
};

//! A tile of an array, staged in shared memory. load_items<Items>(g)[i] is element g * Items + i. make_results creates
//! results. load_results starts from the present values, so an element without a new result keeps its value.
//! store_items stores results. Threads may access different elements at the same time.
//! Group:    all threads of the block, converged, for begin_load, wait, publish and write_back
template <class Mover, class T>
class staged_tile {
public:
    static constexpr bool is_staged = true;
    using value_type = std::remove_const_t<T>;

    HEDDLE_INLINE staged_tile(Mover const& mover, block_tile<T> const& tile) : mover_(mover), tile_(tile) {}
    //! Starts loading the tile. Its elements are in shared memory after a block.sync() and wait().
    HEDDLE_INLINE void begin_load() const { detail::begin_load(mover_, tile_); }
    HEDDLE_INLINE void wait() const { mover_.wait(0); }
    //! To write the stored elements to global memory, call publish(), a block.sync() and write_back(). The write is
    //! complete at the end of the kernel.
    HEDDLE_INLINE void publish() const { mover_.publish(); }
    HEDDLE_INLINE void write_back() const
    {
        begin_write_back();
        await_write_back();
    }
    // The two halves of write_back(), so that the writes of several tiles can overlap.
    HEDDLE_INLINE void begin_write_back() const { mover_.store(detail::chunks_of_tile(tile_.first(), tile_.size())); }
    // The block must not exit before its bulk copies have read shared memory.
    HEDDLE_INLINE void await_write_back() const { mover_.template await_reads<0>(); }

    template <unsigned Items>
    HEDDLE_INLINE carried_t<blocked<value_type, Items>> load_items(unsigned number) const
    {
        return detail::load_shared<neighbors_of<T>>(
            detail::blocks_of<Items>(static_cast<value_type const*>(tile_.data())), number);
    }
    template <unsigned Items>
    HEDDLE_INLINE staged_results<value_type, Items> make_results(unsigned number) const
    {
        return staged_results<value_type, Items>(tile_.first() + number * Items);
    }
    template <unsigned Items>
    HEDDLE_INLINE staged_results<value_type, Items> load_results(unsigned number) const
    {
        return {tile_.first() + number * Items, load_items<Items>(number)};
    }
    template <unsigned Items>
    HEDDLE_INLINE void store_items(unsigned number, staged_results<T, Items> const& results) const
    {
        detail::store_shared(detail::blocks_of<Items>(tile_.data()), number, results.values());
    }

    HEDDLE_INLINE block_tile<T> const& tile() const { return tile_; }
    HEDDLE_INLINE carried_t<value_type> load(unsigned k) const { return tile_.heddle_load(k); }
    //! Assigns value to element k of the tile, converted as in `first()[k] = value`.
    template <class Value>
    HEDDLE_INLINE void store(unsigned k, Value&& value) const
    {
        tile_.store(k, detail::as_element(detail::assigned(tile_.first() + k, std::forward<Value>(value))));
    }

private:
    Mover const mover_;
    block_tile<T> const tile_;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
