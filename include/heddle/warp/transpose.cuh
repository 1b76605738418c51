// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The transpose of m values in each lane, for any m and any type: the library's own network
// under the names of the toolbox.
//
// CUB: cub::WarpExchange does the same through shared memory, or by shuffles where m = n; here no
// memory is needed for any m. With whole warps and words of 4 bytes on an H200, cub::WarpExchange
// takes 1.14 to 1.6 times our time for m = 1, 2, 3, 5 and 7, 1.2 for 16 and 1.9 for 32, and 0.5 to
// 0.98 for all others: where shared memory is at hand and m large, that is the better place.
// (heddle_warp_benchmarks, "transpose".)
#pragma once

#include "../config.cuh"
#include "../transpose.cuh"

namespace heddle {

//! From striped order to blocked order: item i of the group moves from slot i div n of lane i mod n
//! to slot i mod m of lane i div m.
//! Shape:    in  values[m]: slot r of lane l = item r*n + l
//!           out values[m]: slot w of lane l = item l*m + w
//! Group, Requires, Cost, Errors: as for rows_to_elements, with ceil(sizeof(Value) / 4) shuffles
//! for each value.
template <class Group, class Value, unsigned Count>
HEDDLE_INLINE void transpose(Group const& group, Value (&values)[Count])
{
    rows_to_elements(group, values);
}

//! From blocked order to striped order: transpose, backwards.
template <class Group, class Value, unsigned Count>
HEDDLE_INLINE void transpose_back(Group const& group, Value (&values)[Count])
{
    elements_to_rows(group, values);
}

}  // namespace heddle
