// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline of tiles: keeps track of a block's current tile and its stage, and loads and stores the other tiles.
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/detail/tile_copy.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/thread.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class tile_use { read, write, update };

}  // namespace heddle::detail

namespace heddle::types {

//! The tiles of an array that one block processes in order; made by read_tiles, write_tiles and update_tiles.
//! In a pipeline that writes, the destructor stores the current tile if a thread of the block has called tile() for
//! this tile and the tile was not dropped. The destructor then waits until all tiles are in global memory. Afterwards
//! all threads of the block see the elements, as after store_tile, and the shared memory is free. All threads must
//! reach the destructor at the same tile.
template <detail::tile_use Use, copy_engine Engine, class T, class Block, class Stages>
class tile_pipeline {
    static constexpr bool reads = Use != detail::tile_use::write;
    static constexpr bool writes = Use != detail::tile_use::read;
    static constexpr unsigned stage_count = Stages::stage_count;
    static_assert(!writes || !std::is_const_v<T>, "heddle: cannot store through a pointer to const T");
    // When an updating block moves to the next tile, the tile that it leaves is still being stored, so the next load
    // goes to the stage of the tile before.
    static constexpr unsigned lag = reads && writes && stage_count > 1 ? 1 : 0;

public:
    static constexpr unsigned capacity = Stages::capacity;

    HEDDLE_INLINE tile_pipeline(Block const& block, Stages& stages, T* first, std::size_t count,
                                block_of_many const& share)
        : block_(block), stages_(stages), first_(first), count_(count), share_(share)
    {
        HEDDLE_EXPECTS(share.index < share.count,
                       "the pipeline's share does not exist; share.index must be less than share.count");
        HEDDLE_EXPECTS(detail::is_whole_block(block),
                       "a thread of the block is missing; make a pipeline by all of them");
        HEDDLE_EXPECTS(detail::is_same_in_block(block, &stages) && detail::is_same_in_block(block, first) &&
                           detail::is_same_in_block(block, count) && detail::is_same_in_block(block, share.index) &&
                           detail::is_same_in_block(block, share.count),
                       "the threads of the block do not make the pipeline with the same arguments");
        detail::expect_stageable(stages, first, count);
        if constexpr (reads) {
            for (unsigned stage = 0; stage < stage_count; ++stage) mover(stage).init();
            block_.sync();
            for (unsigned stage = 0; stage < stage_count; ++stage) load_next();
            block_.sync();
        }
    }
    tile_pipeline(tile_pipeline const&) = delete;
    tile_pipeline& operator=(tile_pipeline const&) = delete;

    HEDDLE_INLINE ~tile_pipeline()
    {
        expect_same_step(true);
        bool const has_tile = started_ && is_inside(tile_start_);
        auto const last = mover(stage_);
        std::size_t const last_start = tile_start_;
        if (has_tile) advance();
        if constexpr (reads) {
            // Waits for tiles that are still being loaded when the block leaves the loop.
            for (; is_inside(tile_start_) && tile_start_ < load_start_; advance()) {
                mover(stage_).wait(parity_);
            }
        }
        if constexpr (writes) {
            if (has_tile) {
                last.publish();
                if (detail::any_thread(block_, is_asked_for_ && !is_dropped_)) last.store(chunks_at(last_start));
            }
            last.await_writes();
        }
        block_.sync();
        if constexpr (reads) {
            for (unsigned stage = 0; stage < stage_count; ++stage) mover(stage).invalidate();
        }
    }

    //! Moves to the next tile; returns false if there is no next tile. The previous tile must not be used afterwards.
    //! Group:    all threads of the block, converged
    //! Cost:     1 block.sync(); 2 if there is a single stage, or if tiles are updated and there are two stages
    HEDDLE_INLINE bool next()
    {
        expect_same_step(false);
        if (!started_) {
            started_ = true;
        } else {
            if (!is_inside(tile_start_)) return false;
            retire();
            advance();
        }
        is_asked_for_ = false;
        is_dropped_ = false;
        if (!is_inside(tile_start_)) return false;
        if constexpr (reads) {
            mover(stage_).wait(parity_);
            // Makes bytes of this tile visible that threads have copied since the last sync().
            if constexpr (stage_count < 2 + lag) block_.sync();
        }
        return true;
    }

