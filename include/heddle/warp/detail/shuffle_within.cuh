// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Shuffles a value up or down, and reports whether the source lane is within a bound.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/shuffle.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if the code reads the predicate that the shuffle sets, instead of comparing lanes. The compiler then predicates
//! the operation itself, member by member. For 8-byte numbers, comparing lanes is faster.
template <class Value>
inline constexpr bool reads_predicate = !(std::is_arithmetic_v<Value> && sizeof(Value) == 8);

//! Returns the value held by lane l - delta (shuffle_kind::up) or lane l + delta (shuffle_kind::down), where l = `lane`
//! is the caller's rank. Sets `exists` to whether the source lane is not beyond `bound`.
template <shuffle_kind Kind, class Group, class Value>
HEDDLE_INLINE Value shuffle_within(Group const& group, Value const& value, unsigned delta, unsigned lane,
                                   unsigned bound, bool& exists)
{
    static_assert(Kind == shuffle_kind::up || Kind == shuffle_kind::down);
    if constexpr (reads_predicate<Value>) {
        return detail::shuffle_words<Kind>(group, value, delta, &exists, bound);
    } else {
        exists = delta <= (Kind == shuffle_kind::up ? lane - bound : bound - lane);
        return detail::shuffle_words<Kind>(group, value, delta);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
