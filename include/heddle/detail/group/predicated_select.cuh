// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A choice between two words in registers of which nvcc makes no branch.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"
#include "memory_word.cuh"

namespace heddle::detail {

#if defined(__CUDACC__)
//! 1, which the compiler does not know: it would make selects of the products with it.
[[maybe_unused]] static __constant__ std::uint32_t opaque_one = 1;
#endif

//! One of two words by whether `bits` is 0: on the pipe of selects, or on that of multiplications. Shifts and
//! comparisons share the former, so that transposes would otherwise use nothing else.
//!
//! Both are instructions and not C++, of which nvcc makes branches where there are many, and then writes what
//! they enclose twice: once for each answer.
struct predicated_select {
#if defined(__CUDA_ARCH__)
    __device__ __forceinline__ static std::uint32_t select(unsigned bits,
                                                           std::uint32_t const& taken,
                                                           std::uint32_t const& kept)
    {
        std::uint32_t word;
        asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.b32 %0, %2, %3, p; }"
            : "=r"(word)
            : "r"(bits), "r"(taken), "r"(kept));
        return word;
    }
    template <unsigned Bytes>
    __device__ __forceinline__ static memory_word<Bytes> select(unsigned bits,
                                                                memory_word<Bytes> const& taken,
                                                                memory_word<Bytes> const& kept)
    {
        memory_word<Bytes> word;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) {
            word.part[i] = select(bits, taken.part[i], kept.part[i]);
        }
        return word;
    }

    __device__ __forceinline__ static void take_if(unsigned bits, std::uint32_t const& taken,
                                                   std::uint32_t& word)
    {
        asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p mad.lo.u32 %0, %2, %3, 0; }"
            : "+r"(word)
            : "r"(bits), "r"(taken), "r"(opaque_one));
    }
    template <unsigned Bytes>
    __device__ __forceinline__ static void take_if(unsigned bits, memory_word<Bytes> const& taken,
                                                   memory_word<Bytes>& word)
    {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) take_if(bits, taken.part[i], word.part[i]);
    }
#endif

    //! `taken` where `bits` is not 0, else `kept`.
    template <class Word>
    HEDDLE_INLINE static Word select(unsigned bits, Word const& taken, Word const& kept)
    {
        return bits != 0 ? taken : kept;
    }

    //! Where `bits` is not 0, the word becomes `taken`.
    template <class Word>
    HEDDLE_INLINE static void take_if(unsigned bits, Word const& taken, Word& word)
    {
        word = select(bits, taken, word);
    }
};

}  // namespace heddle::detail