    //! Returns the current tile: the one that the most recent call of next() moved to.
    //! Group:    none
    HEDDLE_INLINE block_tile<T> tile() const
    {
        HEDDLE_EXPECTS(started_ && is_inside(tile_start_),
                       "the pipeline has no tile; call tile() only after next() returned true");
        is_asked_for_ = true;
        return detail::tile_in_stage(stages_, stage_, first_ + tile_start_, size_at(tile_start_));
    }

    //! Drops the current tile: it is not stored, and its elements in global memory stay unchanged.
    //! Group:    all threads of the block
    HEDDLE_INLINE void drop()
    {
        static_assert(writes, "heddle: tiles that are only read are never stored; leave out drop()");
        is_dropped_ = true;
    }

    //! Returns the array index of the current tile's first element.
    HEDDLE_INLINE std::size_t start() const { return tile_start_; }

private:
    //! Checked builds trap if some threads leave a pipeline that others stay in. All threads call this function.
    HEDDLE_INLINE void expect_same_step([[maybe_unused]] bool leaves) const
    {
        HEDDLE_EXPECTS(detail::is_whole_block(block_) && detail::is_same_in_block(block_, &stages_) &&
                           detail::is_same_in_block(block_, tile_start_ * 4 + (leaves ? 2 : 0) + (started_ ? 1 : 0)),
                       "some threads of the block leave a pipeline that others stay in; leave the "
                       "loop over its tiles by all threads or by none");
    }

    HEDDLE_INLINE auto mover(unsigned stage) const { return detail::mover_of<Engine, T>(block_, stages_, stage); }
    HEDDLE_INLINE std::size_t first_start() const { return share_.index * capacity; }
    HEDDLE_INLINE std::size_t step() const { return share_.count * capacity; }
    HEDDLE_INLINE bool is_inside(std::size_t start) const { return start < count_; }
    HEDDLE_INLINE unsigned size_at(std::size_t start) const
    {
        std::size_t const left = count_ - start;
        return left < capacity ? static_cast<unsigned>(left) : capacity;
    }

    HEDDLE_INLINE void advance()
    {
        tile_start_ += step();
        if (++stage_ < stage_count) return;
        stage_ = 0;
        parity_ ^= 1;
    }

    //! Begins to load the first tile that is not being loaded yet.
    //! Requires: the next stage, which receives the tile, is free
    HEDDLE_INLINE void load_next()
    {
        if (!is_inside(load_start_)) return;
        auto const* const array = detail::opaque(detail::bytes_at(static_cast<T const*>(first_)));
        auto const* const begin = array + load_start_ * sizeof(T);
        auto const* const end = begin + size_at(load_start_) * sizeof(T);
        mover(load_stage_).load(detail::covering_chunks_in_stage(begin, end, array, array + count_ * sizeof(T)));
        load_start_ += step();
        if (++load_stage_ == stage_count) load_stage_ = 0;
    }

    HEDDLE_INLINE auto chunks_at(std::size_t start) const
    {
        return detail::chunks_of_tile(first_ + start, size_at(start));
    }

    HEDDLE_INLINE void retire()
    {
        auto const own = mover(stage_);
        if constexpr (writes) {
            own.publish();
            // After the sync() one stage is free: the stage that is written next or, for updates, the stage of the
            // previous tile.
            if constexpr (stage_count > 1) {
                own.template await_reads<reads ? 0 : stage_count - 2>();
                // A dropped tile has no store, so the last pending store belongs to an older tile.
                if (is_dropped_) own.template await_reads<0>();
            }
        }
        block_.sync();
        if constexpr (writes) {
            if (!is_dropped_) own.store(chunks_at(tile_start_));
            if constexpr (stage_count == 1) {
                own.template await_reads<0>();
                block_.sync();
            }
        }
        if constexpr (reads) {
            if (lag == 0 || tile_start_ != first_start()) load_next();
        }
    }

    Block const block_;
    Stages& stages_;
    T* const first_;
    std::size_t const count_;
    block_of_many const share_;
    std::size_t tile_start_ = first_start();  // first element of the current tile
    std::size_t load_start_ = first_start();  // first element of the next tile to load
    unsigned stage_ = 0;
    unsigned load_stage_ = 0;
    unsigned parity_ = 0;
    bool started_ = false;
    mutable bool is_asked_for_ = false;  // the calling thread has called tile()
    bool is_dropped_ = false;
};

}  // namespace heddle::types

#include <heddle/detail/restore_macros.hpp>
