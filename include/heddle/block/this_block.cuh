// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A block of a size known at compile time, its place in the grid, and the distribution of elements over its threads.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

#if defined(__CUDACC__)

//! The calling block, of BlockThreads threads in any shape. Use it in place of a cooperative_groups::thread_block,
//! because its size is a constant, so that the compiler unrolls loops over a tile.
//! Requires: BlockThreads is the block's size
template <unsigned BlockThreads>
struct this_block {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024, "heddle: a block has from 1 to 1024 threads");

    //! Returns the number of threads of the block.
    __host__ __device__ static constexpr unsigned num_threads() { return BlockThreads; }

    //! Returns the number of the calling thread in its block.
    __device__ __forceinline__ unsigned thread_rank() const
    {
        HEDDLE_EXPECTS(detail::threads_in_block() == BlockThreads,
                       "the block's size differs from its this_block; launch it with BlockThreads threads");
        return detail::thread_in_block();
    }
    //! Synchronizes all threads of the block.
    __device__ __forceinline__ void sync() const { __syncthreads(); }
    //! Returns whether the condition holds in any thread; includes a sync().
    __device__ __forceinline__ bool any(bool condition) const { return __syncthreads_or(condition) != 0; }
};

#endif

//! The index of a block among several blocks that share work, and the number of these blocks.
struct block_of_many {
    //! The index of the block among those that share the work.
    std::size_t index;
    //! The number of blocks that share the work.
    std::size_t count;

    //! Returns the index of the calling block in its grid, and the grid's number of blocks. On the host, returns block
    //! 0 of 1.
    HEDDLE_INLINE static block_of_many in_grid() { return {detail::block_in_grid(), detail::blocks_in_grid()}; }
};

}  // namespace types

#if defined(__CUDACC__)
using types::this_block;
#endif
using types::block_of_many;

namespace detail {

//! Returns the number of elements that a thread visits at a time: more small elements, so that enough accesses are in
//! flight; fewer large elements, so that they fit into registers.
HEDDLE_HOST_DEVICE constexpr unsigned unrolled_elements(std::size_t element_bytes)
{
    return element_bytes >= 64 ? 1 : element_bytes >= 16 ? 2 : element_bytes >= 4 ? 4 : 8;
}

//! Calls visit(k) for every k < count. Thread t of the block's n threads visits t, t + n …, `Unrolled` at a time.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Unrolled, class Block, class Visit>
HEDDLE_INLINE void for_each_below(Block const& block, unsigned count, Visit const& visit)
{
    unsigned const step = static_cast<unsigned>(block.num_threads());
    unsigned k = static_cast<unsigned>(block.thread_rank());
    if constexpr (Unrolled > 1) {
        for (; k + (Unrolled - 1) * step < count; k += Unrolled * step) {
            HEDDLE_UNROLL
            for (unsigned i = 0; i < Unrolled; ++i) visit(k + i * step);
        }
    }
    HEDDLE_DO_NOT_UNROLL
    for (; k < count; k += step) visit(k);
}

//! The number of consecutive elements that two warps divide into even and odd ones, to avoid bank conflicts.
inline constexpr unsigned paired_elements = 64;

//! Returns the element to visit instead of element k of `count`. Two warps share each run of paired_elements
//! consecutive elements: one warp takes the even elements, the other the odd ones. At most two of a warp's 32 elements
//! then begin in the same bank (proved on the host).
HEDDLE_HOST_DEVICE constexpr unsigned every_second(unsigned k, unsigned count)
{
    constexpr unsigned all = paired_elements;
    return (k | (all - 1)) < count ? (k & ~(all - 1)) | (2 * k & (all - 2)) | (k / (all / 2) & 1) : k;
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
