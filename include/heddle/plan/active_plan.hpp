// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// From how many lanes on the active lanes of a diverged warp store their elements together, and their plan.
#pragma once

#include "../config.cuh"
#include "plan.hpp"

#include <cstddef>

namespace heddle {

//! Lanes that store together: ranks 0 … n - 1 of the active ones, n … 2n - 1 and so on. Groups of 4 gain less, and
//! of 16 more with some counts of lanes and much less with others.
inline constexpr unsigned ranked_lanes = 8;

//! Registers of an element's words that are transposed at a time, at most; larger elements take turns. Fewer than a
//! whole warp's, so that its code decides how many registers a kernel takes.
inline constexpr unsigned max_ranked_registers = 32;

//! No warp has so many.
inline constexpr unsigned never_cooperate = 33;

namespace detail {

//! Of elements up to a size.
struct ranked_threshold {
    std::size_t max_bytes;
    unsigned min_lanes;
};

// Measured on an H200 at 3 to 100 % of the lanes (docs/tuning-log.md, "Stores by the active lanes"): with fewer lanes
// than these, each was as fast alone.
inline constexpr ranked_threshold ranked_thresholds[] = {
    {15, never_cooperate}, {27, 24}, {max_shuffled_bytes, ranked_lanes}};

}  // namespace detail

//! How many lanes of a diverged warp must want to store an element for them to do so by ranks.
HEDDLE_HOST_DEVICE constexpr unsigned min_ranked_lanes(plan const& p)
{
    if (!p.cooperates()) return never_cooperate;
    for (detail::ranked_threshold const& row : detail::ranked_thresholds) {
        if (p.element_bytes <= row.max_bytes) return row.min_lanes;
    }
    return never_cooperate;
}

//! The plan of a group of ranks.
HEDDLE_HOST_DEVICE constexpr plan plan_of_ranks(plan const& p)
{
    plan q = make_plan(p.element_bytes, p.alignment, ranked_lanes);
    if (!q.cooperates()) return q;
    unsigned const most = max_ranked_registers / (q.word_bytes / 4);
    unsigned const passes = (q.word_count + most - 1) / most;
    q.pass_words = (q.word_count + passes - 1) / passes;
    return q;
}

}  // namespace heddle
