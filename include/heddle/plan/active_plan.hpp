// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which elements the active lanes of a diverged warp store together, and their plan.
#pragma once

#include "../config.cuh"
#include "plan.hpp"

#include <cstddef>
#include <cstdint>

namespace heddle {

//! Lanes that store together: ranks 0 … n - 1 of the active ones, n … 2n - 1 and so on. Groups of 4 gain less, and
//! of 16 more with some counts of lanes and much less with others.
inline constexpr unsigned ranked_lanes = 8;

//! Registers of an element's words that are transposed at a time, at most; larger elements take turns. Fewer than a
//! whole warp's, so that its code decides how many registers a kernel takes.
inline constexpr unsigned max_ranked_registers = 32;

//! How far apart two of the lanes' elements must lie for `ranked_lanes` lanes or more to store together, in bytes.
//! Where all are nearer, each lane for itself is as fast or faster: measured on an H200 by 4 to 31 lanes
//! (docs/tuning-log.md, "Some lanes of a warp").
HEDDLE_HOST_DEVICE constexpr std::uint32_t min_ranked_distance(plan const& p)
{
    // The fewer accesses a lane takes to store its own, the farther.
    if (p.straddles()) return 384;
    bool const takes_few = p.element_bytes % wide_word_bytes == 0 || p.element_bytes <= 24;
    return takes_few ? 768 : 464;
}

//! Whether elements at two addresses lie so far apart, by the lower halves of the addresses: a distance of 4 GiB and a
//! little more passes for a short one.
HEDDLE_HOST_DEVICE constexpr bool lie_apart(plan const& p, std::uint32_t a, std::uint32_t b)
{
    // In either order.
    std::uint32_t const nearer = min_ranked_distance(p) - 1;
    return a - b + nearer > 2 * nearer;
}

//! From this size on kernels take so many registers that fewer blocks run at once.
inline constexpr std::size_t min_large_ranked_bytes = 44;

//! Whether stores by ranks are written to take few registers: all lanes are told together where the elements of their
//! group lie, and lanes vote on their groups in a branch of its own. Those of smaller elements are written to take few
//! instructions: by the other code copies of 20 and 36 bytes by some lanes are 3 to 17 % slower (H200;
//! docs/tuning-log.md, "Stores by the active lanes").
HEDDLE_HOST_DEVICE constexpr bool is_large_ranked(plan const& p)
{
    return p.element_bytes >= min_large_ranked_bytes;
}

//! Whether each lane is told where all elements of its group lie, and selects of two what it needs for a row; else it
//! asks for each row where its word's element lies. The former is fewer shuffles where there are more rows than
//! elements.
//! p: a plan of ranks
HEDDLE_HOST_DEVICE constexpr bool broadcasts_addresses(plan const& p)
{
    return is_large_ranked(p) && !p.straddles() && p.pass_words > p.lane_count;
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
