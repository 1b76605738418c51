// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Instructions on words and numbers in registers, each with a form for the host.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

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

//! Returns four of the eight bytes of high:low. Hexadecimal digit i of `selector` selects result byte i.
//! Requires: these digits are less than 8
HEDDLE_INLINE std::uint32_t permute_bytes(std::uint32_t low, std::uint32_t high, unsigned selector)
{
#if defined(__CUDA_ARCH__)
    return __byte_perm(low, high, selector);
#else
    std::uint64_t const bytes = std::uint64_t{high} << 32 | low;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        unsigned const number = selector >> 4 * i & 7u;
        result |= static_cast<std::uint32_t>(bytes >> 8 * number & 0xffu) << 8 * i;
    }
    return result;
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

enum class extreme { lesser, greater };

//! Returns the lesser or the greater of two floating-point numbers: -0 is less than +0. If one operand is a NaN, returns
//! the other.
template <extreme Which, class T>
HEDDLE_INLINE T extreme_number(T a, T b)
{
    constexpr bool is_lesser = Which == extreme::lesser;
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, float>) {
        return is_lesser ? ::fminf(a, b) : ::fmaxf(a, b);
    } else {
        return is_lesser ? ::fmin(a, b) : ::fmax(a, b);
    }
#else
    if (a != a) return b;
    if (a == b) return (__builtin_signbit(a) != 0) == is_lesser ? a : b;
    return (is_lesser ? b < a : a < b) ? b : a;  // returns a if b is a NaN
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
