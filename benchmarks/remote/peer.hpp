// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds and selects GPUs that can access each other's memory.
#pragma once

#include "../common/measurement.hpp"

namespace heddle_bench {

inline constexpr int no_device = -1;

//! Returns the first GPU that can access the memory of `device` and vice versa, or no_device if there is none.
inline int peer_of(int device)
{
    int count = 0;
    cudaGetDeviceCount(&count);
    cudaGetLastError();  // if there is no GPU, clears the pending error, so that later checks do not find it
    for (int other = 0; other < count; ++other) {
        if (other == device) continue;
        int to = 0, from = 0;
        HEDDLE_BENCH_CHECK(cudaDeviceCanAccessPeer(&to, device, other));
        HEDDLE_BENCH_CHECK(cudaDeviceCanAccessPeer(&from, other, device));
        if (to != 0 && from != 0) return other;
    }
    return no_device;
}

//! Makes a GPU the current device for the lifetime of this object.
class current_device {
public:
    explicit current_device(int device)
    {
        HEDDLE_BENCH_CHECK(cudaGetDevice(&before_));
        HEDDLE_BENCH_CHECK(cudaSetDevice(device));
    }
    ~current_device() { HEDDLE_BENCH_CHECK(cudaSetDevice(before_)); }
    current_device(current_device const&) = delete;
    current_device& operator=(current_device const&) = delete;

private:
    int before_ = 0;
};

//! Allows kernels on `from` to access the memory of `to`.
inline void enable_access(int from, int to)
{
    if (from == to) return;
    current_device const scope(from);
    cudaError_t const error = cudaDeviceEnablePeerAccess(to, 0);
    cudaGetLastError();  // clears the pending error, so that later checks do not find it
    if (error != cudaErrorPeerAccessAlreadyEnabled) HEDDLE_BENCH_CHECK(error);
}

}  // namespace heddle_bench
