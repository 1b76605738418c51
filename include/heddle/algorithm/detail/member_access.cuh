// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes one member of a struct in memory or in registers.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads a member of a struct. The struct may be packed; accesses are as wide as the offset of the member allows.
template <class Struct, class Type>
HEDDLE_INLINE carried_t<Type> load_member(void const* place, std::size_t offset)
{
    constexpr std::size_t alignment = alignof(Type);
    element_storage<Type> copy;
    if (alignof(Struct) % alignment == 0 && offset % alignment == 0) {
        std::memcpy(copy.bytes(), __builtin_assume_aligned(place, alignment), sizeof(Type));
    } else {
        std::memcpy(copy.bytes(), place, sizeof(Type));
    }
    return copy.value;
}
template <class Struct, class Type>
HEDDLE_INLINE void store_member(void* place, std::size_t offset, Type const& value)
{
    constexpr std::size_t alignment = alignof(Type);
    if (alignof(Struct) % alignment == 0 && offset % alignment == 0) {
        std::memcpy(__builtin_assume_aligned(place, alignment), detail::address_of(value), sizeof(Type));
    } else {
        std::memcpy(place, detail::address_of(value), sizeof(Type));
    }
}

//! The bytes of a struct, as words in registers. Members that are given by their types are extracted and inserted with
//! shifts, because byte copies would go through the stack.
template <class Struct>
class struct_words {
    static constexpr unsigned word_count = static_cast<unsigned>((sizeof(Struct) + 3) / 4);

public:
    HEDDLE_INLINE struct_words() : words_{} {}
    HEDDLE_INLINE explicit struct_words(Struct const& value) { detail::words_from_element(words_, value); }

    HEDDLE_INLINE carried_t<Struct> value() const { return detail::element_from_words<Struct>(words_); }

    template <class Type, std::size_t Offset>
    HEDDLE_INLINE carried_t<Type> get() const
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        memory_word<4> own[(sizeof(Type) + 3) / 4];
        HEDDLE_UNROLL
        for (unsigned w = 0; w < (sizeof(Type) + 3) / 4; ++w) {
            own[w].part[0] =
                bits == 0 ? word(first + w) : detail::shift_right(word(first + w), word(first + w + 1), bits);
        }
        return detail::element_from_words<Type>(own);
    }

    template <class Type, std::size_t Offset>
    HEDDLE_INLINE void set(Type const& value)
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        memory_word<4> own[(sizeof(Type) + 3) / 4];
        detail::words_from_element(own, value);
        HEDDLE_UNROLL
        for (unsigned w = 0; w < (sizeof(Type) + 3) / 4; ++w) {
            unsigned const left = static_cast<unsigned>(sizeof(Type)) - 4 * w;
            std::uint32_t const mask = left >= 4 ? ~0u : (1u << left * 8 % 32) - 1;
            put(first + w, own[w].part[0] << bits, mask << bits);
            if (bits != 0) put(first + w + 1, own[w].part[0] >> (32 - bits) % 32, mask >> (32 - bits) % 32);
        }
    }

private:
    HEDDLE_INLINE std::uint32_t word(unsigned w) const { return w < word_count ? words_[w].part[0] : 0; }
    HEDDLE_INLINE void put(unsigned w, std::uint32_t bits, std::uint32_t mask)
    {
        if (w < word_count) words_[w].part[0] = (words_[w].part[0] & ~mask) | bits;
    }

    memory_word<4> words_[word_count];
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
