// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A word, which one instruction moves between memory and registers, and the selection between two words in registers.
#pragma once

#include "../config.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

//! A word of 4, 8 or 16 bytes, aligned to its size so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) memory_word {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
    std::uint32_t part[Bytes / 4];
};

//! Reads a Word, whatever type lies at the address. Host compilers assume that different types do not alias, so the
//! host copies bytes. nvcc does not, and would split such a copy; clang needs a type that may alias others.
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

//! Writes a Word likewise.
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

//! The integer of 1, 2 or 4 bytes that is at most as long as Bytes.
template <std::size_t Bytes>
using integer_of =
    std::conditional_t<Bytes == 1, std::uint8_t, std::conditional_t<Bytes == 2, std::uint16_t, std::uint32_t>>;

//! The type that moves this many bytes (1, 2, 4, 8 or 16) in one instruction.
template <unsigned Bytes>
struct moved_at_once {
    using type = memory_word<Bytes>;
};
template <>
struct moved_at_once<1> {
    using type = std::uint8_t;
};
template <>
struct moved_at_once<2> {
    using type = std::uint16_t;
};

#if defined(__CUDACC__)
//! A 1 that the compiler does not know: it would turn products with a known 1 into selects.
[[maybe_unused]] static __constant__ std::uint32_t opaque_one = 1;
#endif

//! Selects one of two words by whether `bits` is 0: `select` on the pipe of selects, which shifts and comparisons
//! share, `take_if` on that of multiplications. Both are inline assembly: nvcc turns many C++ selects into a branch,
//! and emits the code that they enclose once for each side.
struct predicated_select {
#if defined(__CUDA_ARCH__)
    __device__ __forceinline__ static std::uint32_t select(unsigned bits, std::uint32_t const& taken,
                                                           std::uint32_t const& kept)
    {
        std::uint32_t word;
        asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.b32 %0, %2, %3, p; }"
            : "=r"(word)
            : "r"(bits), "r"(taken), "r"(kept));
        return word;
    }
    template <unsigned Bytes>
    __device__ __forceinline__ static memory_word<Bytes> select(unsigned bits, memory_word<Bytes> const& taken,
                                                                memory_word<Bytes> const& kept)
    {
        memory_word<Bytes> word;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Bytes / 4; ++i) {
            word.part[i] = select(bits, taken.part[i], kept.part[i]);
        }
        return word;
    }

    __device__ __forceinline__ static void take_if(unsigned bits, std::uint32_t const& taken, std::uint32_t& word)
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

    template <class Word>
    HEDDLE_INLINE static Word select(unsigned bits, Word const& taken, Word const& kept)
    {
        return bits != 0 ? taken : kept;
    }

    //! Sets the word to `taken` if `bits` is not 0.
    template <class Word>
    HEDDLE_INLINE static void take_if(unsigned bits, Word const& taken, Word& word)
    {
        word = select(bits, taken, word);
    }
};

}  // namespace heddle::detail
