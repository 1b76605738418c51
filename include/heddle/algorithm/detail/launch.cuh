// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Launches kernels, and counts the blocks of a kernel that run at the same time.
#pragma once

#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <limits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Sets `count` to the number of blocks that run at once: min(of_one, most) blocks on each multiprocessor.
//! Errors: cudaErrorLaunchOutOfResources if `count` is 0, because a launch of no blocks would succeed without any work
inline cudaError_t count_resident_blocks(std::size_t& count, int of_one, int multiprocessors, unsigned most)
{
    count = 0;
    if (of_one <= 0 || multiprocessors <= 0 || most == 0) return cudaErrorLaunchOutOfResources;
    auto const taken = static_cast<unsigned>(of_one);
    count = std::size_t{taken < most ? taken : most} * static_cast<unsigned>(multiprocessors);
    return cudaSuccess;
}

//! Caches the number of a kernel's resident blocks on each device, because a query takes about as long as a launch.
//! Several host threads may use one cache.
class resident_block_counts {
public:
    //! Sets `count` to the number of resident blocks on a device. The first call for a device calls ask(count), whose
    //! errors are not cached.
    template <class Ask>
    cudaError_t get(std::size_t& count, int device, Ask const& ask)
    {
        bool const is_kept = device >= 0 && device < kept_devices;
        count = is_kept ? counts_[device].load(std::memory_order_relaxed) : 0;
        if (count != 0) return cudaSuccess;
        cudaError_t const status = ask(count);
        if (status == cudaSuccess && is_kept) {
            counts_[device].store(count, std::memory_order_relaxed);
        }
        return status;
    }

private:
    static constexpr int kept_devices = 64;
    std::atomic<std::size_t> counts_[kept_devices] = {};
};

#if defined(__CUDACC__)

//! The grid of a launch.
struct launch_shape {
    cudaStream_t stream;
    std::size_t block_count;
    unsigned block_threads;
    std::size_t shared_bytes = 0;  // of dynamic shared memory
};

//! Launches a grid. Launches nothing if it has no blocks.
//! Errors: those of the launch; cudaErrorInvalidConfiguration if block_count exceeds the maximum grid size
template <class... Parameter, class... Argument>
cudaError_t launch(launch_shape const& shape, void (*kernel)(Parameter...), Argument const&... arguments)
{
    if (shape.block_count == 0) return cudaSuccess;
    if (shape.block_count > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return cudaErrorInvalidConfiguration;
    }
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(shape.block_count));
    config.blockDim = dim3(shape.block_threads);
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = shape.stream;
    // The template cudaLaunchKernelEx would call an operator& of the arguments' types.
    auto const launch_with = [&](Parameter... parameter) {
        void* addresses[] = {const_cast<void*>(static_cast<void const*>(detail::address_of(parameter)))...};
        return ::cudaLaunchKernelExC(&config, reinterpret_cast<void const*>(kernel), addresses);
    };
    return launch_with(Parameter(arguments)...);
}

//! Launches a grid of block_count blocks without dynamic shared memory.
template <class... Parameter, class... Argument>
cudaError_t launch(cudaStream_t stream, std::size_t block_count, unsigned block_threads, void (*kernel)(Parameter...),
                   Argument const&... arguments)
{
    return detail::launch(launch_shape{stream, block_count, block_threads}, kernel, arguments...);
}

//! Lets a kernel be launched with this many bytes of dynamic shared memory.
template <class... Parameter>
cudaError_t allow_shared_bytes(void (*kernel)(Parameter...), std::size_t bytes)
{
    if (bytes <= max_static_shared_bytes) return cudaSuccess;
    return ::cudaFuncSetAttribute(reinterpret_cast<void const*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes));
}

//! Sets `count` to the number of a kernel's blocks that run at once on the current device. `known` caches the counts.
template <class... Parameter>
cudaError_t count_resident_blocks(std::size_t& count, resident_block_counts& known, void (*kernel)(Parameter...),
                                  unsigned block_threads, unsigned most, std::size_t shared_bytes = 0)
{
    count = 0;
    int device = 0;
    cudaError_t const found = cudaGetDevice(&device);
    if (found != cudaSuccess) return found;
    return known.get(count, device, [&](std::size_t& asked) {
        int multiprocessors = 0, of_one = 0;
        cudaError_t status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
        if (status == cudaSuccess) {
            status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, kernel, static_cast<int>(block_threads),
                                                                     shared_bytes);
        }
        if (status != cudaSuccess) return status;
        return count_resident_blocks(asked, of_one, multiprocessors, most);
    });
}

#endif

HEDDLE_HOST_DEVICE constexpr std::size_t divide_up(std::size_t count, std::size_t by)
{
    return count / by + (count % by != 0);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
