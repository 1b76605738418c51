// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Side: prefix sums over a tile by any associative operation, in the order of the lanes.
//
// CUB: cub::WarpScan has the same steps and wants temporary storage; its fast path, where the
// shuffle's predicate guards the operation, is for sums of numbers of 4 and 8 bytes. Here it is for
// all types and operations. (Figures: benchmarks/WARP.md, "scan".)
#pragma once

#include "../config.cuh"
#include "../shuffle.cuh"
#include "../tile.cuh"
#include "detail/select.cuh"
#include "operations.cuh"

namespace heddle {

//! Lane l has afterwards: v0 + … + v(l) for v(l) the value of lane l and + the operation.
//! Group:    all n lanes of the tile, converged
//! Requires: Value is trivially copyable and assignable; operation(Value, Value) is associative; it
//!           need not be commutative
//! Cost:     log2 n times ceil(sizeof(Value) / 4) shuffles and 1 operation, which the predicate of
//!           the shuffle guards: no comparison of lanes
//! Errors:   undefined when a lane of the tile is missing
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value, class Operation = plus>
HEDDLE_INLINE Value inclusive_scan(Tile const& tile, Value const& value, Operation operation = {})
{
    Value sum(value);
    HEDDLE_UNROLL
    for (unsigned distance = 1; distance < lane_count_v<Tile>; distance *= 2) {
        bool exists = false;
        Value const left = shuffle_up(tile, sum, distance, exists);
        if (exists) sum = operation(left, sum);
    }
    return sum;
}

//! Lane l has afterwards: initial + v0 + … + v(l-1); lane 0 has initial.
//! Group:    all n lanes of the tile, converged, same initial
//! Requires: as for inclusive_scan
//! Cost:     as for inclusive_scan, and ceil(sizeof(Value) / 4) shuffles and 1 operation more
//! Errors:   as for inclusive_scan
HEDDLE_EXEC_CHECK_DISABLE
template <class Tile, class Value, class Operation>
HEDDLE_INLINE Value exclusive_scan(Tile const& tile, Value const& value, Operation operation,
                                   Value const& initial)
{
    Value const sum = operation(initial, inclusive_scan(tile, value, operation));
    bool exists = false;
    Value const left = shuffle_up(tile, sum, 1, exists);
    return detail::select(exists, left, initial);
}

}  // namespace heddle
