// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the blocks of an algorithm read and write, tile by tile. Arrays of structs are staged
// in shared memory; all other iterators are dereferenced by the threads one by one.
#pragma once

#include "../../block_tile.cuh"
#include "../../blocked_access.cuh"
#include "../../coalesced_ptr.cuh"
#include "../../config.cuh"
#include "../../detail/block/shared_element.cuh"
#include "../../detail/group/element_access.cuh"
#include "../../detail/group/words.cuh"
#include "../../plan/network.hpp"
#include "../../tile_stages.cuh"
#include "arrays.cuh"
#include "assign.cuh"
#include "stages.cuh"

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace heddle::detail {

//! Blocks of so many threads keep memory busiest (docs/tuning-log.md, "Tiles of a block").
inline constexpr unsigned algorithm_threads = 64;

//! How many elements a thread takes at once where it walks several sequences: as many as fill words
//! of 8 bytes of each that is staged, as long as those are small.
template <class... Iterator>
constexpr unsigned items_of_group()
{
    if (max_staged_of<Iterator...>() >= 16) return 1;
    unsigned items = 1;
    ((items = items > words_fill<Iterator>() ? items : words_fill<Iterator>()), ...);
    return items;
}

//! Consecutive results of one thread, until they are stored together in the place of `elements`.
template <class T, unsigned Items>
class staged_results {
public:
    HEDDLE_INLINE staged_results(T const* elements, blocked<T, Items> const& before)
        : elements_(elements)
    {
        values_.value = before;
    }
    HEDDLE_INLINE explicit staged_results(T const* elements) : elements_(elements) {}

    //! Result i is what elements[i] = value would leave there.
    template <class Value>
    HEDDLE_INLINE void set(unsigned i, Value&& value)
    {
        store_plainly(values_.value.item + i, assigned(elements_ + i, std::forward<Value>(value)));
    }
    HEDDLE_INLINE T const& operator[](unsigned i) const { return values_.value[i]; }
    HEDDLE_INLINE blocked<T, Items> const& values() const { return values_.value; }

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
    HEDDLE_INLINE blocked<value_type, Items> load_items(unsigned group) const
    {
        return load_shared<std::is_const_v<T>>(
            blocks_of<Items>(static_cast<value_type const*>(tile_.data())), group);
    }
    template <unsigned Items>
    HEDDLE_INLINE staged_results<value_type, Items> make_results(unsigned group) const
    {
        return staged_results<value_type, Items>(tile_.first() + group * Items);
    }
    template <unsigned Items>
    HEDDLE_INLINE staged_results<value_type, Items> load_results(unsigned group) const
    {
        return {tile_.first() + group * Items, load_items<Items>(group)};
    }
    template <unsigned Items>
    HEDDLE_INLINE void store_group(unsigned group, staged_results<T, Items> const& results) const
    {
        store_shared(blocks_of<Items>(tile_.data()), group, results.values());
    }

    HEDDLE_INLINE block_tile<T> const& tile() const { return tile_; }
    HEDDLE_INLINE value_type load(unsigned k) const { return tile_.load(k); }
    //! The tile has what first()[k] = value would leave there.
    template <class Value>
    HEDDLE_INLINE void store(unsigned k, Value&& value) const
    {
        tile_.store(k, assigned(tile_.first() + k, std::forward<Value>(value)));
    }

private:
    Mover const mover_;
    block_tile<T> const tile_;
};

//! The same of a sequence whose elements the threads take one by one, from `first` on.
template <class Iterator>
class direct_tile {
public:
    HEDDLE_INLINE explicit direct_tile(Iterator const& first) : first_(first) {}

    HEDDLE_INLINE void begin_load() const {}
    HEDDLE_INLINE void wait() const {}
    HEDDLE_INLINE void publish() const {}
    HEDDLE_INLINE void write_back() const {}
    HEDDLE_INLINE void begin_write_back() const {}
    HEDDLE_INLINE void await_write_back() const {}

    template <unsigned Items>
    HEDDLE_INLINE direct_tile load_items(unsigned group) const
    {
        return direct_tile(first_ + group * Items);
    }
    template <unsigned Items>
    HEDDLE_INLINE direct_tile make_results(unsigned group) const
    {
        return load_items<Items>(group);
    }
    HEDDLE_INLINE void store_group(unsigned, direct_tile const&) const {}

    HEDDLE_INLINE auto place(unsigned k) const { return first_ + k; }
    HEDDLE_INLINE decltype(auto) operator[](unsigned k) const { return load(k); }
    template <class Value>
    HEDDLE_INLINE void set(unsigned k, Value&& value) const
    {
        store(k, std::forward<Value>(value));
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE decltype(auto) load(unsigned k) const
    {
        if constexpr (is_coalesced<Iterator>) {
            return (*(first_ + k)).load();
        } else {
            return *(first_ + k);
        }
    }
    //! first[k] = value.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Value>
    HEDDLE_INLINE void store(unsigned k, Value&& value) const
    {
        assign_to(first_ + k, std::forward<Value>(value));
    }

private:
    Iterator const first_;
};

// Item i of what load_items gave: get() is the element. Of arrays that is known before it is asked for; all
// else is dereferenced then, and not before.

template <class T>
struct item_at_hand {
    T value;
    HEDDLE_INLINE T& get() { return value; }
};
template <class Iterator>
struct item_ahead {
    Iterator place;
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE decltype(auto) get() const { return *place; }
};

template <class T, unsigned Items>
HEDDLE_INLINE item_at_hand<T&> item_of(blocked<T, Items>& items, unsigned i)
{
    return {items[i]};
}
HEDDLE_EXEC_CHECK_DISABLE
template <class Iterator>
HEDDLE_INLINE auto item_of(direct_tile<Iterator> const& items, unsigned i)
{
    if constexpr (is_coalesced<Iterator>) {
        return item_at_hand<typename Iterator::value_type>{items.load(i)};
    } else {
        auto const place = items.place(i);
        return item_ahead<std::remove_const_t<decltype(place)>>{place};
    }
}

//! The tile of first[0 … count - 1]; no more than the stage has room for, if it has one.
HEDDLE_EXEC_CHECK_DISABLE
template <class Block, class Stage, class Iterator>
HEDDLE_INLINE auto tile_of(Block const& block, [[maybe_unused]] Stage& stage, Iterator const& first,
                           [[maybe_unused]] std::size_t count)
{
    if constexpr (is_staged<Iterator>) {
        using element = std::remove_pointer_t<Iterator>;
        auto const mover = mover_of<copy_engine::bulk, element>(block, stage, 0);
        return staged_tile<std::remove_const_t<decltype(mover)>, element>(
            mover, tile_in_stage(stage, 0, first, count));
    } else if constexpr (is_array<Iterator>) {
        return direct_tile(make_coalesced(first));
    } else {
        return direct_tile<Iterator>(first);
    }
}

//! The same of a sequence that nobody changes meanwhile, so that words are read as a whole.
template <class T>
HEDDLE_INLINE T const* read_only(T* first)
{
    return first;
}
template <class Iterator>
HEDDLE_INLINE Iterator const& read_only(Iterator const& first)
{
    return first;
}

}  // namespace heddle::detail
