// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What one instruction moves between memory and registers.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"

namespace heddle::detail {

//! A word of 4, 8 or 16 bytes: as aligned as it is long, so that it moves in one instruction.
template <unsigned Bytes>
struct alignas(Bytes) memory_word {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
    std::uint32_t part[Bytes / 4];
};

//! What lies at an address, as a Word, whatever type the bytes there have. Host compilers take accesses
//! of two types for accesses of two objects, so there it is a copy of bytes. nvcc does not, and would
//! move a copy of bytes in smaller parts. clang does, unless the type of the access may alias others.
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

//! The same backwards.
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

}  // namespace heddle::detail
