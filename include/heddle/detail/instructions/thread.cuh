// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The calling thread: its place in its block, the block's place in the grid, a vote of the block, and exceptions.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#if !defined(__CUDACC_RTC__)
#    include <exception>
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the number of the calling thread in its block. On the host, all emulated lanes run on thread 0 of 1.
HEDDLE_INLINE unsigned thread_in_block()
{
#if defined(__CUDA_ARCH__)
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
#else
    return 0;
#endif
}

HEDDLE_INLINE unsigned threads_in_block()
{
#if defined(__CUDA_ARCH__)
    return blockDim.x * blockDim.y * blockDim.z;
#else
    return 1;
#endif
}

//! Returns the number of the calling block in its grid. The host has block 0 of 1.
HEDDLE_INLINE std::size_t block_in_grid()
{
#if defined(__CUDA_ARCH__)
    std::size_t const row = std::size_t{blockIdx.z} * gridDim.y + blockIdx.y;
    return row * gridDim.x + blockIdx.x;
#else
    return 0;
#endif
}

HEDDLE_INLINE std::size_t blocks_in_grid()
{
#if defined(__CUDA_ARCH__)
    return std::size_t{gridDim.x} * gridDim.y * gridDim.z;
#else
    return 1;
#endif
}

//! Returns whether the condition holds in any thread of the block; includes a sync().
HEDDLE_EXEC_CHECK_DISABLE
template <class Block>
HEDDLE_INLINE bool any_thread([[maybe_unused]] Block const& block, bool condition)
{
#if defined(__CUDA_ARCH__)
    return __syncthreads_or(condition) != 0;
#else
    return block.any(condition);
#endif
}

//! Returns the number of exceptions that the calling thread has thrown and not yet caught; 0 on a GPU.
HEDDLE_INLINE int exceptions_in_flight()
{
#if defined(__CUDA_ARCH__)
    return 0;
#else
    return std::uncaught_exceptions();
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
