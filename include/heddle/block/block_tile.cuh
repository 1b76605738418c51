// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a block: consecutive elements of any size, which the block stages together in shared memory.
//
// All functions below, unless they say otherwise:
//   Group:    all threads of the block, converged. `block` is a this_block<BlockThreads>, a
//             cooperative_groups::thread_block, or any type with the same num_threads(), thread_rank() and sync()
//   Requires: T is trivially copyable; the elements lie in global memory (of this GPU, or mapped from the host) at
//             addresses aligned to alignof(T); the stages lie in shared memory, and nothing else uses them meanwhile
//   Order:    as if every thread of the block loaded, or stored, every element. A load reads what this block wrote
//             before a block.sync(). If this block has acquired what another block released, the load also reads what
//             that block wrote before the release (docs/memory-order.md)
//   Errors:   a checked build traps if elements are misaligned or not in global memory, if stages are not in shared
//             memory, if a tile belongs to other stages, if threads pass different arguments, or if a thread is missing
#pragma once

#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/block/detail/shared_element.cuh>
#include <heddle/block/detail/tile_copy.cuh>
#include <heddle/block/this_block.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/device_pointer.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! A tile in shared memory: an array that all threads of the block share, read-only if T is const.
//! load and store move whole elements in wide words, without bank conflicts if consecutive threads take consecutive
//! elements. Use data() and [] to access single members.
template <class T>
class block_tile {
public:
    //! The type of the elements, const if the tile is read-only.
    using element_type = T;
    //! The type of the elements, without const.
    using value_type = std::remove_const_t<T>;

    //! Makes an empty tile.
    block_tile() = default;

    //! Requires: data holds first[0 … size - 1] in shared memory; the addresses `data` and `first` are equal modulo 16
    HEDDLE_INLINE block_tile(T* data, T* first, unsigned size) : data_(data), first_(first), size_(size)
    {
        HEDDLE_EXPECTS(
            detail::offset_in_word(data, detail::chunk_bytes) == detail::offset_in_word(first, detail::chunk_bytes),
            "block_tile: data and first must have the same alignment modulo 16");
    }

    //! Makes a read-only tile of another tile.
    template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    HEDDLE_INLINE block_tile(block_tile<U> const& other)
        : data_(other.data()), first_(other.first()), size_(other.size())
    {
    }

    //! Returns the number of elements.
    HEDDLE_INLINE unsigned size() const { return size_; }
    //! The elements in shared memory.
    HEDDLE_INLINE T* data() const { return data_; }
    //! The elements in global memory.
    HEDDLE_INLINE T* first() const { return first_; }

    //! Returns a plain reference to element k in shared memory.
    HEDDLE_INLINE T& operator[](unsigned k) const
    {
        HEDDLE_EXPECTS(k < size_, "the tile has no such element; its index must be less than size()");
        return data()[k];
    }

    //! Loads element k.
    //! Group:    none
    HEDDLE_INLINE value_type load(unsigned k) const { return detail::to_value<value_type>(heddle_load(k)); }
    //! Used by heddle.
    HEDDLE_INLINE detail::carried_t<value_type> heddle_load(unsigned k) const
    {
        HEDDLE_EXPECTS(k < size_, "the tile has no such element; its index must be less than size()");
        return detail::load_shared<detail::neighbors_of<T>>(static_cast<value_type const*>(data_), k);
    }

    //! Stores `value` to element k.
    //! Group:    none
    HEDDLE_INLINE void store(unsigned k, value_type const& value) const
    {
        static_assert(!std::is_const_v<T>, "heddle: cannot write to a block_tile<T const>");
        HEDDLE_EXPECTS(k < size_, "the tile has no such element; its index must be less than size()");
        if constexpr (!std::is_const_v<T>) detail::store_shared(data_, k, value);
    }

private:
    T* data_ = nullptr;
    T* first_ = nullptr;
    unsigned size_ = 0;
};

}  // namespace types

using types::block_tile;

