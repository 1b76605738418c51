// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The elements of a tile as the bytes that an engine copies.
#pragma once

#include "../../config.cuh"
#include "../../plan/stage_layout.hpp"
#include "../group/group.cuh"
#include "../group/plain_access.cuh"
#include "../group/preconditions.cuh"
#include "../group/word_access.cuh"
#include "../standard_library.hpp"
#include "copy_engine.cuh"
#include "tile_copy.cuh"

namespace heddle::detail {

template <class T>
HEDDLE_INLINE std::byte const* bytes_at(T const* element)
{
    return reinterpret_cast<std::byte const*>(element);
}
template <class T>
HEDDLE_INLINE std::byte* bytes_at(T* element)
{
    return reinterpret_cast<std::byte*>(element);
}

//! What a thread needs to move the tiles of one of a tile_stages.
template <copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE auto mover_of(Block const& block, Stages& stages, unsigned stage)
{
    static_assert(std::is_same_v<typename Stages::element_type, std::remove_const_t<T>>,
                  "heddle: the stages must be for elements of the type that the pointer names");
    require_movable<std::remove_const_t<T>>();
    constexpr unsigned unit = alignof(T) < chunk_bytes ? alignof(T) : chunk_bytes;
    return tile_mover<Engine, unit, Block>{block, stages.memory[stage], stages.barriers[stage]};
}

//! What a checked build asks of stages and of elements that are to be staged in them.
template <class T, class Stages>
HEDDLE_INLINE void expect_stageable([[maybe_unused]] Stages& stages, [[maybe_unused]] T* first,
                                    [[maybe_unused]] std::size_t count)
{
    HEDDLE_EXPECTS(is_aligned(first), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(count == 0 || first != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(count == 0 || is_global(first), "the elements must lie in global memory");
    HEDDLE_EXPECTS(is_shared(&stages), "the stages of a tile must lie in shared memory");
}

//! The bytes of a tile, and nothing else.
template <class T>
HEDDLE_INLINE auto chunks_of_tile(T* first, unsigned count)
{
    auto* const begin = opaque(bytes_at(first));
    return chunks_in_stage(begin, begin + count * sizeof(T));
}

}  // namespace heddle::detail
