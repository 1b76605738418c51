// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of an array by a whole grid, at nearly the speed at which memory can be read.
//
// The array is divided into rows. A row is what a group loads with one load_contiguous. A lane takes the smallest
// number of consecutive elements that fill whole 16-byte words, such as 4 structs of 28 bytes or 16 structs of 13
// bytes. If these exceed 256 bytes, the lane takes one element. Each block takes consecutive rows. If the operation is
// commutative, the groups of a block take the rows in turn, and each lane keeps its own sum. Otherwise each group takes
// consecutive rows, and reduces them one by one.
//
// CUB: cub::DeviceReduce requires a commutative operation, and is launched from the host.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/warp/detail/block_share.cuh>
#include <heddle/warp/detail/row_sums.cuh>
#include <heddle/warp/grid_reduce.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/reduce.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Sets *result to first[0] + first[1] + … + first[count - 1], where + is the operation.
//! Group:    as for grid_reduce; any number of blocks. The reduction is fastest with as many blocks of 256 threads as
//!           the GPU holds at once. Declare the kernel __launch_bounds__(256, 1), so that there are enough registers
//!           for 8 loads of 16 bytes in flight
//! Requires: as for grid_reduce; first points to global memory, aligned to alignof(Element); 0 < count; Element is
//!           trivially copyable
//! Cost:     each element is loaded once, in whole rows. 1 operation for each element. If the operation is not
//!           commutative, 1 reduction of the group for each row
//! Order:    the order of the elements. If the operation is commutative, the order is unspecified; it depends only on
//!           `count`, the shape of the grid, and `first` modulo 16
//! Errors:   checked builds trap on a count of 0; as for grid_reduce
template <class Grid, class Block, class Group, class Element, unsigned TileCount, class Operation = plus>
HEDDLE_INLINE void grid_reduce_range(Grid const& grid, Block const& block, Group const& group,
                                     grid_reduce_scratch<Element, TileCount>& scratch,
                                     grid_reduce_memory<Element> memory, Element const* first, std::size_t count,
                                     Element* result, Operation operation = {})
{
    HEDDLE_EXPECTS(count > 0, "grid_reduce_range: count must be at least 1");
    HEDDLE_EXPECTS(detail::is_aligned(first), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(detail::is_global(first), "the elements must lie in global memory");
    constexpr auto arrangement = detail::is_commutative<Operation, Element> ? detail::row_arrangement::striped
                                                                            : detail::row_arrangement::blocked;
    using share_of_block = detail::block_share<Group, Element, arrangement>;
    unsigned const groups = detail::tiles_of_block<Group, TileCount>(block);
    unsigned const block_rank = static_cast<unsigned>(grid.block_rank());
    share_of_block const share(first, count, block_rank, static_cast<unsigned>(grid.num_blocks()), groups);
    Element sum = first[0];
    if (block_rank < share.used_blocks) {
        auto const own = detail::reduce_rows(group, share.rows(first, group.meta_group_rank()), operation, first[0]);
        sum = heddle::reduce(group, own.value, operation, own.lanes == 0 ? 1 : own.lanes);
        sum = detail::reduce_sums(block, group, scratch.block, sum, operation, share.used_tiles());
    }
    bool const is_last =
        detail::reduce_blocks(grid, block, group, scratch, memory, sum, operation, share.used_blocks, result);
    if (is_last) block.sync();
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
