// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The memory traffic that tests expect of a group, computed from addresses. Tests compare the expected traffic with the
// accesses of the emulated warp.
#pragma once

#include "access_counter.hpp"
#include "group_elements.hpp"

#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/emulation/transactions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle_test {

//! Returns the traffic of one route.
//! stage: the group's shared memory, or null
inline heddle::transaction_count transactions_by(heddle::detail::route taken, heddle::plan const& p,
                                                 group_elements const& elements,
                                                 heddle::detail::runtime_properties const& access,
                                                 heddle::detail::access_kind kind,
                                                 heddle::detail::stage_layout const* stage)
{
    bool const loads = kind == heddle::detail::access_kind::load;
    bool const all = access.valid_lanes == p.lane_count;
    bool const in_rows = all && access.consecutive && access.whole_words;
    // Per-thread loads of consecutive elements load a whole word even if two neighbors share it.
    bool const whole_words = loads && all && access.consecutive && p.loads_through_cache() && p.loads_together();
    access_counter counter(p, elements, taken == heddle::detail::route::per_thread ? whole_words : in_rows);
    switch (taken) {
        case heddle::detail::route::plain:
            counter.plain();
            break;
        case heddle::detail::route::per_thread:
            if (loads) {
                counter.own_words();
            } else {
                counter.own_stores();
            }
            break;
        case heddle::detail::route::dense_rows:
            counter.dense();
            break;
        case heddle::detail::route::sector_rows:
            counter.sectors();
            break;
        case heddle::detail::route::rows:
            if (in_rows && p.is_unaligned()) {
                counter.shared_rows(kind);
            } else {
                counter.rows(access.whole_words);
                counter.ends(p.word_bytes);
            }
            break;
        case heddle::detail::route::staged:
            for (unsigned first = 0; first < p.lane_count; first += stage->capacity) {
                unsigned const left = access.valid_lanes < first ? 0 : access.valid_lanes - first;
                std::uint64_t const begin = elements.addresses[first];
                counter.chunks(begin, begin + std::min(left, stage->capacity) * p.element_bytes);
            }
            break;
    }
    return counter.result();
}

//! Returns whether the element of any active lane is distant from the element of the highest active lane.
//! Requires: a lane is active
inline bool any_lie_apart(heddle::plan const& p, group_elements const& elements)
{
    unsigned highest = p.lane_count - 1;
    while (!elements.wants(highest)) --highest;
    auto const from = static_cast<std::uint32_t>(elements.addresses[highest]);
    for (unsigned lane = 0; lane < highest; ++lane) {
        auto const place = static_cast<std::uint32_t>(elements.addresses[lane]);
        if (elements.wants(lane) && lie_apart(p, place, from)) return true;
    }
    return false;
}

//! Returns the traffic of stores by the active lanes of a warp. The active lanes are compacted if there are enough of
//! them, their elements are aligned, and some elements are distant.
inline heddle::transaction_count ranked_transactions(heddle::plan const& p, group_elements const& elements)
{
    heddle::plan const of_group = compacted_plan_of(p);
    unsigned wanting = 0;
    bool aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        if (!elements.wants(lane)) continue;
        wanting += 1;
        aligned = aligned && (p.is_unaligned() || elements.addresses[lane] % p.word_bytes == 0);
    }
    bool const together = aligned && wanting >= heddle::detail::compacted_lanes && any_lie_apart(p, elements);
    unsigned left = together ? wanting / heddle::detail::compacted_lanes * heddle::detail::compacted_lanes : 0;
    group_elements moved = elements, alone = elements;
    moved.wanted = 0;
    for (unsigned lane = 0; left > 0; ++lane) {
        if (!elements.wants(lane)) continue;
        moved.wanted |= 1u << lane;
        left -= 1;
    }
    alone.wanted &= ~moved.wanted;
    access_counter by_groups(of_group, moved), by_lanes(p, alone);
    by_groups.ranks();
    by_lanes.own_stores();
    heddle::transaction_count result = by_groups.result();
    result += by_lanes.result();
    return result;
}

//! Returns the traffic of the route that the library chooses.
//! contiguous: the call is load_contiguous or store_contiguous; there may be fewer elements than lanes
inline heddle::transaction_count expected_transactions(heddle::plan const& p, group_elements const& elements,
                                                       heddle::detail::access_kind kind, bool contiguous = false,
                                                       heddle::detail::stage_layout const* stage = nullptr)
{
    heddle::detail::runtime_properties const access = properties_of(p, elements, contiguous, stage != nullptr);
    heddle::detail::route const taken = route_of(p, kind, access);
    bool const by_some =
        kind == heddle::detail::access_kind::store && p.lane_count == 32 && !contiguous && p.cooperates();
    if (by_some && taken == heddle::detail::route::per_thread) return ranked_transactions(p, elements);
    return transactions_by(taken, p, elements, access, kind, stage);
}

//! Returns the traffic of the route that the library chooses for a group with shared memory.
inline heddle::transaction_count expected_staged_transactions(heddle::detail::stage_layout const& s,
                                                              group_elements const& elements,
                                                              heddle::detail::access_kind kind, bool contiguous = false)
{
    return expected_transactions(s.elements, elements, kind, contiguous, &s);
}

//! Returns the consecutive elements first[0 … n - 1].
inline group_elements elements_from(heddle::plan const& p, std::uint64_t first)
{
    group_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return elements;
}

//! Returns the traffic of plain code. Each lane loads or stores first[lane] with accesses as wide as the alignment.
inline heddle::transaction_count expected_plain_transactions(heddle::plan const& p, std::uint64_t first = 0)
{
    group_elements const elements = elements_from(p, first);
    access_counter counter(p, elements);
    counter.plain();
    return counter.result();
}

//! Returns the traffic of consecutive elements, one for each lane.
inline heddle::transaction_count expected_transactions(
    heddle::plan const& p, std::uint64_t first = 0,
    heddle::detail::access_kind kind = heddle::detail::access_kind::load)
{
    return expected_transactions(p, elements_from(p, first), kind);
}

}  // namespace heddle_test
