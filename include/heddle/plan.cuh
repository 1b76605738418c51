// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// plan_of: what it costs a group of lanes to load or store its elements together.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! The plan of a group: how it moves elements of one type if all its lanes are valid, and what that costs each lane.
struct plan {
    bool cooperates;          //!< the lanes store together, and load together if the elements are not very small
    unsigned word_bytes;      //!< bytes that a lane moves in one memory instruction: 4, 8 or 16 if lanes cooperate
    unsigned word_count;      //!< memory instructions to load or store all elements
    unsigned shuffles;        //!< 32-bit shuffles to transpose the words
    unsigned selects;         //!< 32-bit selects to transpose the words
    unsigned index_shuffles;  //!< additional shuffles if the elements are not consecutive
};

}  // namespace types

using types::plan;

//! Returns the plan of a group of LaneCount lanes for elements of type T. `heddle plan BYTES` prints more.
//! Requires: LaneCount is 1, 2, 4, 8, 16 or 32
template <class T, unsigned LaneCount = 32>
HEDDLE_HOST_DEVICE constexpr plan plan_of()
{
    constexpr detail::plan p = detail::plan_of<T, LaneCount>;
    return {p.cooperates, p.word_bytes, p.word_count, p.shuffles, p.selects, p.index_shuffles};
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
