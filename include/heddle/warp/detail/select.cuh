// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A choice between two values that stay in registers: by words, because a choice between two
// structs is one between their addresses.
#pragma once

#include "../../config.cuh"
#include "../../detail/standard_library.hpp"
#include "../../shuffle.cuh"

namespace heddle::detail {

template <class Value>
HEDDLE_INLINE Value select(bool condition, Value const& yes, Value const& no)
{
    if constexpr (std::is_scalar_v<Value>) {
        return condition ? yes : no;
    } else {
        constexpr unsigned count = travelling_words<Value>;
        using part = travelling_part<Value>;
        std::uint32_t words[count], other[count];
        pack_words<Value, part>(words, yes);
        pack_words<Value, part>(other, no);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < count; ++i) words[i] = condition ? words[i] : other[i];
        element_storage<Value> result;
        unpack_words<Value, part>(result.bytes(), words);
        return to_value<Value>(result.value);
    }
}

}  // namespace heddle::detail
