// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs and times kernels on a GPU, for compare.cuh.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_examples {

//! form: the name of the form that ran; empty for any other call
inline void check(cudaError_t status, std::string const& form = {})
{
    if (status == cudaSuccess) return;
    throw std::runtime_error("the GPU reports: " + (form.empty() ? form : form + ": ") + cudaGetErrorString(status));
}

struct gpu_memory {
    static void* allocate(std::size_t bytes)
    {
        void* memory = nullptr;
        check(cudaMalloc(&memory, bytes));
        return memory;
    }
    static void deallocate(void* memory) { cudaFree(memory); }
    static void copy(void* to, void const* from, std::size_t bytes)
    {
        check(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
    }
};

template <class Body, class... Pointers>
__global__ void run_body(int count, Body body, Pointers... p)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) body(p..., i);
}

//! Measures several batches of runs, and returns the median time of one run. Before each batch, one more run keeps the
//! GPU busy until the batch is queued, so that launches are not measured.
template <class Run>
double median_seconds(Run const& run)
{
    cudaEvent_t start, end;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    auto const seconds = [&](int runs) {
        run();
        check(cudaEventRecord(start));
        for (int i = 0; i < runs; ++i) run();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, start, end));
        return static_cast<double>(milliseconds) / 1000 / runs;
    };
    seconds(1);
    int const runs = std::clamp(static_cast<int>(0.005 / std::max(seconds(1), 1e-7)), 1, 1000);
    std::vector<double> batches(9);
    for (double& each : batches) each = seconds(runs);
    std::sort(batches.begin(), batches.end());
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(end));
    return batches[batches.size() / 2];
}

//! Returns the time in which cudaMemcpyAsync copies `bytes` bytes on the GPU.
inline double seconds_of_copy(std::size_t bytes)
{
    std::unique_ptr<void, void (*)(void*)> const from(gpu_memory::allocate(bytes), gpu_memory::deallocate);
    std::unique_ptr<void, void (*)(void*)> const to(gpu_memory::allocate(bytes), gpu_memory::deallocate);
    check(cudaMemset(from.get(), 1, bytes));
    return median_seconds([&] { check(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice)); });
}

//! Returns the name of the first GPU; empty if there is none.
inline std::string name_of_gpu()
{
    cudaDeviceProp properties{};
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};
    check(cudaGetDeviceProperties(&properties, 0));
    return properties.name;
}

}  // namespace heddle_examples
