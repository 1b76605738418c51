// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the elements that the active lanes of a diverged warp store together, and plans the store.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/thresholds.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the minimum distance, in bytes, for compacted stores: `compacted_group_lanes` or more active lanes store
//! together if one element is at least this far from the highest lane's element (docs/tuning-log.md, "Some lanes of a
//! warp").
HEDDLE_HOST_DEVICE constexpr std::uint32_t min_compacted_distance(element_words const& p)
{
    if (p.is_unaligned) return min_compacted_distance_of_unaligned;
    bool const takes_few = p.element_bytes % wide_word_bytes == 0 || p.element_bytes <= max_few_accesses_bytes;
    return takes_few ? min_compacted_distance_of_few_accesses : min_compacted_distance_of_many_accesses;
}

//! Returns whether addresses a and b lie at least min_compacted_distance apart, in either order. Compares only the
//! lower 32 bits, so a distance near a multiple of 4 GiB counts as a short one.
HEDDLE_HOST_DEVICE constexpr bool lie_apart(element_words const& p, std::uint32_t a, std::uint32_t b)
{
    std::uint32_t const nearer = min_compacted_distance(p) - 1;
    return a - b + nearer > 2 * nearer;
}

//! Returns whether a group broadcasts each element's address to all lanes, which then select one of two addresses for
//! each row. Otherwise each row shuffles its addresses: this takes more shuffles if there are more rows than elements.
//! Requires: p is a plan for stores by compacted active lanes
HEDDLE_HOST_DEVICE constexpr bool broadcasts_addresses(plan const& p)
{
    return p.element_bytes >= min_broadcast_bytes && !p.is_unaligned && p.pass_words > p.lane_count;
}

//! Returns the plan of a group of compacted active lanes.
HEDDLE_HOST_DEVICE constexpr plan make_compacted_plan(element_words const& words)
{
    return detail::make_plan(words, compacted_group_lanes, max_compacted_registers);
}

//! The plan of a group of compacted active lanes that store elements of type Element.
template <class Element>
inline constexpr plan compacted_plan = detail::make_compacted_plan(words_of<Element>);

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
