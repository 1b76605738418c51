// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of CUB, which takes an error of the runtime that nobody has asked for yet (after
// cudaSetDevice(999), say, or a launch that the caller did not check) for one of its own.
#pragma once

#include "../../config.cuh"

#include <cuda_runtime.h>

namespace heddle::detail {

//! Returns run(), which calls CUB. An earlier error that nobody has asked for is forgotten, as after any
//! call of Thrust; one that the context cannot recover from stays, and run() meets it again.
template <class Run>
cudaError_t call_cub(Run const& run)
{
    static_cast<void>(cudaGetLastError());
    return run();
}

}  // namespace heddle::detail
