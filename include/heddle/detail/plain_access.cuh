// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE_WARN_PLAIN: warnings about accesses in which lanes do not cooperate.
#pragma once

#include <heddle/config.cuh>

//! Define HEDDLE_WARN_PLAIN as 1 before including heddle to get a warning at each access in which lanes do not
//! cooperate: p[i].x, p->x, T& r = p[i], &p[i], p[i][k], and p[i] if warps cannot move elements of this type together.
//! The warning is a deprecation, which says what to write instead, and what to write to keep the access plain. The
//! default is 0.
#if !defined(HEDDLE_WARN_PLAIN)
#    define HEDDLE_WARN_PLAIN 0
#endif

// Otherwise g++ would show, with a warning, each step of the macros in this header.
#if HEDDLE_WARN_PLAIN && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#    pragma GCC system_header
#endif

// Compilers for CUDA compile a source for the host and for each architecture. The attributes are set only in the code
// for the first architecture, so that nvcc warns once about an access. (clang warns once for each architecture.)
#define HEDDLE_FIRST(first, ...) first
#define HEDDLE_FIRST_OF(list) HEDDLE_FIRST(list, 0)
#if !HEDDLE_WARN_PLAIN
#    define HEDDLE_PLAIN_ACCESS(advice)
#elif !defined(__CUDACC__)
#    define HEDDLE_PLAIN_ACCESS(advice) [[deprecated("heddle: " advice)]]
#elif defined(__CUDA_ARCH__) && (!defined(__CUDA_ARCH_LIST__) || __CUDA_ARCH__ == HEDDLE_FIRST_OF(__CUDA_ARCH_LIST__))
#    define HEDDLE_PLAIN_ACCESS(advice) [[deprecated(HEDDLE_NEW_LINE "heddle: " advice)]]
#else
#    define HEDDLE_PLAIN_ACCESS(advice)
#endif

// The pragma starts a new line, because nvcc 13.0 prints the whole preprocessed line of an attribute in a warning.
#if HEDDLE_WARN_PLAIN && defined(__CUDA_ARCH__) && !HEDDLE_CLANG_CUDA && !defined(__CUDACC_RTC__)
#    define HEDDLE_NEW_LINE _Pragma("nv_diag_default 1444")
#else
#    define HEDDLE_NEW_LINE
#endif

// Between these two macros, the compiler does not warn. (It still warns if other code calls a function that is declared
// between them.)
#if !HEDDLE_WARN_PLAIN
#    define HEDDLE_BEGIN_SILENCE
#    define HEDDLE_END_SILENCE
#elif defined(__CUDACC__) && !HEDDLE_CLANG_CUDA
#    define HEDDLE_BEGIN_SILENCE _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 1444")
#    define HEDDLE_END_SILENCE _Pragma("nv_diagnostic pop")
#else
#    define HEDDLE_BEGIN_SILENCE \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#    define HEDDLE_END_SILENCE _Pragma("GCC diagnostic pop")
#endif

// This macro, which HEDDLE_FIELDS also uses, turns nvcc's warning on again, because headers of CCCL turn it off.
// cuda/std/tuple of CCCL 3.0 (CUDA 13.0), which most other headers include, turns it off until the end of the source.
// If it is included here, it does so before the macro, and no later header includes it again.
#if HEDDLE_WARN_PLAIN && defined(__CUDACC__) && !HEDDLE_CLANG_CUDA && __has_include(<cuda/std/tuple>)
#    include <cuda/std/tuple>
#endif
#if HEDDLE_WARN_PLAIN && defined(__CUDACC__) && !HEDDLE_CLANG_CUDA
#    define HEDDLE_WARN_AGAIN _Pragma("nv_diag_warning 1444")
#else
#    define HEDDLE_WARN_AGAIN
#endif
HEDDLE_WARN_AGAIN

// Marks a field of a class that overlays an element.
#define HEDDLE_PLAIN_FIELD(name)                                                                              \
    HEDDLE_PLAIN_ACCESS("p[i]." #name                                                                         \
                        " is plain code; if no other thread writes the element meanwhile, write auto "        \
                        "q = p[i].edit(); q->" #name ", or T q = p[i]; q." #name " to read, or T q; q." #name \
                        " = ...; p[i] = q to fill; if others write it, and the field is a struct V, "         \
                        "write coalesced_ptr<V> q(&p.get()[i]." #name "); to keep it, write p.get()[i]." #name)

#define HEDDLE_PLAIN_ARROW                                                                                         \
    HEDDLE_PLAIN_ACCESS(                                                                                           \
        "p->x is plain code; if no other thread writes the element meanwhile, write auto q = "                     \
        "heddle::edit(p); q->x, or T q = *p; q.x to read, or T q; q.x = ...; *p = q to fill; if others write it, " \
        "and the field is a struct V, write coalesced_ptr<V> q(&p.get()->x); to keep it, write p.get()->x")

#define HEDDLE_PLAIN_REFERENCE                                                                         \
    HEDDLE_PLAIN_ACCESS(                                                                               \
        "through T& r = p[i], accesses are plain code; if no other thread writes the element "         \
        "meanwhile, write auto q = p[i].edit(); T& r = *q, or T r = p[i] to read, or T r; r.x = ...; " \
        "p[i] = r to fill; to keep them, write T& r = p.get()[i]")

#define HEDDLE_PLAIN_ADDRESS                                                                          \
    HEDDLE_PLAIN_ACCESS(                                                                              \
        "through &p[i], accesses are plain code; write p + i, or auto q = p[i].edit(); &*q; to keep " \
        "them, write p.get() + i")

#define HEDDLE_PLAIN_SUBSCRIPT                                                                      \
    HEDDLE_PLAIN_ACCESS(                                                                            \
        "p[i][k] is plain code; if no other thread writes the element meanwhile, write auto q = "   \
        "p[i].edit(); (*q)[k], or T q = p[i]; q[k] to read, or T q; q[k] = ...; p[i] = q to fill; " \
        "to keep it, write p.get()[i][k]")

#define HEDDLE_PLAIN_SIZE                                                             \
    HEDDLE_PLAIN_ACCESS(                                                              \
        "elements of this size are accessed as in plain code; load several per lane " \
        "(load_contiguous<N>) or tiles of a block; to keep it, write p.get()[i]")

// With HEDDLE_WARN_PLAIN, operator[] of coalesced_ptr has two overloads. The overload with HEDDLE_IF_PLAIN(true, …) is
// for elements that heddle accesses as plain code does, the other overload for all other elements.
#if HEDDLE_WARN_PLAIN
#    define HEDDLE_IF_PLAIN(is, Policy, T) \
        template <class Element = T, std::enable_if_t<detail::is_plain<Policy, Element> == is, int> = 0>
#else
#    define HEDDLE_IF_PLAIN(is, Policy, T)
#endif
