// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Summands: what a scan adds up instead of the elements. of(notes, k, element) returns the summand of element k of a
// tile, and result(notes, start, k, sum) the element that replaces it. start is the place of the tile's first element.
//
// note() may write to the notes, which lie in shared memory, while the tile is being loaded. replace() may change the
// elements of the tile before they are added. If `compacts` is true, write(block, warp, notes, barrier, start, tile)
// stores the results. If `has_runs` is true, sums begin anew at some elements. All threads of the block call these
// functions, converged.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Elements are their own summands.
template <class Value>
struct own_summands {
    using sum_type = Value;
    static constexpr bool compacts = false, has_runs = false;
    template <unsigned Capacity>
    struct notes {
    };

    template <class Block, class Warp, class Notes>
    HEDDLE_INLINE void note(Block const&, Warp const&, Notes&, std::size_t, unsigned) const
    {
    }
    template <class Block, class Tile>
    HEDDLE_INLINE void replace(Block const&, Tile const&) const
    {
    }
    template <class Notes>
    HEDDLE_INLINE Value const& of(Notes const&, unsigned, Value const& element) const
    {
        return element;
    }
    template <class Notes>
    HEDDLE_INLINE Value const& result(Notes const&, std::size_t, unsigned, Value const& sum) const
    {
        return sum;
    }
};

//! The results of a function, which have the type of the elements and replace them.
template <class Value, class Function>
struct transformed_summands : own_summands<Value> {
    Function function;

    explicit transformed_summands(Function const& of_element) : function(of_element) {}

    template <class Block>
    HEDDLE_INLINE void replace(Block const& block, block_tile<Value const> const& tile)
    {
        block_tile<Value> const replaced(const_cast<Value*>(tile.data()), nullptr, tile.size());
        heddle::for_each_element(block, replaced, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            auto const element = replaced.heddle_load(k);
            replaced.store(k, detail::converted_to<Value>(detail::call(function, element)));
        });
        block.sync();
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
