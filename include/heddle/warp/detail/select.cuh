// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects one of two values word by word, so that both stay in registers. For structs, compilers would otherwise select
// an address and load from it.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Value>
HEDDLE_INLINE Value select(bool condition, Value const& yes, Value const& no)
{
    if constexpr (std::is_scalar_v<Value>) {
        return condition ? yes : no;
    } else {
        constexpr unsigned count = shuffled_words<Value>;
        memory_word<4> words[count], other[count];
        detail::words_from_element(words, yes);
        detail::words_from_element(other, no);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < count; ++i) {
            words[i].part[0] = condition ? words[i].part[0] : other[i].part[0];
        }
        return detail::to_value<Value>(detail::element_from_words<Value>(words));
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
