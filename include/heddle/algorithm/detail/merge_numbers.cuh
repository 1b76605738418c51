// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the order of the rows of a tile. The rows stay in place; a block sorts or merges only their numbers.
#pragma once

#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/config.cuh>

#include <cstdint>

#if defined(__CUDACC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

using row_number = std::uint16_t;

//! Sets out[first … last - 1] to elements of merges of pairs of runs. Every run has `run` elements, except for the last
//! ones of `count` elements. The elements are numbers: number(k) returns element k, and precedes(i, j) returns whether
//! element i must come before element j.
//! Requires: first < last; `first` lies in `pair`
template <class Number, class Precedes>
HEDDLE_DEVICE_INLINE void merge_part(run_pair<unsigned> pair, unsigned run, unsigned count, unsigned first,
                                     unsigned last, row_number* out, Number const& number, Precedes const& precedes)
{
    unsigned const taken = pair.taken(first - pair.begin, thread_search<Precedes>{precedes});
    unsigned a = pair.begin + taken, b = pair.middle + (first - pair.begin - taken);
    HEDDLE_DO_NOT_UNROLL
    for (unsigned k = first; k < last; ++k) {
        if (k == pair.end) {
            pair = run_pair<unsigned>::at(k, run, count);
            a = k;
            b = pair.middle;
        }
        bool const takes_second = b < pair.end && (a >= pair.middle || precedes(b, a));
        out[k] = number(takes_second ? b++ : a++);
    }
}

//! Stands for a function that returns whether a merge may change elements of its output.
struct may_change {
    HEDDLE_DEVICE_INLINE bool operator()(run_pair<unsigned> const&, unsigned, unsigned) const { return true; }
};

//! Sorts the numbers of `count` rows. precedes(i, j) returns whether row i must come before row j. Returns the sorted
//! numbers, which lie in one of the two arrays. changes(pair, first, last) returns false only if elements first … last -
//! 1 of the pair stay in place.
//! Group:    all threads of the block, which see the numbers after a sync
template <unsigned MaxItems, unsigned Capacity, class Block, class Precedes, class Changes = may_change>
HEDDLE_DEVICE_INLINE row_number const* sort_numbers(Block const& block, row_number (&numbers)[2][Capacity],
                                                    unsigned count, Precedes const& precedes,
                                                    Changes const& changes = {})
{
    // The items of a thread are a power of two, so they lie in one pair of runs, or are whole pairs.
    unsigned items = MaxItems;
    while (items > 1 && count <= items / 2 * Block::num_threads()) items /= 2;
    unsigned const first = block.thread_rank() * items;
    unsigned const last = first + items < count ? first + items : count;
    for (unsigned k = first; k < last; ++k) numbers[0][k] = static_cast<row_number>(k);
    __syncwarp();
    unsigned from = 0;
    HEDDLE_DO_NOT_UNROLL
    for (unsigned run = 1; run < count; run *= 2) {
        row_number const* const in = numbers[from];
        from = 1 - from;
        if (first < last) {
            auto const pair = run_pair<unsigned>::at(first & ~(2 * run - 1), run, count);
            if (run < items || changes(pair, first, last)) {
                detail::merge_part(
                    pair, run, count, first, last, numbers[from],
                    [&](unsigned k) HEDDLE_INLINE_LAMBDA { return in[k]; },
                    [&](unsigned i, unsigned j) HEDDLE_INLINE_LAMBDA { return precedes(in[i], in[j]); });
            } else {
                for (unsigned k = first; k < last; ++k) numbers[from][k] = in[k];
            }
        }
        // The next merge reads the numbers of 4 * run rows, which one warp wrote if it has that many items.
        4 * run <= 32 * items ? __syncwarp() : block.sync();
    }
    return numbers[from];
}

}  // namespace heddle::detail

#    include <heddle/detail/restore_macros.hpp>

#endif
