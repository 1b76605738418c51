// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A block whose size is known when it is compiled, and its place in the grid.
#pragma once

#include "config.cuh"
#include "detail/standard_library.hpp"

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
    //! Whether any thread says so: a sync() that tells.
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

//! Whether a block can say by any(condition) if one of its threads says so.
template <class Block, class = void>
inline constexpr bool can_vote = false;
template <class Block>
inline constexpr bool
    can_vote<Block, std::void_t<decltype(std::declval<Block const&>().any(true))>> = true;

}  // namespace detail

}  // namespace heddle
