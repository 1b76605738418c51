// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A value from some lanes further, and whether there is such a lane, asked in the way that is
// faster for the value.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "../../detail/standard_library.hpp"
#include "../../shuffle.cuh"

namespace heddle::detail {

//! Whether to read the predicate that the shuffle sets, instead of comparing lanes. It guards the
//! operation itself, part by part: a scan of structs of two floats is a kernel of 32 instructions
//! instead of 58. Numbers of 8 bytes have it no shorter, and measured on an H200 take 1.15 times as
//! long (heddle_warp_benchmarks, "scan").
template <class Value>
inline constexpr bool reads_predicate = !(std::is_arithmetic_v<Value> && sizeof(Value) == 8);

//! The value of lane l - delta (upwards) or l + delta, and whether that lane is not beyond `bound`;
//! `lane` is the calling one.
template <bool Upwards, class Group, class Value>
HEDDLE_INLINE Value shuffle_within(Group const& group, Value const& value, unsigned delta,
                                   unsigned lane, unsigned bound, bool& exists)
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
