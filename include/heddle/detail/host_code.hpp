// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Included by headers that need the host's standard library. Refuses NVRTC, which has none.
#pragma once

#include "../config.cuh"

#if defined(__CUDACC_RTC__)
#    error heddle: NVRTC compiles device code alone, and this header is host code: include heddle/heddle.cuh or heddle/warp.cuh
#endif
