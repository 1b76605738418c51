// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Includes the parts of the standard library that device code uses. For NVRTC, which has no standard library, this
// header includes libcu++ and makes its names visible in namespace std.
#pragma once

#include <heddle/config.cuh>

#if defined(__CUDACC_RTC__)
#    include <cuda/std/cstddef>
#    include <cuda/std/cstdint>
#    include <cuda/std/type_traits>
#    include <cuda/std/utility>

// A name that NVRTC or the user declares in namespace std takes precedence over libcu++'s name.
namespace std {
using namespace ::cuda::std;
// Declared by NVRTC itself. Some releases of libcu++ lack <cuda/std/cstring>.
using ::memcpy;
using ::memset;
}  // namespace std
#else
#    include <cstddef>
#    include <cstdint>
#    include <cstring>
#    include <new>
#    include <type_traits>
#    include <utility>
#endif
