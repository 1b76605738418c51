// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides the merge of two sorted runs at any place of its output (merge path), so that threads can merge the parts
// independently. Set operations need parts in which the k-th of several equal elements of the first run lies beside the
// k-th of the second run (balanced path: Baxter, "Modern GPU", 2013, "Multisets").
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Two elements that a search compares.
template <class Index>
struct compared_elements {
    Index a, b;
};

//! A search by one thread. precedes(i, j) returns whether element i must come before element j.
template <class Precedes>
struct thread_search {
    static constexpr unsigned window = 1;

    Precedes const& precedes;

    //! Returns the least p of low … high - 1 for which element a must come before element b, or `high`, where
    //! {a, b} = compared(p).
    //! Requires: a must come before b for all greater p, too
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Index, class Compared>
    HEDDLE_INLINE Index operator()(Index low, Index high, Compared const& compared) const
    {
        HEDDLE_DO_NOT_UNROLL
        while (low < high) {
            Index const probe = low + (high - low) / 2;
            compared_elements<Index> const elements = compared(probe);
            if (precedes(elements.a, elements.b)) {
                high = probe;
            } else {
                low = probe + 1;
            }
        }
        return low;
    }
};

//! Returns search(0, count, compared) in less time if the result is small.
HEDDLE_EXEC_CHECK_DISABLE
template <class Search, class Index, class Compared>
HEDDLE_INLINE Index search_near(Search const& search, Index count, Compared const& compared)
{
    Index const near = count < Search::window ? count : Search::window;
    Index const found = search(Index{0}, near, compared);
    return found < near || near == count ? found : search(near, count, compared);
}

//! A place in the merge of two runs: the numbers of elements of each run that lie before it.
template <class Index>
struct run_cut {
    Index first, second;
};

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
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Search>
    HEDDLE_INLINE Index taken(Index output, Search const& search) const
    {
        return search(min_taken(output), max_taken(output), [&](Index probe) HEDDLE_INLINE_LAMBDA {
            return compared_elements<Index>{rival(output, probe), begin + probe};
        });
    }

    //! Returns the place of the merge behind `output` elements.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Search>
    HEDDLE_INLINE run_cut<Index> cut(Index output, Search const& search) const
    {
        Index const of_first = taken(output, search);
        return {of_first, output - of_first};
    }

    //! Returns a place behind `output` elements, or one less, that divides neither of the two runs' equal elements
    //! unequally: of these, as many lie before it in the first run as in the second, unless one run has no more.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Search>
    HEDDLE_INLINE run_cut<Index> balanced_cut(Index output, Search const& search) const
    {
        run_cut<Index> const merged = cut(output, search);
        Index const next = middle + merged.second;
        if (next == end) return merged;
        // The merge takes equal elements from the first run first. Move every other one behind the place, and replace
        // it by an equal element of the second run, as long as there are any.
        Index const in_first = detail::search_near(search, merged.first, [&](Index before) HEDDLE_INLINE_LAMBDA {
            return compared_elements<Index>{begin + (merged.first - 1 - before), next};
        });
        if (in_first == 0) return merged;
        Index const in_second = detail::search_near(search, merged.second < in_first ? merged.second : in_first,
                                                    [&](Index before) HEDDLE_INLINE_LAMBDA {
                                                        return compared_elements<Index>{next - 1 - before, next};
                                                    });
        if (in_second == in_first) return merged;
        Index const half = (in_first + in_second) / 2, missing = in_first - half, left = end - next;
        Index const found =
            detail::search_near(search, missing < left ? missing : left, [&](Index behind) HEDDLE_INLINE_LAMBDA {
                return compared_elements<Index>{next, next + behind};
            });
        // Both runs have `half` equal elements before the place. If in_first + in_second is odd, the next pair lies
        // behind it.
        if (found == missing) {
            return {merged.first - in_first + half, merged.second - in_second + half};
        }
        return {merged.first - found, merged.second + found};
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
