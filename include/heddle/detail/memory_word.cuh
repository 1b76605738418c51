// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// memory_word: a word that one instruction moves between memory and registers; and selection between two words.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! A word of 4, 8 or 16 bytes, aligned to its size so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) memory_word {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
    std::uint32_t part[Bytes / 4];
};

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

//! Writes a Word to an object of any type, in the same ways as read_as.
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

//! The largest unsigned integer type that has 1, 2 or 4 bytes, but not more than Bytes bytes.
template <std::size_t Bytes>
using integer_of =
    std::conditional_t<Bytes == 1, std::uint8_t, std::conditional_t<Bytes == 2, std::uint16_t, std::uint32_t>>;

//! A type of this many bytes (1, 2, 4, 8 or 16), which moves in one instruction.
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

//! Returns the lower 32 bits of high:low >> bits.
//! Requires: bits < 32
HEDDLE_INLINE std::uint32_t shift_right(std::uint32_t low, std::uint32_t high, unsigned bits)
{
#if defined(__CUDA_ARCH__)
    return __funnelshift_r(low, high, bits);
#else
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> bits);
#endif
}

//! Returns the upper 32 bits of high:low << bits.
//! Requires: bits < 32
HEDDLE_INLINE std::uint32_t shift_left(std::uint32_t low, std::uint32_t high, unsigned bits)
{
#if defined(__CUDA_ARCH__)
    return __funnelshift_l(low, high, bits);
#else
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) << bits >> 32);
#endif
}

//! Hides from the compiler how a word in a register was computed. If Orders, also keeps its place among other calls.
template <bool Orders = false>
HEDDLE_INLINE void hide([[maybe_unused]] std::uint32_t& word)
{
#if defined(__CUDA_ARCH__)
    if constexpr (Orders) {
        asm volatile("" : "+r"(word));
    } else {
        asm("" : "+r"(word));
    }
#endif
}

#if defined(__CUDACC__)
//! The number 1, hidden from the compiler. A multiplication by a known 1 would become a select.
[[maybe_unused]] static __constant__ std::uint32_t opaque_one = 1;
#endif

//! Selects one of two words, depending on whether `bits` is 0. `select` uses the pipe for selects, shifts and
//! comparisons; `take_if` uses the pipe for multiplications. Both are inline assembly, because nvcc turns a sequence of
//! C++ selects into a branch, and emits the code between the selects once for each side of the branch.
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

    //! Sets `word` to `taken` if `bits` is not 0.
    template <class Word>
    HEDDLE_INLINE static void take_if(unsigned bits, Word const& taken, Word& word)
    {
        word = select(bits, taken, word);
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
