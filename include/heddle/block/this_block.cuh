// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A block whose size is known when it is compiled, its place in the grid, and the elements that its
// threads take.
#pragma once

#include "../config.cuh"
#include "../detail/plan/plan.hpp"
#include "../detail/standard_library.hpp"

namespace heddle {

#if defined(__CUDACC__)

//! The calling block, of BlockThreads threads in any shape: what the collectives of a block ask of
//! a cooperative_groups::thread_block, with a constant for its size, so that loops over a tile are
//! unrolled.
//! Requires: BlockThreads is the block's size
template <unsigned BlockThreads>
struct this_block {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024,
                  "heddle: a block has from 1 to 1024 threads");

    __host__ __device__ static constexpr unsigned num_threads() { return BlockThreads; }

    __device__ __forceinline__ unsigned thread_rank() const
    {
        HEDDLE_EXPECTS(blockDim.x * blockDim.y * blockDim.z == BlockThreads,
                       "the block is not as large as its this_block says");
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    __device__ __forceinline__ void sync() const { __syncthreads(); }
    //! Whether the condition holds in any thread; a sync().
    __device__ __forceinline__ bool any(bool condition) const
    {
        return __syncthreads_or(condition) != 0;
    }
};

#endif

//! One of several blocks that share some work: which one, and of how many.
struct block_of_many {
    std::size_t index;
    std::size_t count;

    //! The calling block among those of its grid; on the host the only one.
    HEDDLE_INLINE static block_of_many in_grid()
    {
#if defined(__CUDA_ARCH__)
        std::size_t const row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
        return {row * gridDim.x + blockIdx.x, std::size_t{gridDim.x} * gridDim.y * gridDim.z};
#else
        return {0, 1};
#endif
    }
};

namespace detail {

//! Unrolled so far, small elements keep enough accesses in flight, and large ones stay in
//! registers.
HEDDLE_HOST_DEVICE constexpr unsigned unrolled_elements(std::size_t element_bytes)
{
    return element_bytes >= 64 ? 1 : element_bytes >= 16 ? 2 : element_bytes >= 4 ? 4 : 8;
}

//! Calls visit(k) for every k below `count` in one of the block's n threads: thread t takes t, t + n,
//! t + 2n …, Unrolled of them at a time.
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
#if defined(__CUDA_ARCH__)
#    pragma unroll 1
#endif
    for (; k < count; k += step) visit(k);
}

//! Elements that two warps share, each every second one, where so many consecutive ones begin in the
//! same bank that this is faster.
inline constexpr unsigned paired_elements = 64;

//! The element in place of element k of `count`: of all paired_elements one warp takes those with even
//! numbers, another one those with odd ones. At most two of its 32 begin in the same bank (proved on
//! the host).
HEDDLE_HOST_DEVICE constexpr unsigned every_second(unsigned k, unsigned count)
{
    constexpr unsigned all = paired_elements;
    return (k | (all - 1)) < count ? (k & ~(all - 1)) | (2 * k & (all - 2)) | (k / (all / 2) & 1)
                                   : k;
}

}  // namespace detail

}  // namespace heddle
