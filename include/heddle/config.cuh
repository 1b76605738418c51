// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The few macros that let the same code compile for a GPU, for the host under nvcc, and
// for the host under a plain C++ compiler; and the expectations that checked builds enforce.
#pragma once

// Every header reads this one first. The file that does not exist ends the compilation here, where it would
// go on with thousands of errors that mean the same.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 201703L
#    error heddle needs C++17: compile with -std=c++17
#    include <heddle_needs_cxx17>
#endif

// Whether clang compiles CUDA itself, not as nvcc's host compiler.
#if defined(__clang__) && defined(__CUDA__)
#    define HEDDLE_CLANG_CUDA 1
#else
#    define HEDDLE_CLANG_CUDA 0
#endif

#if defined(__CUDACC__)
#    define HEDDLE_HOST_DEVICE __host__ __device__
#    define HEDDLE_INLINE __host__ __device__ __forceinline__
#    define HEDDLE_ALWAYS_INLINE __host__ __device__ __forceinline__
// The collectives also run on the emulated tile, whose members are host functions: nvcc need not
// warn that a __host__ __device__ template calls one of them when it is instantiated on the host.
// clang does not warn, and does not know the pragma.
#    if HEDDLE_CLANG_CUDA
#        define HEDDLE_EXEC_CHECK_DISABLE
#    else
#        define HEDDLE_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#    endif
#else
#    define HEDDLE_HOST_DEVICE
#    define HEDDLE_INLINE inline
// For what stands between the user's code and an access: an emulated warp tells accesses apart by
// the addresses they return to (detail/active_lanes.cuh).
#    define HEDDLE_ALWAYS_INLINE inline __attribute__((always_inline))
#    define HEDDLE_EXEC_CHECK_DISABLE
#endif

// Follows the parameters of a lambda that device code calls. clang does not inline a large one by itself, and what a
// lambda refers to would then be in memory. nvcc inlines it.
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

// A class that lies over the bytes of an element. Host compilers must not assume that an access through it and one
// through T touch different memory. (nvcc's device compiler assumes nothing.)
#if defined(__GNUC__) || defined(__clang__)
#    define HEDDLE_LIES_OVER_ELEMENT [[gnu::may_alias]]
#else
#    define HEDDLE_LIES_OVER_ELEMENT
#endif

// A type in device code through which objects of other types are accessed. nvcc assumes nothing, and refuses the
// attribute.
#if HEDDLE_CLANG_CUDA
#    define HEDDLE_ALIASES_OTHERS [[gnu::may_alias]]
#else
#    define HEDDLE_ALIASES_OTHERS
#endif

//! Define as 1 before including heddle to have every precondition checked: a violated one prints
//! its message and traps (device) or aborts (host). Otherwise they cost nothing.
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
    // Prints where the kernel ends here, too, which printf does not promise; names block and thread.
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
