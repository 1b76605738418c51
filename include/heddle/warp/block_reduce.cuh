// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a block's values: each group reduces its own values, then the first group reduces the results.
//
// CUB: cub::BlockReduce needs the block size at compile time, and warps of 32 lanes. block_reduce accepts any block of
// whole groups, and groups of any size.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/reduce.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! Shared memory for a block reduction: one value for each of up to TileCount groups. It may be reused after a
//! block.sync().
template <class Value, unsigned TileCount>
struct block_reduce_scratch {
    //! The number of groups for which there is room.
    static constexpr unsigned tile_count = TileCount;

    //! Used by heddle.
    alignas(Value) unsigned char bytes[TileCount * sizeof(Value)];

    //! Used by heddle: stores the value of a group.
    HEDDLE_INLINE void write(unsigned group, Value const& value)
    {
        std::memcpy(bytes + group * sizeof(Value), detail::address_of(value), sizeof(Value));
    }
    //! Used by heddle: returns the value of a group.
    HEDDLE_INLINE Value read(unsigned group) const
    {
        detail::element_storage<Value> value;
        std::memcpy(value.bytes(), bytes + group * sizeof(Value), sizeof(Value));
        return detail::to_value<Value>(value.value);
    }
};

}  // namespace types

using types::block_reduce_scratch;

namespace detail {

//! Reduces the values that the first tile_count groups have written to the scratch. Returns the result in lane 0.
//! Group:    all lanes of the block's first group, converged
template <class Group, class Value, unsigned TileCount, class Operation>
HEDDLE_INLINE Value reduce_scratch(Group const& group, block_reduce_scratch<Value, TileCount> const& scratch,
                                   unsigned tile_count, Operation operation)
{
    constexpr unsigned lane_count = lane_count_v<Group>;
    unsigned const share = (tile_count + lane_count - 1) / lane_count;
    unsigned const first = detail::lane_rank(group) * share;
    Value sum = scratch.read(first < tile_count ? first : tile_count - 1);
    if constexpr (TileCount > lane_count) {
        for (unsigned k = 1; k < share && first + k < tile_count; ++k) {
            sum = detail::call(operation, sum, scratch.read(first + k));
        }
    }
    return heddle::reduce(group, sum, operation, (tile_count + share - 1) / share);
}

//! Reduces the sums of the first `used` groups. Returns the result in thread 0 of the block.
template <class Block, class Group, class Value, unsigned TileCount, class Operation>
HEDDLE_INLINE Value reduce_sums(Block const& block, Group const& group, block_reduce_scratch<Value, TileCount>& scratch,
                                Value const& sum, Operation operation, unsigned used)
{
    HEDDLE_EXPECTS(detail::is_whole_block(block), "block_reduce: a thread of the block is missing");
    HEDDLE_EXPECTS(detail::is_shared(&scratch), "block_reduce: the scratch must lie in shared memory");
    unsigned const number = group.meta_group_rank();
    if (detail::lane_rank(group) == 0 && number < used) scratch.write(number, sum);
    block.sync();
    return number == 0 ? detail::reduce_scratch(group, scratch, used, operation) : sum;
}

template <class Group, unsigned TileCount, class Block>
HEDDLE_INLINE unsigned tiles_of_block(Block const& block)
{
    constexpr unsigned lane_count = lane_count_v<Group>;
    unsigned const threads = static_cast<unsigned>(block.num_threads());
    HEDDLE_EXPECTS(threads % lane_count == 0, "block_reduce: a block must consist of whole groups");
    HEDDLE_EXPECTS(threads / lane_count <= TileCount,
                   "block_reduce: the block has more groups than the scratch; raise its TileCount");
    return threads / lane_count;
}

}  // namespace detail

//! Returns v0 + v1 + … in thread 0 of the block, where v(t) is the value held by thread t and + is the operation. The
//! results of other threads are unspecified.
//! Group:    all threads of the block, the lanes of each group converged; `group` is the caller's group, and its number
//!           in the block is meta_group_rank()
//! Requires: as for reduce; the block consists of whole groups, up to TileCount of them; scratch lies in shared memory
//! Cost:     2 group reductions, 1 block.sync(), TileCount * sizeof(Value) bytes of scratch
//! Errors:   checked builds trap if the block does not consist of whole groups, exceeds the scratch, or lacks a thread
template <class Block, class Group, class Value, unsigned TileCount, class Operation = plus>
HEDDLE_INLINE Value block_reduce(Block const& block, Group const& group,
                                 block_reduce_scratch<Value, TileCount>& scratch, Value const& value,
                                 Operation operation = {})
{
    unsigned const tile_count = detail::tiles_of_block<Group, TileCount>(block);
    return detail::reduce_sums(block, group, scratch, heddle::reduce(group, value, operation), operation, tile_count);
}

//! Reduces the values of the first `count` threads only.
//! Group:    as for block_reduce; all threads pass the same count
//! Requires: as for block_reduce; 0 < count <= the block's threads
//! Cost:     as for block_reduce
//! Errors:   as for block_reduce
template <class Block, class Group, class Value, unsigned TileCount, class Operation>
HEDDLE_INLINE Value block_reduce(Block const& block, Group const& group,
                                 block_reduce_scratch<Value, TileCount>& scratch, Value const& value,
                                 Operation operation, unsigned count)
{
    constexpr unsigned lane_count = detail::lane_count_v<Group>;
    [[maybe_unused]] unsigned const tile_count = detail::tiles_of_block<Group, TileCount>(block);
    HEDDLE_EXPECTS(0 < count && count <= tile_count * lane_count,
                   "block_reduce: count must be between 1 and the block's size");
    unsigned const first = group.meta_group_rank() * lane_count;
    unsigned const lanes = first >= count ? 1 : count - first < lane_count ? count - first : lane_count;
    return detail::reduce_sums(block, group, scratch, heddle::reduce(group, value, operation, lanes), operation,
                               (count + lane_count - 1) / lane_count);
}

//! Returns the result of block_reduce in all threads of the block.
//! Group, Requires, Errors: as for block_reduce.
//! Cost:     as for block_reduce, and 1 more block.sync()
template <class Block, class Group, class Value, unsigned TileCount, class Operation = plus>
HEDDLE_INLINE Value block_reduce_to_all(Block const& block, Group const& group,
                                        block_reduce_scratch<Value, TileCount>& scratch, Value const& value,
                                        Operation operation = {})
{
    Value const sum = heddle::block_reduce(block, group, scratch, value, operation);
    group.sync();  // the first group has read all of the scratch
    if (group.meta_group_rank() == 0 && detail::lane_rank(group) == 0) scratch.write(0, sum);
    block.sync();
    return scratch.read(0);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
