// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element as an array of words in registers.
#pragma once

#include "../../config.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle::detail {

//! A word of 4, 8 or 16 bytes: as aligned as it is long, so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) memory_word {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
    std::uint32_t part[Bytes / 4];
};

//! What lies at an address, as a Word, whatever type the bytes there have. Host compilers take accesses
//! of two types for accesses of two objects, so there it is a copy of bytes; nvcc does not, and would
//! move a copy of bytes in smaller parts.
//! Requires: the address is aligned to alignof(Word)
template <class Word>
HEDDLE_INLINE Word read_as(void const* address)
{
#if defined(__CUDA_ARCH__)
    return *static_cast<Word const*>(address);
#else
    Word word;
    std::memcpy(&word, address, sizeof word);
    return word;
#endif
}

//! The same backwards.
template <class Word>
HEDDLE_INLINE void write_as(void* address, Word const& word)
{
#if defined(__CUDA_ARCH__)
    *static_cast<Word*>(address) = word;
#else
    std::memcpy(address, &word, sizeof word);
#endif
}

//! 32 bits of words in registers.
template <class Word, unsigned WordCount>
HEDDLE_INLINE auto& part_of(Word (&words)[WordCount], unsigned i)
{
    return words[i / (sizeof(Word) / 4)].part[i % (sizeof(Word) / 4)];
}

//! The same words, some more or fewer, in any width; what `from` has no part for is 0.
template <class To, unsigned ToCount, class From, unsigned FromCount>
HEDDLE_INLINE void copy_words(To (&to)[ToCount], From const (&from)[FromCount])
{
    constexpr unsigned parts = FromCount * (sizeof(From) / 4);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < ToCount * (sizeof(To) / 4); ++i) {
        part_of(to, i) = i < parts ? part_of(from, i < parts ? i : 0) : 0;
    }
}

//! Room for an element that need not be default-constructible.
template <class Element>
union element_storage {
    Element value;
    HEDDLE_INLINE element_storage() {}
    HEDDLE_INLINE void* bytes() { return this; }
};

//! The lower 32 bits of high:low >> bits; bits < 32.
HEDDLE_INLINE std::uint32_t shift_right(std::uint32_t low, std::uint32_t high, unsigned bits)
{
#if defined(__CUDA_ARCH__)
    return __funnelshift_r(low, high, bits);
#else
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> bits);
#endif
}

//! The upper 32 bits of high:low << bits; bits < 32.
HEDDLE_INLINE std::uint32_t shift_left(std::uint32_t low, std::uint32_t high, unsigned bits)
{
#if defined(__CUDA_ARCH__)
    return __funnelshift_l(low, high, bits);
#else
    return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) << bits >> 32);
#endif
}

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

//! Moves the bytes of consecutive words upwards, or downwards, by less than straddled_word_bytes.
//! Those that come in are 0.
template <bool Upwards, unsigned Count>
HEDDLE_INLINE void move_bytes(std::uint32_t (&words)[Count], unsigned bytes)
{
    auto const neighbour = [&](unsigned i) -> std::uint32_t {
        return Upwards ? (i > 0 ? words[i - 1] : 0) : (i + 1 < Count ? words[i + 1] : 0);
    };
    HEDDLE_UNROLL
    for (unsigned k = 0; k < Count; ++k) {
        unsigned const i = Upwards ? Count - 1 - k : k;
        predicated_select::take_if(bytes & 4u, neighbour(i), words[i]);
    }
    unsigned const bits = bytes % 4 * 8;
    HEDDLE_UNROLL
    for (unsigned k = 0; k < Count; ++k) {
        unsigned const i = Upwards ? Count - 1 - k : k;
        words[i] = Upwards ? shift_left(neighbour(i), words[i], bits)
                           : shift_right(words[i], neighbour(i), bits);
    }
}

//! An integer of 1, 2 or 4 bytes, no longer than given.
template <std::size_t Bytes>
using integer_of = std::conditional_t<Bytes == 1, std::uint8_t,
                                      std::conditional_t<Bytes == 2, std::uint16_t, std::uint32_t>>;

//! What moves this many bytes in one instruction: 1, 2, 4, 8 or 16.
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

// Between registers and structs, bytes go through integers no larger than the struct's alignment:
// copied straight from 32-bit words, a packed one would be put together on the stack. The compiler
// sees through this.

//! The element that starts with the first of these words.
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE Element element_from_words(memory_word<WordBytes> const (&words)[WordCount])
{
    using unit = integer_of<alignof(Element)>;
    constexpr unsigned unit_bytes = sizeof(unit);
    constexpr unsigned count = sizeof(Element) / unit_bytes;
    constexpr unsigned parts = WordBytes / 4;
    std::uint32_t bits[WordCount * parts];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) bits[i] = words[i / parts].part[i % parts];
    unit units[count];
    HEDDLE_UNROLL
    for (unsigned u = 0; u < count; ++u) {
        units[u] = static_cast<unit>(bits[u * unit_bytes / 4] >> u * unit_bytes % 4 * 8);
    }
    element_storage<Element> element;
    std::memcpy(element.bytes(), units, sizeof(Element));
    return element.value;
}

//! The words of an element that starts with the first; bytes after it are 0.
template <unsigned WordBytes, unsigned WordCount, class Element>
HEDDLE_INLINE void words_from_element(memory_word<WordBytes> (&words)[WordCount],
                                      Element const& element)
{
    using unit = integer_of<alignof(Element)>;
    constexpr unsigned unit_bytes = sizeof(unit);
    constexpr unsigned count = sizeof(Element) / unit_bytes;
    constexpr unsigned parts = WordBytes / 4;
    unit units[count];
    std::memcpy(units, &element, sizeof(Element));
    std::uint32_t bits[WordCount * parts] = {};
    HEDDLE_UNROLL
    for (unsigned u = 0; u < count; ++u) {
        bits[u * unit_bytes / 4] |= std::uint32_t{units[u]} << (u * unit_bytes % 4 * 8);
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) words[i / parts].part[i % parts] = bits[i];
}

//! Words of an element that starts at byte 0 and shall start at byte `start`, or, not Upwards, the
//! other way round. What moves out at the end is lost.
template <bool Upwards = true, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void move_start(memory_word<WordBytes> (&words)[WordCount], unsigned start)
{
    constexpr unsigned parts = WordBytes / 4;
    std::uint32_t bits[WordCount * parts];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) bits[i] = words[i / parts].part[i % parts];
    move_bytes<Upwards>(bits, start);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < WordCount * parts; ++i) words[i / parts].part[i % parts] = bits[i];
}

}  // namespace heddle::detail
