// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// nvcc before C++17 says so, and nothing else. (headers_before_cxx17.cmake: a host compiler, every header.)
// standard: c++14
// expect first: heddle needs C++17: compile with -std=c++17

#include <heddle/bitwise_copyable.cuh>

static_assert(heddle::is_bitwise_copyable_v<float>, "");
