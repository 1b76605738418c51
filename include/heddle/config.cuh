// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Macros that let the same code compile for a GPU and for the host, and HEDDLE_EXPECTS, which tests preconditions.
// detail/instructions has the instructions that differ. Other headers ask device_architecture.
#pragma once

// Every header includes this header first, so before C++17 the #include of a missing file stops the compiler here,
// because the code below would cause thousands of errors.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 201703L
#    error heddle needs C++17: compile with -std=c++17
#    include <heddle_needs_cxx17>
#endif

// 1 if clang is the CUDA compiler; 0 otherwise, even if clang is nvcc's host compiler.
#if defined(__clang__) && defined(__CUDA__)
#    define HEDDLE_CLANG_CUDA 1
#else
#    define HEDDLE_CLANG_CUDA 0
#endif

#if defined(__CUDACC__)
#    define HEDDLE_HOST_DEVICE __host__ __device__
// With -G no function is forced inline, because ptxas 13.0 takes minutes and gigabytes for a kernel that contains all
// functions, and because a debugger then shows calls.
#    if defined(__CUDACC_DEBUG__)
#        define HEDDLE_INLINE __host__ __device__ inline
#    else
#        define HEDDLE_INLINE __host__ __device__ __forceinline__
#    endif
#    define HEDDLE_ALWAYS_INLINE HEDDLE_INLINE
#    define HEDDLE_DEVICE_INLINE __device__ __forceinline__
// nvcc 13.0 warns about a __host__ __device__ template if it calls a host function on the host, as collectives of an
// emulated group do. The pragma silences this warning, which clang does not give.
#    if HEDDLE_CLANG_CUDA
#        define HEDDLE_EXEC_CHECK_DISABLE
#    else
#        define HEDDLE_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#    endif
#else
#    define HEDDLE_HOST_DEVICE
#    define HEDDLE_INLINE inline
// Marks the functions on the call path from the user's code to an access, which must be inlined (see active_mask).
#    define HEDDLE_ALWAYS_INLINE inline __attribute__((always_inline))
#    define HEDDLE_DEVICE_INLINE inline
#    define HEDDLE_EXEC_CHECK_DISABLE
#endif

// Between REFUSE and END, nvcc refuses the call of a host-only function in a __host__ __device__ function (errors 20011
// and 20014; 20013 and 20015 for constexpr functions). Otherwise device code lacks the call, and nvcc only warns. This
// includes lambdas of host code, which can reach a kernel as constants. The lambdas of a kernel are device code.
#if defined(__CUDACC__) && !HEDDLE_CLANG_CUDA
#    define HEDDLE_HOST_CALLS_REFUSE _Pragma("nv_diagnostic push") _Pragma("nv_diag_error 20011, 20013, 20014, 20015")
#    define HEDDLE_HOST_CALLS_END _Pragma("nv_diagnostic pop")
#else
#    define HEDDLE_HOST_CALLS_REFUSE
#    define HEDDLE_HOST_CALLS_END
#endif

// Marks a lambda in device code. Write the macro after the parameters. Without it, clang does not inline large lambdas,
// and keeps captures in memory.
#if HEDDLE_CLANG_CUDA
#    define HEDDLE_INLINE_LAMBDA __attribute__((always_inline))
#else
#    define HEDDLE_INLINE_LAMBDA
#endif

// device_architecture: the architecture for which code is generated, such as 900 for sm_90; 0 in code for the host. Types
//                      of kernels must not depend on it, because host code launches a kernel by its type.
// HEDDLE_UNROLL: unrolls a loop over registers in device code, because registers cannot be indexed at run time.
// HEDDLE_SHARED: declares a local variable in the shared memory of the block. A block of an emulated warp runs on one
//                thread.
#if defined(__CUDA_ARCH__)
namespace heddle::detail {
inline constexpr unsigned device_architecture = __CUDA_ARCH__;
}
#    define HEDDLE_UNROLL _Pragma("unroll")
// clang cannot unroll a loop of unknown length that has inline assembly, and would warn.
#    if HEDDLE_CLANG_CUDA
#        define HEDDLE_UNROLL_4
#    else
#        define HEDDLE_UNROLL_4 _Pragma("unroll 4")
#    endif
#    define HEDDLE_DO_NOT_UNROLL _Pragma("unroll 1")
#    define HEDDLE_SHARED __shared__
#else
namespace heddle::detail {
inline constexpr unsigned device_architecture = 0;
}
#    define HEDDLE_UNROLL
#    define HEDDLE_UNROLL_4
#    define HEDDLE_DO_NOT_UNROLL
#    define HEDDLE_SHARED static thread_local
#endif

// Marks a class that overlays an element. Host compilers then assume that the class may alias T, as nvcc always does.
#if defined(__GNUC__) || defined(__clang__)
#    define HEDDLE_LIES_OVER_ELEMENT [[gnu::may_alias]]
#else
#    define HEDDLE_LIES_OVER_ELEMENT
#endif

// Marks a type through which device code accesses objects of other types. nvcc needs no attribute.
#if HEDDLE_CLANG_CUDA
#    define HEDDLE_ALIASES_OTHERS [[gnu::may_alias]]
#else
#    define HEDDLE_ALIASES_OTHERS
#endif

// Marks a member function whose result refers to the object. clang then warns if the object is a temporary and the
// result is kept. Write the macro after the parameters and const.
#if defined(__clang__)
#    define HEDDLE_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#    define HEDDLE_LIFETIME_BOUND
#endif

// The namespace of all classes whose objects users can pass to functions, and of their base classes and arguments. Users
// write heddle::coalesced_ptr, without `types`. For a call update(p, f) of a user's own function, a compiler also
// searches the namespaces of the classes of p and f. Thus heddle::types has no functions except operators, swap, and
// those that Thrust must find; heddle::update lies in heddle, where such a call does not find it.
namespace heddle::types {
}

//! Define HEDDLE_CHECKED as 1 before including heddle to check every precondition: a violation prints a message, then
//! traps (device) or aborts (host). With 0, the default, nothing is checked, at no cost.
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
    // Unlike the output of printf, this message appears even though the kernel traps, and it names the block and
    // thread.
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
