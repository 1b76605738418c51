// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffles a value up or down, and tells whether the source lane is within a bound.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "../../detail/standard_library.hpp"
#include "../../shuffle.cuh"

namespace heddle::detail {

//! Whether to read the predicate that the shuffle sets, instead of comparing lanes. The compiler then
//! predicates the operation itself, member by member. Numbers of 8 bytes are faster by comparison.
template <class Value>
inline constexpr bool reads_predicate = !(std::is_arithmetic_v<Value> && sizeof(Value) == 8);

//! Returns the value of lane l - delta (Upwards) or l + delta, and sets `exists` to whether that lane is
//! not beyond `bound`. `lane` is the caller's rank l.
template <bool Upwards, class Group, class Value>
HEDDLE_INLINE Value shuffle_within(Group const& group, Value const& value, unsigned delta, unsigned lane,
                                   unsigned bound, bool& exists)
{
    constexpr auto kind = Upwards ? shuffle_kind::up : shuffle_kind::down;
    if constexpr (reads_predicate<Value>) {
        return shuffle_words<kind>(group, value, delta, &exists, bound);
    } else {
        exists = delta <= (Upwards ? lane - bound : bound - lane);
        return shuffle_words<kind>(group, value, delta);
    }
}

}  // namespace heddle::detail
