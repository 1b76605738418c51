// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust of CUDA 12.3 and older is refused.
// expect first: heddle: heddle/thrust.cuh needs Thrust 2.3 (CUDA 12.4) or newer

#include <thrust/version.h>
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
#    undef THRUST_VERSION
#    define THRUST_VERSION 200200
#endif

#include <heddle/thrust.cuh>
