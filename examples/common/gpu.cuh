// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs and times kernels on a GPU, for compare.cuh.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_examples {

inline void check(cudaError_t status)
{
    if (status != cudaSuccess) throw std::runtime_error(std::string("the GPU reports: ") + cudaGetErrorString(status));
}

template <class Pointer, class Body>
__global__ void run_body(Pointer p, int count, Body body)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) body(p, i);
}

//! Returns the median time of one run in several batches. Before each batch, one more run keeps the GPU busy until the
//! batch is queued, so that launches are not measured.
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
