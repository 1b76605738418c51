// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides the merge of two sorted runs at any place of its output (merge path), so that threads can merge the parts
// independently.
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Two sorted runs that are merged, elements begin … middle - 1 and middle … end - 1. If elements of both runs
//! compare equal, those of the first run come first.
template <class Index>
struct run_pair {
    Index begin, middle, end;

    //! Returns the pair of two runs of `run` elements, of which there are only `count` in all.
    HEDDLE_INLINE static run_pair at(Index begin, Index run, Index count)
    {
        Index const middle = count - begin < run ? count : begin + run;
        return {begin, middle, count - middle < run ? count : middle + run};
    }

    //! Returns the minimum number of elements that the first `output` elements of the merge take from the first run.
    HEDDLE_INLINE Index min_taken(Index output) const
    {
        Index const second = end - middle;
        return output > second ? output - second : 0;
    }
    //! Returns the maximum number of these elements.
    HEDDLE_INLINE Index max_taken(Index output) const
    {
        Index const first = middle - begin;
        return output < first ? output : first;
    }

    //! The first `output` elements of the merge take more than `taken` elements from the first run if and only if
    //! element rival(output, taken) does not precede element begin + taken.
    //! Requires: min_taken(output) <= taken < max_taken(output)
    HEDDLE_INLINE Index rival(Index output, Index taken) const { return middle + (output - 1 - taken); }

    //! Returns the number of elements that the first `output` elements of the merge take from the first run.
    //! precedes(i, j) returns whether element i must come before element j.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Precedes>
    HEDDLE_INLINE Index taken(Index output, Precedes const& precedes) const
    {
        Index low = min_taken(output), high = max_taken(output);
        HEDDLE_DO_NOT_UNROLL
        while (low < high) {
            Index const probe = low + (high - low) / 2;
            if (precedes(rival(output, probe), begin + probe)) {
                high = probe;
            } else {
                low = probe + 1;
            }
        }
        return low;
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
