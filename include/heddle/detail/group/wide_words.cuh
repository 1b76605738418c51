// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A lane stores its own element in words of 16 bytes, wherever between two of them it begins.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "word_access.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! How many words of so many bytes an element touches wherever between two wide ones it begins.
template <class Element>
constexpr unsigned wide_store_words(unsigned word_bytes)
{
    constexpr std::size_t bytes =
        sizeof(Element) + wide_word_bytes - plan_of<Element>().wide_unit_bytes();
    return static_cast<unsigned>((bytes + word_bytes - 1) / word_bytes);
}

//! The words begin with the element, and are used up.
//! Requires: alignof(Element) is 4 or more, and there are wide_store_words() of them
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_wide_words(Group const& group, std::byte* own, bool wanted,
                                    memory_word<WordBytes> (&words)[WordCount])
{
    constexpr unsigned count = sizeof(Element) / 4;
    constexpr unsigned parts = wide_word_bytes / 4;
    constexpr unsigned unit_bytes = plan_of<Element>().wide_unit_bytes();
    constexpr unsigned unit = unit_bytes / 4;
    // After its last part where it begins with the last unit of a wide word.
    constexpr unsigned end = count + parts - unit;
    static_assert(WordCount >= wide_store_words<Element>(WordBytes));
    unsigned const start = offset_in_word(own, wide_word_bytes) / 4;

    auto const part = [&](unsigned i) -> std::uint32_t& {
        return words[i * 4 / WordBytes].part[i % (WordBytes / 4)];
    };
    // In place: of lanes that do not come here words stay where they are, and no registers are added to theirs.
    HEDDLE_UNROLL
    for (unsigned step = unit; step < parts; step *= 2) {
        HEDDLE_UNROLL
        for (unsigned k = 0; k < end; ++k) {
            unsigned const i = end - 1 - k;
            predicated_select::take_if(start & step, i >= step ? part(i - step) : 0u, part(i));
        }
    }
    std::byte* const first = opaque(own - start * 4);
    HEDDLE_UNROLL
    for (unsigned begin = 0; begin < end; begin += parts) {
        bool const is_whole = begin >= start && begin + parts <= start + count;
        if (begin + parts <= end) {
            memory_word<wide_word_bytes> word;
            HEDDLE_UNROLL
            for (unsigned i = 0; i < parts; ++i) word.part[i] = part(begin + i);
            store_word<wide_word_bytes, wide_word_bytes>(
                group, {first + begin * 4, wanted && is_whole}, word);
        }
        // Only the first wide word and the last two may be other elements', too.
        if (begin > 0 && begin + parts <= count) continue;
        HEDDLE_UNROLL
        for (unsigned i = begin; i < begin + parts && i < end; i += unit) {
            bool const is_own = !is_whole && i >= start && i < start + count;
            memory_word<unit_bytes> word;
            HEDDLE_UNROLL
            for (unsigned k = 0; k < unit; ++k) word.part[k] = part(i + k);
            store_word<unit_bytes, unit_bytes>(group, {first + i * 4, wanted && is_own}, word);
        }
    }
}

}  // namespace heddle::detail
