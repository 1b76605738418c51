// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls CUB without reporting earlier errors. CUB would return an earlier error of the CUDA runtime that was not
// queried (after cudaSetDevice(999), for example, or an unchecked launch) as its own.
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
