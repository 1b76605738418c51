// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a sequence that is not staged.
#pragma once

#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A tile that begins at `first`, with the interface of staged_tile. Each thread dereferences iterators to its
//! elements.
template <class Iterator>
class direct_tile {
public:
    static constexpr bool is_staged = false;

    HEDDLE_INLINE explicit direct_tile(Iterator const& first) : first_(first) {}

    HEDDLE_INLINE void begin_load() const {}
    HEDDLE_INLINE void wait() const {}
    HEDDLE_INLINE void publish() const {}
    HEDDLE_INLINE void write_back() const {}
    HEDDLE_INLINE void begin_write_back() const {}
    HEDDLE_INLINE void await_write_back() const {}

    template <unsigned Items>
    HEDDLE_INLINE direct_tile load_items(unsigned number) const
    {
        return direct_tile(first_ + number * Items);
    }
    template <unsigned Items>
    HEDDLE_INLINE direct_tile make_results(unsigned number) const
    {
        return load_items<Items>(number);
    }
    HEDDLE_INLINE void store_items(unsigned, direct_tile const&) const {}

    HEDDLE_INLINE auto place(unsigned k) const { return first_ + k; }
    HEDDLE_INLINE decltype(auto) operator[](unsigned k) const { return load(k); }
    template <class Value>
    HEDDLE_INLINE void set(unsigned k, Value&& value) const
    {
        store(k, std::forward<Value>(value));
    }

    HEDDLE_INLINE decltype(auto) load(unsigned k) const
    {
        if constexpr (is_coalesced<Iterator>) {
            return (*(first_ + k)).heddle_load();
        } else {
            return *(first_ + k);
        }
    }
    template <class Value>
    HEDDLE_INLINE void store(unsigned k, Value&& value) const
    {
        detail::assign_to(first_ + k, std::forward<Value>(value));
    }

private:
    Iterator const first_;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
