// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: launching the kernels of an algorithm.
#pragma once

#include "../config.cuh"

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>

namespace heddle::detail {

#if defined(__CUDACC__)

//! Launches a grid of so many blocks, none if that is 0.
//! Errors: those of the launch; cudaErrorInvalidConfiguration if a grid has no room for the blocks
template <class... Parameter, class... Argument>
cudaError_t launch(cudaStream_t stream, std::size_t block_count, unsigned block_threads,
                   void (*kernel)(Parameter...), Argument const&... arguments)
{
    if (block_count == 0) return cudaSuccess;
    if (block_count > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return cudaErrorInvalidConfiguration;
    }
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(block_count));
    config.blockDim = dim3(block_threads);
    config.stream = stream;
    return cudaLaunchKernelEx(&config, kernel, Parameter(arguments)...);
}

//! How many blocks of a kernel run at once on the current device, if no multiprocessor has more than
//! `most` of them.
template <class... Parameter>
cudaError_t count_resident_blocks(std::size_t& count, void (*kernel)(Parameter...),
                                  unsigned block_threads, unsigned most)
{
    int device = 0, multiprocessors = 0, blocks = 0;
    cudaError_t status = cudaGetDevice(&device);
    if (status == cudaSuccess) {
        status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    }
    if (status == cudaSuccess) {
        status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                               static_cast<int>(block_threads), 0);
    }
    auto const of_one = static_cast<unsigned>(blocks);
    count = std::size_t{of_one < most ? of_one : most} * static_cast<unsigned>(multiprocessors);
    return status;
}

#endif

HEDDLE_HOST_DEVICE constexpr std::size_t divide_up(std::size_t count, std::size_t by)
{
    return count / by + (count % by != 0);
}

}  // namespace heddle::detail
