// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores and addresses in the form in which a compiler turns them into the best instructions.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/emulation/emulated_group.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Reads a Word from an object of any type. Host compilers assume that different types do not alias, so host code
//! copies bytes. nvcc does not make this assumption, but would split a copy of bytes into several loads. clang's device
//! code needs a type that may alias.
//! Requires: the address is aligned to alignof(Word)
template <class Word>
HEDDLE_INLINE Word read_as(void const* address)
{
#if defined(__CUDA_ARCH__)
    using word HEDDLE_ALIASES_OTHERS = Word;
    return *static_cast<word const*>(address);
#else
    Word word;
    std::memcpy(&word, address, sizeof word);
    return word;
#endif
}

//! The store counterpart of read_as, with the same aliasing rules.
//! Requires: the address is aligned to alignof(Word)
template <class Word>
HEDDLE_INLINE void write_as(void* address, Word const& word)
{
#if defined(__CUDA_ARCH__)
    using stored HEDDLE_ALIASES_OTHERS = Word;
    *static_cast<stored*>(address) = word;
#else
    std::memcpy(address, &word, sizeof word);
#endif
}

//! Counts an access of the calling lane in an emulated warp (emulated_lane::count_access). A GPU counts nothing.
HEDDLE_INLINE void count_emulated_access([[maybe_unused]] std::uint32_t lanes, [[maybe_unused]] bool stores,
                                         [[maybe_unused]] void const* address, [[maybe_unused]] unsigned bytes)
{
#if !defined(__CUDA_ARCH__)
    emulated_lane::current()->count_access(lanes, stores, address, bytes);
#endif
}

//! Returns whether a pointer is to global memory; always true on the host.
HEDDLE_INLINE bool is_global([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));  // hides a choice between two pointers, on which nvcc 13.0 fails (see opaque)
    return __isGlobal(pointer);
#else
    return true;
#endif
}

HEDDLE_INLINE bool is_shared([[maybe_unused]] void const* pointer)
{
#if defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));
    return __isShared(pointer);
#else
    return true;
#endif
}

//! Returns the bytes of dynamic shared memory that the launch of the kernel requested.
HEDDLE_INLINE unsigned dynamic_shared_bytes()
{
    unsigned bytes = 0;
#if defined(__CUDA_ARCH__)
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
#endif
    return bytes;
}

//! Converts an address in global memory to a pointer. clang then emits global accesses through this pointer.
template <class T>
HEDDLE_INLINE T* pointer_to_global(std::uintptr_t address)
{
#if defined(__CUDA_ARCH__) && HEDDLE_CLANG_CUDA
    return (T*)(__attribute__((address_space(1))) T*)address;
#else
    return reinterpret_cast<T*>(address);
#endif
}

//! Tells the compiler that a pointer is to global memory, so that the compiler emits global accesses. The compiler
//! cannot know this if the pointer comes from a shuffle.
template <class T>
HEDDLE_INLINE T* assume_global(T* pointer)
{
#if defined(__CUDA_ARCH__)
    HEDDLE_EXPECTS(detail::is_global(pointer), "the elements must lie in global memory");
    __builtin_assume(__isGlobal(pointer));
#endif
    return pointer;
}

//! Hides from the compiler how a pointer was computed. If p is one of two pointers, chosen at run time, nvcc 13.0
//! compiles __isGlobal(p) into a call that nvcc's own verifier rejects.
template <class Byte>
HEDDLE_INLINE Byte* opaque(Byte* pointer)
{
#if defined(__CUDA_ARCH__) && HEDDLE_CLANG_CUDA
    auto address = reinterpret_cast<std::uintptr_t>(pointer);
    asm("" : "+l"(address));
    return pointer_to_global<Byte>(address);
#elif defined(__CUDA_ARCH__)
    asm("" : "+l"(pointer));
#endif
    return pointer;
}

// Lanes without an element also compute addresses, from null or any other value. Arithmetic on such pointers is
// undefined, so host code uses integers. Device code uses pointers, because nvcc does not recognize an integer as an
// address in global memory. These are macros, because functions would change the machine code.
#if defined(__CUDA_ARCH__)
#    define HEDDLE_BYTES_AFTER(address, bytes) ((address) + (bytes))
#    if HEDDLE_CLANG_CUDA
#        define HEDDLE_BYTES_BEFORE(address, bytes) ::heddle::detail::bytes_before(address, bytes)
//! Returns the address that is `bytes` before `address`. With pointer arithmetic, clang would emit no global accesses.
template <class Byte>
HEDDLE_INLINE Byte* bytes_before(Byte* address, std::uintptr_t bytes)
{
    return pointer_to_global<Byte>(reinterpret_cast<std::uintptr_t>(address) - bytes);
}
#    else
#        define HEDDLE_BYTES_BEFORE(address, bytes) ((address) - (bytes))
#    endif
#else
#    define HEDDLE_BYTES_AFTER(address, bytes) ::heddle::detail::bytes_after(address, bytes)
#    define HEDDLE_BYTES_BEFORE(address, bytes) ::heddle::detail::bytes_after(address, std::uintptr_t{0} - (bytes))
//! Returns the address that is `bytes` after `address`, modulo 2^64.
template <class Byte>
HEDDLE_INLINE Byte* bytes_after(Byte* address, std::uintptr_t bytes)
{
    return reinterpret_cast<Byte*>(reinterpret_cast<std::uintptr_t>(address) + bytes);
}
#endif

//! Begins to fetch the line at an address of global memory, which is read later, to L2.
HEDDLE_INLINE void fetch_ahead([[maybe_unused]] void const* address)
{
#if defined(__CUDA_ARCH__)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(address)));
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
