// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A lane stores its own element in words of 16 bytes, wherever between two of them it begins.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "word_access.cuh"
#include "words.cuh"

namespace heddle::detail {

//! How many parts of 4 bytes the wide words have that an element touches, wherever in one it begins.
template <class Element>
inline constexpr unsigned touched_wide_parts = sizeof(Element) / 4 + wide_word_bytes / 4 - 1;

//! The words begin with the element, and are used up.
//! Requires: Element's plan stores wide words, and there are touched_wide_parts words
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordCount>
HEDDLE_INLINE void store_wide_words(Group const& group, std::byte* own, bool wanted,
                                    memory_word<4> (&words)[WordCount])
{
    constexpr unsigned count = sizeof(Element) / 4;
    constexpr unsigned parts = wide_word_bytes / 4;
    constexpr unsigned end = touched_wide_parts<Element>;
    static_assert(WordCount >= end);
    unsigned const start = offset_in_word(own, wide_word_bytes) / 4;

    auto const part = [&](unsigned i)
                          HEDDLE_INLINE_LAMBDA -> std::uint32_t& { return words[i].part[0]; };
    // In place: of lanes that do not come here words stay where they are, and no registers are added to theirs.
    HEDDLE_UNROLL
    for (unsigned step = 1; step < parts; step *= 2) {
        HEDDLE_UNROLL
        for (unsigned k = 0; k < end; ++k) {
            unsigned const i = end - 1 - k;
            predicated_select::take_if(start & step, i >= step ? part(i - step) : 0u, part(i));
        }
    }
    // All stores at the end: with those of the ends before the shifts, 60 bytes by 3 % of the lanes were a fifth slower.
    std::byte* const first = opaque(HEDDLE_BYTES_BEFORE(own, start * 4));
    HEDDLE_UNROLL
    for (unsigned begin = 0; begin < end; begin += parts) {
        bool const is_whole = begin >= start && begin + parts <= start + count;
        if (begin + parts <= end) {
            memory_word<wide_word_bytes> word;
            HEDDLE_UNROLL
            for (unsigned i = 0; i < parts; ++i) word.part[i] = part(begin + i);
            store_word<wide_word_bytes, wide_word_bytes>(
                group, {HEDDLE_BYTES_AFTER(first, begin * 4), wanted && is_whole}, word);
        }
        // Only the first wide word and the last two may be other elements', too.
        if (begin > 0 && begin + parts <= count) continue;
        HEDDLE_UNROLL
        for (unsigned i = begin; i < begin + parts && i < end; ++i) {
            bool const is_own = !is_whole && i >= start && i < start + count;
            store_word<4, 4>(group, {HEDDLE_BYTES_AFTER(first, i * 4), wanted && is_own}, words[i]);
        }
    }
}

}  // namespace heddle::detail
