// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A structure of arrays, for comparison: the k-th array contains word k of each element.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle_examples {

//! Words are as wide as the alignment of T, but at most 8 bytes.
template <class T>
inline constexpr std::size_t soa_word_bytes = alignof(T) < 8 ? alignof(T) : 8;

//! A pointer to a structure of arrays. It accesses whole elements as coalesced_ptr does: T q = p[i]; p[i] = q;
//! auto q = p[i].edit().
template <class T>
class soa_ptr {
    using value = std::remove_const_t<T>;
    static constexpr std::size_t word_bytes = soa_word_bytes<T>;
    using unsigned_word =
        std::conditional_t<word_bytes == 8, std::uint64_t,
                           std::conditional_t<word_bytes == 4, std::uint32_t,
                                              std::conditional_t<word_bytes == 2, std::uint16_t, std::uint8_t>>>;
    using word = std::conditional_t<std::is_const<T>::value, unsigned_word const, unsigned_word>;
    static constexpr std::size_t word_count = sizeof(T) / word_bytes;

    //! Storage for an element, which need not have a default constructor.
    union storage {
        value element;
        HEDDLE_INLINE storage() {}
        HEDDLE_INLINE void* bytes() { return this; }
    };

    class editor;

    class reference {
    public:
        HEDDLE_INLINE reference(word* first, std::size_t stride) : first_(first), stride_(stride) {}
        HEDDLE_INLINE operator value() const
        {
            unsigned_word words[word_count];
            HEDDLE_UNROLL
            for (std::size_t k = 0; k < word_count; ++k) words[k] = first_[k * stride_];
            storage copy;
            memcpy(copy.bytes(), words, sizeof(T));
            return copy.element;
        }
        HEDDLE_INLINE reference const& operator=(value const& element) const
        {
            unsigned_word words[word_count];
            memcpy(words, static_cast<void const*>(__builtin_addressof(element)), sizeof(T));
            HEDDLE_UNROLL
            for (std::size_t k = 0; k < word_count; ++k) first_[k * stride_] = words[k];
            return *this;
        }
        HEDDLE_INLINE editor edit() const { return editor(*this); }

    private:
        word* first_;
        std::size_t stride_;
    };

    class editor {
    public:
        HEDDLE_INLINE explicit editor(reference const& from) : from_(from), element_(from) {}
        HEDDLE_INLINE ~editor() { from_ = element_; }
        editor(editor const&) = delete;
        editor& operator=(editor const&) = delete;
        HEDDLE_INLINE value* operator->() { return __builtin_addressof(element_); }
        HEDDLE_INLINE value& operator*() { return element_; }

    private:
        reference from_;
        value element_;
    };

public:
    soa_ptr(T* memory, std::size_t count) : words_(reinterpret_cast<word*>(memory)), count_(count) {}
    HEDDLE_INLINE reference operator[](std::ptrdiff_t i) const { return {words_ + i, count_}; }

private:
    word* words_;
    std::size_t count_;
};

}  // namespace heddle_examples
