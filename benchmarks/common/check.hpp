// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Every call of the CUDA runtime is checked.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace heddle_bench {

//! The name of what is measured just now, for messages.
inline char const* current_measurement = "nothing";

}  // namespace heddle_bench

// A CUDA error is final: whatever is measured after it means nothing.
#define HEDDLE_BENCH_CHECK(call)                                                                     \
    do {                                                                                             \
        cudaError_t const heddle_bench_error = (call);                                               \
        if (heddle_bench_error != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s:%d: %s: %s, measuring %s\n", __FILE__, __LINE__, #call,         \
                         cudaGetErrorString(heddle_bench_error), heddle_bench::current_measurement); \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (false)

namespace heddle_bench {

inline void check_launch() { HEDDLE_BENCH_CHECK(cudaGetLastError()); }

}  // namespace heddle_bench
