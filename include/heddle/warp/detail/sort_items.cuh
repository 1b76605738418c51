// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The items of a sorting network, and how two of them are compared.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>
#include <heddle/warp/detail/ordered_bits.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Compares items that are one number each: the bits of a key, or 64 bits with a key in the upper half.
template <class Bits>
struct number_policy {
    HEDDLE_INLINE static Bits lesser(Bits a, Bits b) { return b < a ? b : a; }
    HEDDLE_INLINE static Bits greater(Bits a, Bits b) { return b < a ? a : b; }

    HEDDLE_INLINE void order(Bits& a, Bits& b) const
    {
        Bits const first = lesser(a, b);
        b = greater(a, b);
        a = first;
    }
    HEDDLE_INLINE void keep(bool is_lower, Bits& own, Bits other) const
    {
        if constexpr (sizeof(Bits) == 4) {
            own = is_lower ? lesser(own, other) : greater(own, other);
        } else {
            // There is no 64-bit minimum instruction. Either of two equal numbers may be taken.
            own = (other < own) == is_lower ? other : own;
        }
    }
};

//! The words of a key, followed by the words of its value.
template <unsigned Count>
struct word_item {
    std::uint32_t words[Count];
};

template <unsigned Count>
HEDDLE_INLINE void take_if(bool condition, word_item<Count>& own, word_item<Count> const& other)
{
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Count; ++i) {
        own.words[i] = condition ? other.words[i] : own.words[i];
    }
}

template <class Value, unsigned First, unsigned Count>
HEDDLE_INLINE void write_words(word_item<Count>& item, Value const& value)
{
    static_assert(First + shuffled_words<Value> <= Count);
    memory_word<4> words[shuffled_words<Value>];
    detail::words_from_element(words, value);
    HEDDLE_UNROLL
    for (unsigned i = 0; i < shuffled_words<Value>; ++i) item.words[First + i] = words[i].part[0];
}

template <class Value, unsigned First, unsigned Count>
HEDDLE_INLINE carried_t<Value> value_of_words(word_item<Count> const& item)
{
    memory_word<4> words[shuffled_words<Value>];
    HEDDLE_UNROLL
    for (unsigned i = 0; i < shuffled_words<Value>; ++i) words[i].part[0] = item.words[First + i];
    return detail::element_from_words<Value>(words);
}

template <class Value, unsigned First, unsigned Count>
HEDDLE_INLINE void read_words(word_item<Count> const& item, Value* value)
{
    carried_t<Value> const read = detail::value_of_words<Value, First>(item);
    std::memcpy(static_cast<void*>(value), detail::address_of(read), sizeof(Value));
}

//! Compares items whose first words are a key. If Indexed, the word after the key orders items with equivalent keys, so
//! that no two items are equal.
//!
//! Two lanes that compare their items both ask whether `second` comes before `first`, never the opposite. Thus the two
//! lanes agree, whatever the comparison returns, and no item is lost or duplicated.
template <class Key, class Compare, bool Indexed>
struct item_policy {
    mutable Compare compare;  // its operator() need not be const

    static constexpr unsigned index_word = shuffled_words<Key>;

    HEDDLE_EXEC_CHECK_DISABLE
    template <unsigned Count>
    HEDDLE_INLINE bool swaps(word_item<Count> const& first, word_item<Count> const& second) const
    {
        auto a = detail::value_of_words<Key, 0>(second), b = detail::value_of_words<Key, 0>(first);
        return static_cast<bool>(detail::call(compare, a, b));
    }

    template <unsigned Count>
    HEDDLE_INLINE void order(word_item<Count>& a, word_item<Count>& b) const
    {
        word_item<Count> const old = a;
        bool const takes = takes_other(true, a, b);
        detail::take_if(takes, a, b);
        detail::take_if(takes, b, old);
    }

    template <unsigned Count>
    HEDDLE_INLINE void keep(bool is_lower, word_item<Count>& own, word_item<Count> const& other) const
    {
        detail::take_if(takes_other(is_lower, own, other), own, other);
    }

private:
    template <unsigned Count>
    HEDDLE_INLINE bool takes_other(bool is_lower, word_item<Count> const& own, word_item<Count> const& other) const
    {
        // `first` is the item with the lower index or, without indices, the item in the lower place.
        bool is_first = is_lower;
        if constexpr (Indexed) is_first = own.words[index_word] < other.words[index_word];
        word_item<Count> first = other, second = own;
        detail::take_if(is_first, first, own);
        detail::take_if(is_first, second, other);
        // The items change places if swaps() is true and `first` is in the lower place, or if neither holds.
        return swaps(first, second) == (is_first == is_lower);
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