namespace detail {

template <class T, class Stages>
HEDDLE_INLINE void expect_stageable([[maybe_unused]] Stages& stages, [[maybe_unused]] T* first,
                                    [[maybe_unused]] std::size_t count)
{
    HEDDLE_EXPECTS(detail::is_aligned(first), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(count == 0 || first != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(count == 0 || detail::is_global(first), "the elements must lie in global memory");
    HEDDLE_EXPECTS(detail::is_shared(&stages), "the stages of a tile must lie in shared memory");
}

//! Returns the tile in a stage for first[0 … count - 1], or for as many of these elements as the stage holds.
template <class T, class Stages>
HEDDLE_INLINE block_tile<T> tile_in_stage(Stages& stages, unsigned stage, T* first, std::size_t count)
{
    unsigned const size = count < Stages::capacity ? static_cast<unsigned>(count) : Stages::capacity;
    detail::expect_stageable(stages, first, size);
    std::byte* const memory = stages.memory[stage] + detail::offset_in_word(first, line_bytes);
    return {reinterpret_cast<T*>(memory), first, size};
}

//! Begins to load a tile. All threads see the tile after a block.sync() and then a mover.wait(0).
template <class Mover, class T>
HEDDLE_INLINE void begin_load(Mover const& mover, block_tile<T> const& tile)
{
    mover.init();
    if constexpr (Mover::has_barrier && !Mover::is_bulk) mover.block.sync();
    mover.load(detail::chunks_of_tile(static_cast<T const*>(tile.first()), tile.size()));
}

}  // namespace detail

//! Calls visit(k) for every element k. Thread t of the block's n threads visits elements t, t + n, t + 2n … For some
//! sizes (35, 43, 51, 55 … bytes), more than two of 32 consecutive elements begin in the same bank. For these sizes,
//! two warps share 64 elements: one visits the even elements, the other the odd ones.
//! Group:    none
HEDDLE_EXEC_CHECK_DISABLE
template <class T, class Block, class Visit>
HEDDLE_INLINE void for_each_element(Block const& block, block_tile<T> const& tile, Visit const& visit)
{
    constexpr bool has_bank_conflicts = detail::words_of<T>.has_bank_conflicts;
    unsigned const count = tile.size();
    detail::for_each_below<detail::unrolled_elements(sizeof(T))>(block, count, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        visit(has_bank_conflicts ? detail::every_second(k, count) : k);
    });
}

//! Loads first[0 … count - 1] into shared memory, or as many of these elements as a stage holds. Returns the loaded
//! elements as a tile. Reads no other bytes.
//! Requires: all threads pass the same arguments; if other threads of the block wrote the elements, they called
//!           block.sync() after the writes (store_tile and pipelines end with a block.sync())
//! Cost:     3 block.sync()
HEDDLE_EXEC_CHECK_DISABLE
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class Pointer>
HEDDLE_INLINE auto load_tile(Block const& block, Stages& stages, Pointer const& first, std::size_t count)
{
    using element = detail::pointee_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_whole_block(block), "load_tile: a thread of the block is missing");
    HEDDLE_EXPECTS(detail::is_same_in_block(block, &stages) &&
                       detail::is_same_in_block(block, detail::raw_pointer(first)) &&
                       detail::is_same_in_block(block, count),
                   "load_tile: the threads of the block do not pass the same arguments");
    auto const tile = detail::tile_in_stage(stages, 0, detail::raw_pointer(first), count);
    auto const mover = detail::mover_of<Engine, element>(block, stages, 0);
    detail::begin_load(mover, tile);
    block.sync();
    mover.wait(0);
    if constexpr (decltype(mover)::has_barrier) {
        block.sync();
        mover.invalidate();
    }
    return tile;
}

//! Returns a tile for first[0 … count - 1], or for as many of these elements as a stage holds, without loading them.
//! Fill the tile, then store it.
//! Requires: all threads pass the same arguments
//! Cost:     none
template <class Block, class Stages, class Pointer>
HEDDLE_INLINE auto make_tile(Block const&, Stages& stages, Pointer const& first, std::size_t count)
{
    return detail::tile_in_stage(stages, 0, detail::raw_pointer(first), count);
}

//! Copies the tile to its elements in global memory, after all threads have called this function. Writes no other
//! bytes. Afterwards all threads of the block see the elements, and the shared memory is free. Other blocks see the
//! elements as they see any store by a thread of this block: after a __threadfence() and a flag, a barrier of the grid,
//! or the end of the kernel.
//! Requires: all threads pass the tile that load_tile or make_tile returned for these stages
//! Cost:     2 block.sync(), and a wait until the elements are in global memory
template <copy_engine Engine = copy_engine::bulk, class Block, class Stages, class T>
HEDDLE_INLINE void store_tile(Block const& block, Stages& stages, block_tile<T> const& tile)
{
    static_assert(!std::is_const_v<T>, "heddle: cannot store through a pointer to const T");
    HEDDLE_EXPECTS(tile.size() <= Stages::capacity &&
                       tile.data() == detail::tile_in_stage(stages, 0, tile.first(), tile.size()).data(),
                   "store_tile: the tile was not created from these stages; pass the tile that load_tile or "
                   "make_tile returned for them");
    HEDDLE_EXPECTS(detail::is_whole_block(block), "store_tile: a thread of the block is missing");
    HEDDLE_EXPECTS(detail::is_same_in_block(block, tile.first()) && detail::is_same_in_block(block, tile.size()),
                   "store_tile: the threads of the block do not pass the same tile");
    auto const mover = detail::mover_of<Engine, T>(block, stages, 0);
    mover.publish();
    block.sync();
    mover.store(detail::chunks_of_tile(tile.first(), tile.size()));
    mover.await_writes();
    block.sync();
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
