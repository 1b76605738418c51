// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls CUB without reporting earlier errors. If an earlier call of the CUDA runtime failed (cudaSetDevice(999), for
// example, or a launch) and the error was not queried, CUB returns this error as its own.
#pragma once

#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Clears an earlier error, as Thrust does, then returns run(), which calls CUB. run() still returns errors from which
//! the context cannot recover.
template <class Run>
cudaError_t call_cub(Run const& run)
{
    static_cast<void>(cudaGetLastError());
    return run();
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
