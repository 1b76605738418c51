// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// struct_words: a struct in registers, whose members are read and written by their types and offsets.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! The bytes of a struct, as words of 4 bytes in registers, for code that knows only the types and offsets of the
//! members, not their names, such as generated code:
//!     heddle::struct_words<record> q(p[i]);
//!     q.set<float, 24>(q.get<float, 24>() + 1);
//!     p[i] = q.value();
//! Cost:     members are extracted and inserted by shifts, because copies of their bytes would go through the stack
//! Requires: Struct and the types of its members are trivially copyable; offsets are in bytes, and need not be aligned
template <class Struct>
class struct_words {
    static_assert(detail::is_movable_v<Struct>,
                  "heddle: the struct of struct_words must be trivially copyable; specialize "
                  "heddle::is_bitwise_copyable<T> if copying its bytes copies it");
    static constexpr unsigned word_count = static_cast<unsigned>((sizeof(Struct) + 3) / 4);

public:
    //! All bytes are zero.
    HEDDLE_INLINE struct_words() : words_{} {}
    //! Copies the bytes of a struct.
    HEDDLE_INLINE explicit struct_words(Struct const& value) { detail::words_from_element(words_, value); }

    //! Returns the struct.
    HEDDLE_INLINE detail::carried_t<Struct> value() const { return detail::element_from_words<Struct>(words_); }

    //! Returns the Type that begins at byte Offset. Bytes beyond the struct are unspecified.
    template <class Type, std::size_t Offset>
    HEDDLE_INLINE detail::carried_t<Type> get() const
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        detail::memory_word<4> own[(sizeof(Type) + 3) / 4];
        HEDDLE_UNROLL
        for (unsigned w = 0; w < (sizeof(Type) + 3) / 4; ++w) {
            own[w].part[0] =
                bits == 0 ? word(first + w) : detail::shift_right(word(first + w), word(first + w + 1), bits);
        }
        return detail::element_from_words<Type>(own);
    }

    //! Sets the bytes from byte Offset on to those of `value`. Bytes beyond the struct are ignored.
    template <class Type, std::size_t Offset>
    HEDDLE_INLINE void set(Type const& value)
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        detail::memory_word<4> own[(sizeof(Type) + 3) / 4];
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

    detail::memory_word<4> words_[word_count];
};

}  // namespace types

using types::struct_words;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
