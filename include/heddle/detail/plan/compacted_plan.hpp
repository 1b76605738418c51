// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which elements the active lanes of a diverged warp store together, and their plan.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"
#include "plan.hpp"
#include "thresholds.hpp"

namespace heddle::detail {

//! How far apart two of the lanes' elements must lie for `ranked_lanes` lanes or more to store together, in bytes
//! (docs/tuning-log.md, "Some lanes of a warp").
HEDDLE_HOST_DEVICE constexpr std::uint32_t min_ranked_distance(element_words const& p)
{
    if (p.straddles()) return min_ranked_distance_of_unaligned;
    return p.element_bytes <= max_small_ranked_bytes ? min_ranked_distance_of_small
                                                     : min_ranked_distance_of_large;
}

//! Whether elements at two addresses lie so far apart, by the lower halves of the addresses: a distance of 4 GiB and a
//! little more passes for a short one.
HEDDLE_HOST_DEVICE constexpr bool lie_apart(element_words const& p, std::uint32_t a,
                                            std::uint32_t b)
{
    // In either order.
    std::uint32_t const nearer = min_ranked_distance(p) - 1;
    return a - b + nearer > 2 * nearer;
}

//! Whether each lane is told where all elements of its group lie, and selects of two what it needs for a row; else it
//! asks for each row where its word's element lies. The former is fewer shuffles where there are more rows than
//! elements.
//! p: a plan of ranks
HEDDLE_HOST_DEVICE constexpr bool broadcasts_addresses(plan const& p)
{
    return p.element_bytes >= min_broadcast_bytes && !p.straddles() && p.pass_words > p.lane_count;
}

//! The plan of a group of ranks.
HEDDLE_HOST_DEVICE constexpr plan plan_of_ranks(element_words const& p)
{
    plan q = make_plan(p.element_bytes, p.alignment, ranked_lanes);
    if (!q.cooperates()) return q;
    unsigned const most = max_ranked_registers / (q.word_bytes / 4);
    unsigned const passes = (q.word_count + most - 1) / most;
    q.pass_words = (q.word_count + passes - 1) / passes;
    return q;
}

}  // namespace heddle::detail
