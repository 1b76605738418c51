// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of an array in shared memory, and the results that take the place of its elements.
#pragma once

#include "../../block/block_tile.cuh"
#include "../../block/detail/shared_element.cuh"
#include "../../blocked.cuh"
#include "../../config.cuh"
#include "../../detail/per_thread.cuh"
#include "../../detail/words.cuh"
#include "assign.cuh"

#include <type_traits>
#include <utility>

namespace heddle::detail {

//! Consecutive results of one thread, until they are stored together in the place of `elements`.
template <class T, unsigned Items>
class staged_results {
public:
    HEDDLE_INLINE staged_results(T const* elements, carried_t<blocked<T, Items>> const& before)
        : elements_(elements)
    {
        store_plainly(address_of(values_.value), before);
    }
    HEDDLE_INLINE explicit staged_results(T const* elements) : elements_(elements) {}

    //! Result i is what elements[i] = value would leave there.
    template <class Value>
    HEDDLE_INLINE void set(unsigned i, Value&& value)
    {
        auto const result = assigned(elements_ + i, std::forward<Value>(value));
        store_plainly(as_element(values_.value).item + i, as_element(result));
    }
    HEDDLE_INLINE T const& operator[](unsigned i) const { return values()[i]; }
    HEDDLE_INLINE blocked<T, Items> const& values() const { return as_element(values_.value); }

private:
    T const* elements_;
    element_storage<blocked<T, Items>> values_;
};

//! Some elements of a sequence, one tile of a block; what can be staged is staged.
//! `load_items<Items>(g)[i]` is element g * Items + i; results are made by `make_results` or, if those
//! that are not set shall stay, by `load_results`, then stored. Others may access other elements
//! meanwhile.
//! Group: all threads of the block, converged, for begin_load, wait, publish and write_back
template <class Mover, class T>
class staged_tile {
public:
    using value_type = std::remove_const_t<T>;

    HEDDLE_INLINE staged_tile(Mover const& mover, block_tile<T> const& tile)
        : mover_(mover), tile_(tile)
    {
    }
    //! What the tile has in memory is there after a sync() of the block, then wait().
    HEDDLE_INLINE void begin_load() const { detail::begin_load(mover_, tile_); }
    HEDDLE_INLINE void wait() const { mover_.wait(0); }
    //! What was stored is in memory when the kernel ends; a sync() of the block stands between.
    HEDDLE_INLINE void publish() const { mover_.publish(); }
    HEDDLE_INLINE void write_back() const
    {
        begin_write_back();
        await_write_back();
    }
    // The two halves of it, so that several tiles can be on their way at a time.
    HEDDLE_INLINE void begin_write_back() const
    {
        mover_.store(chunks_of_tile(tile_.first(), tile_.size()));
    }
    // Shared memory must outlive what reads it.
    HEDDLE_INLINE void await_write_back() const { mover_.template await_reads<0>(); }

    template <unsigned Items>
    HEDDLE_INLINE carried_t<blocked<value_type, Items>> load_items(unsigned number) const
    {
        return load_shared<std::is_const_v<T>>(
            blocks_of<Items>(static_cast<value_type const*>(tile_.data())), number);
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
        store_shared(blocks_of<Items>(tile_.data()), number, results.values());
    }

    HEDDLE_INLINE block_tile<T> const& tile() const { return tile_; }
    HEDDLE_INLINE carried_t<value_type> load(unsigned k) const { return tile_.heddle_load(k); }
    //! The tile has what first()[k] = value would leave there.
    template <class Value>
    HEDDLE_INLINE void store(unsigned k, Value&& value) const
    {
        tile_.store(k, as_element(assigned(tile_.first() + k, std::forward<Value>(value))));
    }

private:
    Mover const mover_;
    block_tile<T> const tile_;
};

}  // namespace heddle::detail
