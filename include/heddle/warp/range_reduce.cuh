// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of an array by a whole grid, at the speed at which memory can be read.
//
// The array is rows of as many elements as a group loads at once. A lane takes as many consecutive
// ones as fill words of 16 bytes (4 structs of 28 bytes are 7 words, 16 packed ones of 13 bytes are
// 13), if they are not more than 256 bytes, else one; all of them by load_contiguous. Each block
// takes a run of consecutive rows. Where operands may be exchanged its groups take turns and each
// lane keeps a sum of its own; else each group takes a run of consecutive rows and reduces row after
// row.
//
// CUB: cub::DeviceReduce takes for granted that operands may be exchanged, and is launched from the
// host alone. Share of a flat read, ours / in order / CUB, on the better of two H200s (on the other
// ours are 0.02 less): int32 0.99 / 0.97 / 0.97, fp32 0.99 / 0.97 / 0.97, structs of 28 bytes 0.97 /
// 0.96 / 0.95, of 52 bytes 0.96 / 0.95 / 0.90, packed ones of 13 bytes 0.95 / 0.94 / 0.65.
// (heddle_warp_benchmarks, "grid_reduce".)
#pragma once

#include "../config.cuh"
#include "../detail/group.cuh"
#include "../detail/standard_library.hpp"
#include "detail/block_share.cuh"
#include "detail/row_sums.cuh"
#include "grid_reduce.cuh"
#include "operations.cuh"
#include "reduce.cuh"

namespace heddle {

//! *result is afterwards first[0] + first[1] + … + first[count - 1] for + the operation.
//! Group:    as for grid_reduce; any number of blocks. Best on an H200: as many as the GPU holds at
//!           once, of 256 threads, declared __launch_bounds__(256, 1). With __launch_bounds__(512)
//!           alone the compiler saves registers and has 2 loads of 16 bytes under way instead of 8:
//!           0.96 of a flat read instead of 0.99. With 8 times as many blocks it is 0.98
//! Requires: as for grid_reduce; first points to global memory, aligned to alignof(Element);
//!           0 < count; Element is trivially copyable
//! Cost:     each element is loaded once, in whole rows. Where operands may be exchanged, 1
//!           operation an element; else, beside it, a reduction of the group for each row
//! Order:    of the elements; where operands may be exchanged any, but the same in every run with
//!           as many threads
//! Errors:   checked builds trap on a count of 0; as for grid_reduce
template <class Grid, class Block, class Group, class Element, unsigned TileCount,
          class Operation = plus>
HEDDLE_INLINE void grid_reduce_range(Grid const& grid, Block const& block, Group const& group,
                                     grid_reduce_scratch<Element, TileCount>& scratch,
                                     grid_reduce_memory<Element> memory, Element const* first,
                                     std::size_t count, Element* result, Operation operation = {})
{
    HEDDLE_EXPECTS(count > 0, "grid_reduce_range: there is nothing to reduce");
    HEDDLE_EXPECTS(detail::is_aligned(first), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(detail::is_global(first), "the elements must lie in global memory");
    using share_of_block =
        detail::block_share<Group, Element, detail::is_commutative<Operation, Element>>;
    unsigned const groups = detail::tiles_of_block<Group, TileCount>(block);
    unsigned const block_rank = static_cast<unsigned>(grid.block_rank());
    share_of_block const share(first, count, block_rank, static_cast<unsigned>(grid.num_blocks()),
                               groups);
    Element sum = first[0];
    if (block_rank < share.used_blocks) {
        auto const own = detail::reduce_rows(group, share.rows(first, group.meta_group_rank()),
                                             operation, first[0]);
        sum = heddle::reduce(group, own.value, operation, own.lanes == 0 ? 1 : own.lanes);
        sum = detail::reduce_sums(block, group, scratch.block, sum, operation, share.used_tiles());
    }
    bool const is_last = detail::reduce_blocks(grid, block, group, scratch, memory, sum, operation,
                                               share.used_blocks, result);
    if (is_last) block.sync();
}

}  // namespace heddle
