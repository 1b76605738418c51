// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the standard library that device code uses. NVRTC has none: there libcu++ stands in, and heddle::std names it.
#pragma once

#include "../config.cuh"

#if defined(__CUDACC_RTC__)
#    include <cuda/std/cstddef>
#    include <cuda/std/cstdint>
#    include <cuda/std/type_traits>
#    include <cuda/std/utility>

namespace heddle::std {
using namespace ::cuda::std;
// Some releases of libcu++ lack <cuda/std/cstring>. NVRTC declares these itself.
using ::memcpy;
using ::memset;
}  // namespace heddle::std
#else
#    include <cstddef>
#    include <cstdint>
#    include <cstring>
#    include <new>
#    include <type_traits>
#    include <utility>
#endif
