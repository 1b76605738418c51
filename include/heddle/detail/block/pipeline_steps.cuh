// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a pipeline does between two tiles, and where it is left.
#pragma once

#include "../../config.cuh"
#include "../group/word_access.cuh"
#include "../standard_library.hpp"
#include "copy_engine.cuh"
#include "pipeline.cuh"
#include "tile_copy.cuh"
#include "tile_elements.cuh"

namespace heddle {

HEDDLE_EXEC_CHECK_DISABLE
template <detail::tile_use Use, copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE tile_pipeline<Use, Engine, T, Block, Stages>::~tile_pipeline()
{
    expect_same_step(true);
    bool const has_tile = started_ && is_inside(tile_start_);
    auto const last = mover(stage_);
    std::size_t const last_start = tile_start_;
    if (has_tile) advance();
    if constexpr (reads) {
        // Tiles that are on their way although the block leaves.
        for (; is_inside(tile_start_) && tile_start_ < load_start_; advance()) {
            mover(stage_).wait(parity_);
        }
    }
    if constexpr (writes) {
        if (has_tile) {
            last.publish();
            if (any_thread(is_asked_for_ && !is_dropped_)) store(last, last_start);
        }
        last.await_writes();
    }
    block_.sync();
    if constexpr (reads) {
        if (keeps_barriers || !has_tile) invalidate_all();
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <detail::tile_use Use, copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE void tile_pipeline<Use, Engine, T, Block, Stages>::load_next()
{
    if (!is_inside(load_start_)) return;
    auto const* const array = detail::opaque(detail::bytes_at(static_cast<T const*>(first_)));
    auto const* const begin = array + load_start_ * sizeof(T);
    auto const* const end = begin + size_at(load_start_) * sizeof(T);
    mover(load_stage_)
        .load(detail::covering_chunks_in_stage(begin, end, array, array + count_ * sizeof(T)));
    load_start_ += step();
    if (++load_stage_ == stage_count) load_stage_ = 0;
}

HEDDLE_EXEC_CHECK_DISABLE
template <detail::tile_use Use, copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE void tile_pipeline<Use, Engine, T, Block, Stages>::retire()
{
    auto const own = mover(stage_);
    if constexpr (writes) {
        own.publish();
        // So that after the sync() a stage is free: the next one to be written, or the last one
        // that was updated, which is loaded again.
        if constexpr (stage_count > 1) {
            own.template await_reads<reads ? 0 : stage_count - 2>();
            // Without a store of this one, those that may still be under way are one tile older.
            if (is_dropped_) own.template await_reads<0>();
        }
    }
    block_.sync();
    if constexpr (writes) {
        if (!is_dropped_) store(own, tile_start_);
        if constexpr (stage_count == 1) {
            own.template await_reads<0>();
            block_.sync();
        }
    }
    if constexpr (reads) {
        if (lag == 0 || tile_start_ != first_start()) load_next();
    }
}

HEDDLE_EXEC_CHECK_DISABLE
template <detail::tile_use Use, copy_engine Engine, class T, class Block, class Stages>
HEDDLE_INLINE bool tile_pipeline<Use, Engine, T, Block, Stages>::any_thread(bool condition) const
{
    if constexpr (keeps_barriers) {
        return block_.any(condition);
    } else {
        auto& vote = stages_.barriers[0].state;
        block_.sync();
        if constexpr (reads) invalidate_all();
        if (block_.thread_rank() == 0) vote = 0;
        block_.sync();
        if (condition) vote = 1;
        block_.sync();
        return vote != 0;
    }
}

}  // namespace heddle
