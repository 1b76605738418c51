// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tiles of a sequence. Arrays of structs are staged in shared memory, while each thread dereferences other
// iterators for its own elements.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/direct_tile.cuh>
#include <heddle/algorithm/detail/staged_tile.cuh>
#include <heddle/algorithm/detail/stages.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns a tile of first[0 … count - 1]. A staged tile has at most as many elements as fit in the stage.
template <class Block, class Stage, class Iterator>
HEDDLE_INLINE auto tile_of(Block const& block, [[maybe_unused]] Stage& stage, Iterator const& first,
                           [[maybe_unused]] std::size_t count)
{
    if constexpr (is_staged<Iterator>) {
        using element = std::remove_pointer_t<Iterator>;
        auto const mover = detail::mover_of<copy_engine::bulk, element>(block, stage, 0);
        return staged_tile<std::remove_const_t<decltype(mover)>, element>(
            mover, detail::tile_in_stage(stage, 0, first, count));
    } else if constexpr (is_array<Iterator>) {
        return direct_tile(heddle::make_coalesced(first));
    } else {
        return direct_tile<Iterator>(first);
    }
}

//! Returns a pointer to const, which declares that the sequence is not written during the call. The tiles of such a
//! sequence may be read in whole words.
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

#include <heddle/detail/restore_macros.hpp>
