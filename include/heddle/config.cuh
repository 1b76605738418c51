// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Macros with which the same code compiles for a GPU and for the host, and the preconditions of checked builds.
#pragma once

// Every header includes this one first. The missing file ends the compilation before thousands of errors follow.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 201703L
#    error heddle needs C++17: compile with -std=c++17
#    include <heddle_needs_cxx17>
#endif

// 1 if clang compiles CUDA itself, not as nvcc's host compiler.
#if defined(__clang__) && defined(__CUDA__)
#    define HEDDLE_CLANG_CUDA 1
#else
#    define HEDDLE_CLANG_CUDA 0
#endif

#if defined(__CUDACC__)
#    define HEDDLE_HOST_DEVICE __host__ __device__
#    define HEDDLE_INLINE __host__ __device__ __forceinline__
#    define HEDDLE_ALWAYS_INLINE __host__ __device__ __forceinline__
// Keeps nvcc from warning that a __host__ __device__ template calls a host function on the host, as the collectives do
// on an emulated group. clang neither warns nor knows the pragma.
#    if HEDDLE_CLANG_CUDA
#        define HEDDLE_EXEC_CHECK_DISABLE
#    else
#        define HEDDLE_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#    endif
#else
#    define HEDDLE_HOST_DEVICE
#    define HEDDLE_INLINE inline
// For functions between the user's code and an access, as detail/active_lanes.cuh requires.
#    define HEDDLE_ALWAYS_INLINE inline __attribute__((always_inline))
#    define HEDDLE_EXEC_CHECK_DISABLE
#endif

// Follows a lambda's parameters in device code: clang would not inline a large one, and keep its captures in memory.
#if HEDDLE_CLANG_CUDA
#    define HEDDLE_INLINE_LAMBDA __attribute__((always_inline))
#else
#    define HEDDLE_INLINE_LAMBDA
#endif

// Registers cannot be indexed at run time, so every loop over them is unrolled on the device.
#if defined(__CUDA_ARCH__)
#    define HEDDLE_UNROLL _Pragma("unroll")
#else
#    define HEDDLE_UNROLL
#endif

// For a class that overlays an element: host compilers must not assume that it does not alias T. nvcc assumes nothing.
#if defined(__GNUC__) || defined(__clang__)
#    define HEDDLE_LIES_OVER_ELEMENT [[gnu::may_alias]]
#else
#    define HEDDLE_LIES_OVER_ELEMENT
#endif

// For a type in device code that aliases objects of other types. nvcc refuses the attribute and does not need it.
#if HEDDLE_CLANG_CUDA
#    define HEDDLE_ALIASES_OTHERS [[gnu::may_alias]]
#else
#    define HEDDLE_ALIASES_OTHERS
#endif

//! Define as 1 before including heddle to check every precondition: a violation prints a message and traps (device) or
//! aborts (host). At 0, the default, checks cost nothing.
#if !defined(HEDDLE_CHECKED)
#    define HEDDLE_CHECKED 0
#endif

#if HEDDLE_CHECKED
#    if !defined(__CUDACC_RTC__)
#        include <cstdio>
#        include <cstdlib>
#    endif

namespace heddle::detail {

HEDDLE_INLINE void report_violation(char const* message, char const* file, int line)
{
#    if defined(__CUDA_ARCH__)
    // Unlike printf, prints although the kernel ends here, and names block and thread.
#        if defined(__CUDACC_RTC__)
    __assertfail(message, file, static_cast<unsigned>(line), "heddle", sizeof(char));
#        else
    __assert_fail(message, file, static_cast<unsigned>(line), "heddle");
#        endif
    __trap();
#    else
    std::fprintf(stderr, "%s:%d: heddle: %s\n", file, line, message);
    std::abort();
#    endif
}

}  // namespace heddle::detail

#    define HEDDLE_EXPECTS(condition, message) \
        ((condition) ? void() : ::heddle::detail::report_violation(message, __FILE__, __LINE__))
#else
#    define HEDDLE_EXPECTS(condition, message) void()
#endif
