// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the standard library that device code uses. NVRTC has none: there libcu++ stands in, and std names it, too.
#pragma once

#include "../config.cuh"

#if defined(__CUDACC_RTC__)
#    include <cuda/std/cstddef>
#    include <cuda/std/cstdint>
#    include <cuda/std/type_traits>
#    include <cuda/std/utility>

// NVRTC has a namespace std, with a few names of its own. They and those of the user's go before these.
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
