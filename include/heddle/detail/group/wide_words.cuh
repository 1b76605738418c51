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

//! The words begin with the element.
//! Requires: alignof(Element) is 4 or more
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_wide_words(Group const& group, std::byte* own, bool wanted,
                                    memory_word<WordBytes> const (&words)[WordCount])
{
    constexpr unsigned count = sizeof(Element) / 4;
    constexpr unsigned parts = wide_word_bytes / 4;
    // Its last part where it begins with the last of a wide word.
    constexpr unsigned end = count + parts - 1;
    unsigned const start = offset_in_word(own, wide_word_bytes) / 4;

    auto const given = [&](unsigned i) {  // none for i < 0, too
        return i < count ? words[i * 4 / WordBytes].part[i % (WordBytes / 4)] : 0u;
    };
    // Part i of the wide words. Computed for each where it is stored: all at once would take as many registers as
    // the element.
    auto const part = [&](unsigned i) {
        auto const near = predicated_select::select(start & 1u, given(i - 1), given(i));
        auto const far = predicated_select::select(start & 1u, given(i - 3), given(i - 2));
        return predicated_select::select(start & 2u, far, near);
    };
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
        for (unsigned i = begin; i < begin + parts && i < end; ++i) {
            bool const is_own = !is_whole && i >= start && i < start + count;
            store_word<4, 4>(group, {first + i * 4, wanted && is_own}, memory_word<4>{{part(i)}});
        }
    }
}

}  // namespace heddle::detail
