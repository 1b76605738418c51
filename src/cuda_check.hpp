// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Every status of the CUDA runtime is looked at, and what the runtime gives out is given back.
#pragma once

#include "errors.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace heddle::program {

//! Throws: gpu_error that says what could not be done, and why
inline void cuda_check(cudaError_t status, char const* what)
{
    if (status == cudaSuccess) return;
    throw gpu_error("the GPU cannot " + std::string(what) + ": " + cudaGetErrorString(status));
}

//! For kernels: a launch that fails has no status but this one.
inline void cuda_check_launch(char const* what) { cuda_check(cudaGetLastError(), what); }

class device_memory {
public:
    explicit device_memory(std::size_t bytes)
    {
        cudaError_t const status = cudaMalloc(&data_, bytes);
        if (status == cudaErrorMemoryAllocation) {
            throw gpu_error("the GPU has too little free memory: " + std::to_string(bytes) +
                            " more bytes are needed");
        }
        cuda_check(status, "allocate memory");
    }
    ~device_memory() { cudaFree(data_); }
    device_memory(device_memory const&) = delete;
    device_memory& operator=(device_memory const&) = delete;

    void* data() const { return data_; }

private:
    void* data_ = nullptr;
};

class cuda_event {
public:
    cuda_event() { cuda_check(cudaEventCreate(&event_), "create an event"); }
    ~cuda_event() { cudaEventDestroy(event_); }
    cuda_event(cuda_event const&) = delete;
    cuda_event& operator=(cuda_event const&) = delete;

    void record() const { cuda_check(cudaEventRecord(event_), "record an event"); }
    void wait() const { cuda_check(cudaEventSynchronize(event_), "finish its work"); }
    double seconds_since(cuda_event const& start) const
    {
        float milliseconds = 0;
        cuda_check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "measure time");
        return static_cast<double>(milliseconds) / 1000;
    }

private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace heddle::program
