// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A memory pool for the temporary storage of Thrust's algorithms. cudaFree waits for all streams of the device, and
// takes longer than most kernels. The runtime's default pool returns its free memory to the device whenever the host
// waits, so that the next allocation takes 50 µs, and 3 µs more for each MiB: half the time of a sort. So this pool keeps
// its memory, up to kept_share of the device's.
#pragma once

#include <heddle/thrust/detail/compatibility.cuh>

#include <thrust/system/cuda/error.h>

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The share of the device's memory that a pool keeps: 1 / kept_share. If cudaMalloc needs this memory, the pool gives it
//! up.
inline constexpr std::uint64_t kept_share = 8;

//! Creates a pool of the device's memory. Returns null if the device has no pools.
inline cudaMemPool_t create_temporary_pool(int device)
{
    cudaMemPool_t pool = nullptr;
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    // While this thread captures a stream, only the relaxed mode permits the creation of a pool.
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    if (cudaMemPoolCreate(&pool, &properties) == cudaSuccess) {
        std::size_t free = 0, total = 0;
        cudaMemGetInfo(&free, &total);
        std::uint64_t kept = total / kept_share;
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    } else {
        pool = nullptr;
    }
    cudaThreadExchangeStreamCaptureMode(&mode);
    return pool;
}

//! Sets `pool` to the pool of the current device, or to null if the device has no pools. The first call for a device
//! creates its pool, which is never destroyed. Several host threads may call this function.
inline cudaError_t find_temporary_pool(cudaMemPool_t& pool)
{
    constexpr int max_devices = 64;
    static std::atomic<cudaMemPool_t> pools[max_devices] = {};
    pool = nullptr;
    int device = 0;
    cudaError_t const status = cudaGetDevice(&device);
    if (status != cudaSuccess || device >= max_devices) return status;
    pool = pools[device].load(std::memory_order_acquire);
    if (pool == nullptr) {
        cudaMemPool_t const created = create_temporary_pool(device);
        if (created == nullptr) return status;
        if (pools[device].compare_exchange_strong(pool, created, std::memory_order_acq_rel)) {
            pool = created;
        } else {
            cudaMemPoolDestroy(created);  // Another thread was faster.
        }
    }
    return status;
}

//! Returns whether the stream is being captured, or its capture has failed.
inline bool is_captured(cudaStream_t stream)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone;
}

//! Allocates memory in stream order. If the stream is being captured, the graph owns the memory.
//! Errors: std::bad_alloc
inline void* allocate_in_stream(std::size_t bytes, cudaStream_t stream)
{
    void* memory = nullptr;
    cudaMemPool_t pool = nullptr;
    cudaError_t status = find_temporary_pool(pool);
    if (status == cudaSuccess) {
        status = pool != nullptr ? cudaMallocFromPoolAsync(&memory, bytes, pool, stream)
                                 : cudaMallocAsync(&memory, bytes, stream);
    }
    // Not during a capture, because the graph would use memory that cudaFree has freed before the graph runs.
    if (status == cudaErrorNotSupported && !is_captured(stream)) {
        status = cudaMalloc(&memory, bytes);
    }
    if (status != cudaSuccess) {
        cudaGetLastError();
        throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(status).c_str());
    }
    return memory;
}

//! Frees, in stream order, memory that allocate_in_stream returned.
inline void free_in_stream(void* memory, cudaStream_t stream) noexcept
{
    cudaError_t status = cudaFreeAsync(memory, stream);
    // A failed capture has allocated nothing.
    if (status != cudaSuccess && !is_captured(stream)) status = cudaFree(memory);
    if (status != cudaSuccess) cudaGetLastError();
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
