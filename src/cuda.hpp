// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the status of CUDA runtime calls, owns device memory, and times work on a GPU.
#pragma once

#include "errors.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::program {

//! Throws: gpu_error if the status is an error. The message says what failed, and why
inline void cuda_check(cudaError_t status, char const* what)
{
    if (status == cudaSuccess) return;
    throw gpu_error("the GPU cannot " + std::string(what) + ": " + cudaGetErrorString(status));
}

//! Checks the launch of a kernel. The launch itself returns no status.
inline void cuda_check_launch(char const* what) { cuda_check(cudaGetLastError(), what); }

class device_memory {
public:
    //! Throws: gpu_error if the memory cannot be allocated
    explicit device_memory(std::size_t bytes)
    {
        void* data = nullptr;
        cudaError_t const status = cudaMalloc(&data, bytes);
        if (status == cudaErrorMemoryAllocation) {
            throw gpu_error("the GPU has too little free memory: " + std::to_string(bytes) + " more bytes are needed");
        }
        cuda_check(status, "allocate memory");
        data_.reset(static_cast<std::byte*>(data));
    }

    std::byte* data() const { return data_.get(); }

private:
    struct deallocate {
        void operator()(std::byte* data) const { cudaFree(data); }
    };
    std::unique_ptr<std::byte, deallocate> data_;
};

//! Times batches of many runs between two events. A single run would be too short, because an event has a resolution of
//! half a microsecond, and a launch takes several microseconds.
class batch_timer {
public:
    //! Runs the work a few times to warm up, and to choose the size of a batch.
    explicit batch_timer(std::function<void()> run) : run_(std::move(run))
    {
        constexpr double batch_seconds = 0.0025;
        constexpr double max_runs = 1000;
        seconds();
        double const once = std::max(seconds(), batch_seconds / max_runs);
        runs_ = static_cast<unsigned>(std::ceil(batch_seconds / once));
    }

    //! Returns the time of one run, averaged over one batch. An additional run before the first event keeps the GPU
    //! busy until the batch is queued, so that launch latency is not measured.
    //! Throws: gpu_error
    double seconds() const
    {
        run_();
        cuda_check(cudaEventRecord(start_.get()), "record an event");
        for (unsigned i = 0; i < runs_; ++i) run_();
        cuda_check(cudaEventRecord(end_.get()), "record an event");
        cuda_check(cudaEventSynchronize(end_.get()), "finish its work");
        float milliseconds = 0;
        cuda_check(cudaEventElapsedTime(&milliseconds, start_.get(), end_.get()), "measure time");
        return static_cast<double>(milliseconds) / 1000 / runs_;
    }

private:
    struct destroy {
        void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
    };
    using event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, destroy>;
    static event make_event()
    {
        cudaEvent_t made = nullptr;
        cuda_check(cudaEventCreate(&made), "create an event");
        return event(made);
    }

    std::function<void()> run_;
    unsigned runs_ = 1;
    event start_ = make_event(), end_ = make_event();
};

//! Requires: samples is not empty
inline double median(std::vector<double> samples)
{
    auto const middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

}  // namespace heddle::program
