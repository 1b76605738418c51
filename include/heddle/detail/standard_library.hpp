// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the standard library that device code uses. NVRTC has none: there libcu++ takes its place, also in std.
#pragma once

#include "../config.cuh"

#if defined(__CUDACC_RTC__)
#    include <cuda/std/cstddef>
#    include <cuda/std/cstdint>
#    include <cuda/std/type_traits>
#    include <cuda/std/utility>

// NVRTC's own names in namespace std, and the user's, hide these.
namespace std {
using namespace ::cuda::std;
// Some releases of libcu++ lack <cuda/std/cstring>. NVRTC declares these itself.
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
