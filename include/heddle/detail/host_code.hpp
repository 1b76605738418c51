// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Headers that need the host's standard library include this header, which refuses to compile with NVRTC.
#pragma once

#include <heddle/config.cuh>

#if defined(__CUDACC_RTC__)
#    error heddle: NVRTC compiles device code alone, and this header is host code: include heddle/heddle.cuh or heddle/warp.cuh
#endif
