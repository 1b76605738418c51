// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a grid's values in one launch: each block reduces its own values, and the block that finishes last
// reduces the results.
//
// CUB: cub::DeviceReduce is called from the host and launches its own kernels. grid_reduce is called at the end of your
// kernel, and adds in the order of the threads. range_reduce.cuh reduces arrays.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/warp/block_reduce.cuh>
#include <heddle/warp/operations.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! Shared memory for one block of a grid reduction. The next grid_reduce may reuse it at once.
template <class Value, unsigned TileCount>
struct grid_reduce_scratch {
    //! Used by heddle.
    block_reduce_scratch<Value, TileCount> block;
    //! Used by heddle.
    bool is_last;
};

//! Global memory for one grid reduction: one value for each block, and a counter that is 0 before the first launch.
//! Each launch resets the counter to 0, so launches that do not overlap may share the memory. Two reductions in one
//! launch must not share the memory, unless the grid synchronizes between them. Blocks do not wait for each other: one
//! block may store its second value before another block has stored its first value.
template <class Value>
struct grid_reduce_memory {
    //! One value for each block.
    Value* values;
    //! The counter.
    unsigned* arrived;

    //! Returns the memory of reduction `number` in a launch with several reductions. `values` must have block_count
    //! values for each reduction, and `arrived` one counter.
    HEDDLE_INLINE grid_reduce_memory of_reduction(unsigned number, unsigned block_count) const
    {
        return {values + std::size_t{number} * block_count, arrived + number};
    }
};

}  // namespace types

using types::grid_reduce_memory;
using types::grid_reduce_scratch;

namespace detail {

#if HEDDLE_CHECKED
// Checked builds count blocks in the lower half of the counter, and add the squares of the blocks' numbers in the upper
// half. The last block compares this sum with the sum of all squares, to test whether each block arrived once. If a
// launch uses the memory for two reductions, some block may have arrived twice, and another block not at all.

//! Returns 0 + 1 + 4 + … + (count - 1)^2. Only the lower 16 bits are used.
HEDDLE_HOST_DEVICE constexpr unsigned sum_of_squares(std::uint64_t count)
{
    return count == 0 ? 0 : static_cast<unsigned>((count - 1) * count * (2 * count - 1) / 6);
}

inline constexpr unsigned max_checked_arrivals = 0xffff;

HEDDLE_INLINE bool arrives_last_of_different(unsigned* arrived, unsigned block_count, unsigned number)
{
    unsigned const own = (number * number) << 16;
    unsigned const before = detail::fetch_add(*arrived, own + 1);
    if ((before & 0xffff) != block_count - 1) return false;
    HEDDLE_EXPECTS((before + own) >> 16 == (sum_of_squares(block_count) & 0xffff),
                   "grid_reduce: two reductions of a launch use one memory; pass memory.of_reduction(i, "
                   "block_count) to reduction i");
    detail::exchange(*arrived, 0u);
    return true;
}
#endif

//! Counts block `number` of block_count, and returns whether it is the last to arrive.
HEDDLE_INLINE bool counts_as_last(unsigned* arrived, unsigned block_count, [[maybe_unused]] unsigned number)
{
#if HEDDLE_CHECKED
    if (block_count <= max_checked_arrivals) {
        return arrives_last_of_different(arrived, block_count, number);
    }
#endif
    return detail::fetch_increment(*arrived, block_count - 1) == block_count - 1;
}

//! Returns whether the calling thread is the last of block_count threads to arrive. The last thread sees the writes
//! that the other threads made before they arrived.
HEDDLE_INLINE bool arrives_last(unsigned* arrived, unsigned block_count, unsigned number)
{
    detail::fence_device();
    bool const is_last = counts_as_last(arrived, block_count, number);
    detail::fence_device();
    return is_last;
}

//! The block that arrives last reduces the sums of the first `used` blocks. Returns whether the calling block is the
//! last block. The last block may reuse its scratch after a block.sync().
//! Group:    all threads of all blocks; reads only the `sum` of thread 0 in each of the first `used` blocks
HEDDLE_EXEC_CHECK_DISABLE
template <class Grid, class Block, class Group, class Value, unsigned TileCount, class Operation>
HEDDLE_INLINE bool reduce_blocks(Grid const& grid, Block const& block, Group const& group,
                                 grid_reduce_scratch<Value, TileCount>& scratch, grid_reduce_memory<Value> memory,
                                 Value const& sum, Operation operation, unsigned used, Value* result)
{
    unsigned const number = static_cast<unsigned>(grid.block_rank());
    bool const is_first_thread = group.meta_group_rank() == 0 && detail::lane_rank(group) == 0;
    if (is_first_thread) {
        if (number < used) memory.values[number] = sum;
        scratch.is_last = detail::arrives_last(memory.arrived, static_cast<unsigned>(grid.num_blocks()), number);
    }
    block.sync();
    if (!scratch.is_last) return false;

    unsigned const threads = static_cast<unsigned>(block.num_threads());
    unsigned const share = (used + threads - 1) / threads;
    unsigned const rank = group.meta_group_rank() * lane_count_v<Group> + detail::lane_rank(group);
    unsigned const first = rank * share;
    Value own(static_cast<Value const&>(memory.values[first < used ? first : used - 1]));
    for (unsigned k = 1; k < share && first + k < used; ++k) {
        own = detail::call(operation, own, memory.values[first + k]);
    }
    Value const total = heddle::block_reduce(block, group, scratch.block, own, operation, (used + share - 1) / share);
    if (is_first_thread) *result = total;
    return true;
}

}  // namespace detail

//! Sets *result to v0 + v1 + …, where v(t) is the value held by thread t of the grid and + is the operation.
//! Group:    all threads of the grid, each group converged; `grid`, `block` and `group` are cooperative groups
//! Requires: as for block_reduce; memory has one value for each block, and nothing else uses it until the launch is
//!           done. If a launch has several reductions, each has its own memory (memory.of_reduction). The launch need
//!           not be cooperative
//! Cost:     1 block reduction and 1 atomic increment per block, 1 more reduction in the last block
//! Errors:   as for block_reduce. In grids of up to 65535 blocks, checked builds also trap if two reductions of a
//!           launch use the same memory
template <class Grid, class Block, class Group, class Value, unsigned TileCount, class Operation = plus>
HEDDLE_INLINE void grid_reduce(Grid const& grid, Block const& block, Group const& group,
                               grid_reduce_scratch<Value, TileCount>& scratch, grid_reduce_memory<Value> memory,
                               Value const& value, Value* result, Operation operation = {})
{
    Value const sum = heddle::block_reduce(block, group, scratch.block, value, operation);
    bool const is_last = detail::reduce_blocks(grid, block, group, scratch, memory, sum, operation,
                                               static_cast<unsigned>(grid.num_blocks()), result);
    if (is_last) block.sync();
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
