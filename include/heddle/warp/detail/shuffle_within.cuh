// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Side: a value from some lanes further, and whether there is such a lane, asked in the way that is
// faster for the value.
#pragma once

#include "../../config.cuh"
#include "../../shuffle.cuh"
#include "../../tile.cuh"

namespace heddle::detail {

//! Whether to read the predicate that the shuffle sets, instead of comparing lanes. Scans measured
//! on an H200 (benchmarks/WARP.md): at 4 and 28 bytes it is as fast or faster, at 8 bytes it takes
//! 1.15 times as long, at 13 bytes 1.04 times.
template <class Value>
inline constexpr bool reads_predicate = travelling_words<Value> == 1 || travelling_words<Value> > 4;

//! The value of lane l - delta (upwards) or l + delta, and whether that lane is not beyond `bound`;
//! `lane` is the calling one.
HEDDLE_EXEC_CHECK_DISABLE
template <bool Upwards, class Tile, class Value>
HEDDLE_INLINE Value shuffle_within(Tile const& tile, Value const& value, unsigned delta,
                                   unsigned lane, unsigned bound, bool& exists)
{
    if constexpr (reads_predicate<Value>) {
        return shuffle_words(value, exchange_if_exists<Tile, Upwards>{tile, delta, exists, bound});
    } else {
        exists = delta <= (Upwards ? lane - bound : bound - lane);
        return Upwards ? shuffle_up(tile, value, delta) : shuffle_down(tile, value, delta);
    }
}

}  // namespace heddle::detail
