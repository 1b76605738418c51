// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a grid's values in one launch: the blocks reduce theirs, and the block that
// comes last what they got.
//
// CUB: cub::DeviceReduce is called from the host, for its own kernels over an iterator. This is the
// end of a kernel of your own, for any trivially copyable type and in the order of the threads; for
// arrays, with figures, see range_reduce.cuh.
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../detail/preconditions.cuh"
#include "../detail/standard_library.hpp"
#include "block_reduce.cuh"
#include "operations.cuh"

namespace heddle {

//! What a block needs in shared memory; grid_reduce may be called again with it at once.
template <class Value, unsigned TileCount>
struct grid_reduce_scratch {
    block_reduce_scratch<Value, TileCount> block;
    bool is_last;
};

//! What a grid needs in global memory for one reduction: room for a value of each block, and a number
//! that is 0 before the first launch. Each launch leaves it 0, so launches that do not overlap may
//! share it. Reductions of one launch may not, unless the whole grid meets between them: no block
//! waits for the others, so one may come to the second while another has not come to the first, and
//! there is room for one value of each.
template <class Value>
struct grid_reduce_memory {
    Value* values;
    unsigned* arrived;

    //! That of one of several reductions in a launch, where there is room for as many values and
    //! numbers: number * block_count values before its own, and `number` numbers.
    HEDDLE_INLINE grid_reduce_memory of_reduction(unsigned number, unsigned block_count) const
    {
        return {values + std::size_t{number} * block_count, arrived + number};
    }
};

namespace detail {

#if HEDDLE_CHECKED
// Checked builds count in the lower half of the number. Its upper half is the sum of the squares of the
// blocks' numbers, by which the last one sees that each came once: not so where a launch uses the
// memory for two reductions.

//! 0 + 1 + 4 + … + (count - 1)^2, of which the lower 16 bits are wanted.
HEDDLE_HOST_DEVICE constexpr unsigned sum_of_squares(std::uint64_t count)
{
    return count == 0 ? 0 : static_cast<unsigned>((count - 1) * count * (2 * count - 1) / 6);
}

inline constexpr unsigned max_checked_arrivals = 0xffff;

HEDDLE_INLINE bool arrives_last_of_different(unsigned* arrived, unsigned block_count,
                                             unsigned number)
{
    unsigned const own = (number * number) << 16;
#    if defined(__CUDA_ARCH__)
    unsigned const before = atomicAdd(arrived, own + 1);
#    else
    unsigned const before = *arrived;
    *arrived = before + own + 1;
#    endif
    if ((before & 0xffff) != block_count - 1) return false;
    HEDDLE_EXPECTS((before + own) >> 16 == (sum_of_squares(block_count) & 0xffff),
                   "grid_reduce: a launch uses one memory for two reductions");
#    if defined(__CUDA_ARCH__)
    atomicExch(arrived, 0u);
#    else
    *arrived = 0;
#    endif
    return true;
}
#endif

//! Counts the calling thread, for block `number` of block_count.
HEDDLE_INLINE bool counts_as_last(unsigned* arrived, unsigned block_count,
                                  [[maybe_unused]] unsigned number)
{
#if HEDDLE_CHECKED
    if (block_count <= max_checked_arrivals) {
        return arrives_last_of_different(arrived, block_count, number);
    }
#endif
#if defined(__CUDA_ARCH__)
    return atomicInc(arrived, block_count - 1) == block_count - 1;
#else
    *arrived = (*arrived + 1) % block_count;  // emulated blocks run one after the other
    return *arrived == 0;
#endif
}

//! Whether the calling thread is the last of block_count to come here. What each did before is then
//! visible to it.
HEDDLE_INLINE bool arrives_last(unsigned* arrived, unsigned block_count, unsigned number)
{
#if defined(__CUDA_ARCH__)
    __threadfence();
    bool const is_last = counts_as_last(arrived, block_count, number);
    __threadfence();
    return is_last;
#else
    return counts_as_last(arrived, block_count, number);
#endif
}

//! Reduces the values of the first `used` blocks, of which this is one if it has a value. Returns
//! whether the block is the last; then its scratch is free after a block.sync().
//! Group: all threads of all blocks; thread 0 of each used block brings the block's sum
HEDDLE_EXEC_CHECK_DISABLE
template <class Grid, class Block, class Group, class Value, unsigned TileCount, class Operation>
HEDDLE_INLINE bool reduce_blocks(Grid const& grid, Block const& block, Group const& group,
                                 grid_reduce_scratch<Value, TileCount>& scratch,
                                 grid_reduce_memory<Value> memory, Value const& sum,
                                 Operation operation, unsigned used, Value* result)
{
    unsigned const number = static_cast<unsigned>(grid.block_rank());
    bool const is_first_thread = group.meta_group_rank() == 0 && group.thread_rank() == 0;
    if (is_first_thread) {
        if (number < used) memory.values[number] = sum;
        scratch.is_last =
            arrives_last(memory.arrived, static_cast<unsigned>(grid.num_blocks()), number);
    }
    block.sync();
    if (!scratch.is_last) return false;

    unsigned const threads = static_cast<unsigned>(block.num_threads());
    unsigned const share = (used + threads - 1) / threads;
    unsigned const rank = group.meta_group_rank() * lane_count_v<Group> + group.thread_rank();
    unsigned const first = rank * share;
    Value own(static_cast<Value const&>(memory.values[first < used ? first : used - 1]));
    for (unsigned k = 1; k < share && first + k < used; ++k) {
        own = operation(own, memory.values[first + k]);
    }
    Value const total =
        block_reduce(block, group, scratch.block, own, operation, (used + share - 1) / share);
    if (is_first_thread) *result = total;
    return true;
}

}  // namespace detail

//! *result is afterwards v0 + v1 + … over the grid's threads in their order, for + the operation.
//! Group:    all threads of all blocks, converged in groups; `grid` and `block` as cooperative
//!           groups has them, `group` one of those that the block is partitioned into
//! Requires: as for block_reduce; memory has room for a value of each block, and nothing else uses it
//!           until the launch is done: of several reductions in a launch each has its own
//!           (memory.of_reduction); the launch need not be a cooperative one
//! Cost:     1 block reduction and 1 atomic increment a block, 1 more reduction in the last block
//! Errors:   as for block_reduce; checked builds of up to 65535 blocks trap in the last of them if a
//!           block has come twice
template <class Grid, class Block, class Group, class Value, unsigned TileCount,
          class Operation = plus>
HEDDLE_INLINE void grid_reduce(Grid const& grid, Block const& block, Group const& group,
                               grid_reduce_scratch<Value, TileCount>& scratch,
                               grid_reduce_memory<Value> memory, Value const& value, Value* result,
                               Operation operation = {})
{
    Value const sum = block_reduce(block, group, scratch.block, value, operation);
    bool const is_last = detail::reduce_blocks(grid, block, group, scratch, memory, sum, operation,
                                               static_cast<unsigned>(grid.num_blocks()), result);
    if (is_last) block.sync();
}

}  // namespace heddle
