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

#endif

HEDDLE_HOST_DEVICE constexpr std::size_t divide_up(std::size_t count, std::size_t by)
{
    return count / by + (count % by != 0);
}

}  // namespace heddle::detail
