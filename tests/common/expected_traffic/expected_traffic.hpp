// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the memory traffic of a group from the addresses of its elements. Tests compare this expected traffic with
// the counted accesses of an emulated warp.
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
#include <numeric>
#include <vector>

namespace heddle_test {

using heddle::detail::access_kind;
using heddle::detail::route;
using heddle::detail::stage_layout;

//! Returns the traffic of stores by the active lanes of a warp. Stores are compacted if at least 8 lanes are active,
//! all elements are aligned to words, and some element is far enough from that of the highest active lane.
inline heddle::transaction_count ranked_transactions(heddle::detail::plan const& p, group_elements const& elements)
{
    constexpr std::size_t group = heddle::detail::compacted_lanes;
    std::vector<unsigned> const lanes = elements.lanes();
    auto const place = [&](unsigned lane) { return static_cast<std::uint32_t>(elements.addresses[lane]); };
    bool const together =
        lanes.size() >= group &&
        std::all_of(lanes.begin(), lanes.end(),
                    [&](unsigned lane) { return p.is_unaligned() || elements.addresses[lane] % p.word_bytes == 0; }) &&
        std::any_of(lanes.begin(), lanes.end(),
                    [&](unsigned lane) { return heddle::detail::lie_apart(p, place(lane), place(lanes.back())); });
    group_elements moved = elements, alone = elements;
    moved.wanted = 0;
    for (std::size_t i = 0; together && i < lanes.size() / group * group; ++i) moved.wanted |= 1u << lanes[i];
    alone.wanted &= ~moved.wanted;
    access_counter by_groups(heddle::detail::compacted_plan_of(p), moved), by_lanes(p, alone);
    by_groups.ranks();
    by_lanes.own_stores();
    heddle::transaction_count result = by_groups.result();
    result += by_lanes.result();
    return result;
}

//! Returns the traffic of the route that the library chooses.
//! contiguous: the call is load_contiguous or store_contiguous, which may have fewer elements than lanes
//! stage:      the layout of the group's shared memory, or null
inline heddle::transaction_count expected_transactions(heddle::detail::plan const& p, group_elements const& elements,
                                                       access_kind kind, bool contiguous = false,
                                                       stage_layout const* stage = nullptr)
{
    heddle::detail::runtime_properties access = properties_of(p, elements, contiguous, stage != nullptr);
    access.compacts = p.lane_count == 32 && !contiguous && p.cooperates();
    route const taken = route_of(p, kind, access);
    bool const loads = kind == access_kind::load;
    bool const all = access.valid == p.lane_count;
    bool const in_rows = all && access.consecutive && access.whole_words;
    // In per-thread loads of consecutive elements, lanes load whole words, even words that two elements share.
    bool const whole_words = loads && all && access.consecutive && p.loads_through_cache && p.loads_together();
    access_counter counter(p, elements, taken == route::per_thread ? whole_words : in_rows);
    std::vector<unsigned> every_lane(p.lane_count);
    std::iota(every_lane.begin(), every_lane.end(), 0u);
    switch (taken) {
        case route::plain:
            counter.plain();
            break;
        case route::per_thread:
            if (loads) {
                counter.own_words();
            } else {
                counter.own_stores();
            }
            break;
        case route::compacted:
            return ranked_transactions(p, elements);
        case route::dense_rows:
            counter.dense();
            break;
        case route::sector_rows:
            counter.sectors();
            break;
        case route::rows:
            counter.rows(every_lane, access.whole_words, kind);
            break;
        case route::staged:
            for (unsigned first = 0; first < p.lane_count; first += stage->capacity) {
                unsigned const left = access.valid < first ? 0 : access.valid - first;
                std::uint64_t const begin = elements.addresses[first];
                counter.chunks(begin, begin + std::min(left, stage->capacity) * p.element_bytes);
            }
            break;
    }
    return counter.result();
}

//! Returns the elements at first[0], first[1], …: one for each lane.
inline group_elements elements_from(heddle::detail::plan const& p, std::uint64_t first)
{
    group_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return elements;
}

//! Returns the traffic of plain code. Lane l loads or stores first[l], in accesses as wide as the alignment.
inline heddle::transaction_count expected_plain_transactions(heddle::detail::plan const& p, std::uint64_t first = 0)
{
    group_elements const elements = elements_from(p, first);
    access_counter counter(p, elements);
    counter.plain();
    return counter.result();
}

//! Returns the traffic of consecutive elements, one for each lane.
inline heddle::transaction_count expected_transactions(heddle::detail::plan const& p, std::uint64_t first = 0,
                                                       access_kind kind = access_kind::load)
{
    return expected_transactions(p, elements_from(p, first), kind);
}

}  // namespace heddle_test
