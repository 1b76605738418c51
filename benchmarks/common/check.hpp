// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the status of every call of the CUDA runtime.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace heddle_bench {

//! The name of the current measurement, for error messages.
inline char const* current_measurement = "nothing";

}  // namespace heddle_bench

// A CUDA error ends the program, because all later measurements would be meaningless.
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
