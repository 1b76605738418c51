// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls CUB without reporting earlier errors. CUB returns errors of earlier calls of the CUDA runtime as its own if
// they were not queried (after cudaSetDevice(999), for example, or an unchecked launch).
#pragma once

#include "../../config.cuh"

#include <cuda_runtime.h>

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
