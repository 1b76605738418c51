// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Transposes m values in each lane with shuffles, for any m and any type.
//
// CUB: cub::WarpExchange transposes through shared memory or, if m = n, with shuffles. For 4-byte words, WarpExchange
// is slower if m is 1, 2, 3, 5, 7, 16 or 32, and faster for other m.
#pragma once

#include <heddle/config.cuh>
#include <heddle/transpose.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Changes striped order to blocked order: item i of the group moves from slot i div n of lane i mod n to slot i mod m
//! of lane i div m.
//! Shape:    in  values[m]: slot r of lane l = item r*n + l
//!           out values[m]: slot w of lane l = item l*m + w
//! Group, Requires, Cost, Errors: as for rows_to_elements, with ceil(sizeof(Value) / 4) shuffles
//! for each value.
template <class Group, class Value, unsigned Count>
HEDDLE_INLINE void transpose(Group const& group, Value (&values)[Count])
{
    heddle::rows_to_elements(group, values);
}

//! Changes blocked order to striped order: the inverse of transpose.
template <class Group, class Value, unsigned Count>
HEDDLE_INLINE void transpose_back(Group const& group, Value (&values)[Count])
{
    heddle::elements_to_rows(group, values);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
