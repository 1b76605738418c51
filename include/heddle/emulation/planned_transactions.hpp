// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What a group asks of memory by a plan, or through a stage, from addresses alone.
#pragma once

#include "../plan/active_plan.hpp"
#include "../plan/plan.hpp"
#include "../plan/route.hpp"
#include "../plan/stage_layout.hpp"
#include "access_counter.hpp"
#include "group_elements.hpp"
#include "transactions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle {

//! What a group's lanes ask for when each loads, or stores, first[lane] by itself as plain code does:
//! word by word, the words as wide as the alignment, those of the first `skipped` bytes left out.
inline transaction_count direct_transactions(plan const& p, std::uint64_t first = 0,
                                             std::size_t skipped = 0)
{
    transaction_count result;
    std::size_t const bytes = p.alignment < 16 ? p.alignment : 16;
    for (std::size_t at = skipped; at < p.element_bytes; at += bytes) {
        address_set addresses;
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            addresses.add(first + lane * p.element_bytes + at);
        }
        result.count(addresses, bytes);
    }
    return result;
}

namespace detail {

//! What moving these elements by a route asks for.
//! stage: what the group has of shared memory, or null
inline transaction_count transactions_by(route taken, plan const& p, group_elements const& elements,
                                         access_facts const& facts, access_kind kind,
                                         stage_layout const* stage)
{
    bool const in_rows = facts.in_rows();
    plan const moved = taken == route::narrow_rows ? plan_indexed(p) : p;
    // Own words of consecutive elements are loaded with what they share with their neighbours.
    bool const by_neighbours = kind == access_kind::load && facts.wanting() == p.lane_count &&
                               facts.consecutive() && p.loads_through_cache() && p.loads_together();
    access_counter counter(moved, elements, taken == route::own_words ? by_neighbours : in_rows);
    switch (taken) {
        case route::plain:
            counter.plain();
            break;
        case route::own_words:
            if (kind == access_kind::store) {
                counter.own_stores();
            } else {
                counter.own_words();
            }
            break;
        case route::shared_words:
            counter.own_words();
            break;
        case route::dense_rows:
            counter.dense();
            break;
        case route::sector_rows:
            counter.sectors();
            break;
        case route::rows:
        case route::narrow_rows:
            if (in_rows && p.straddles()) {
                counter.shared_rows(kind);
            } else {
                counter.rows(facts.begin_with_words);
                counter.ends(moved.word_bytes);
            }
            break;
        case route::stage:
            for (unsigned first = 0; first < p.lane_count; first += stage->capacity) {
                unsigned const left = facts.wanting() < first ? 0 : facts.wanting() - first;
                std::uint64_t const begin = elements.addresses[first];
                counter.chunks(begin, begin + std::min(left, stage->capacity) * p.element_bytes);
            }
            break;
    }
    return counter.result();
}

//! Whether two of the elements lie apart that lanes want: any and that of the highest lane.
//! Requires: a lane wants one
inline bool any_lie_apart(plan const& p, group_elements const& elements)
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

//! What some lanes of a warp ask for when they store these elements, by ranks where they do.
inline transaction_count ranked_transactions(plan const& p, group_elements const& elements)
{
    plan const of_group = plan_of_ranks(p);
    unsigned wanting = 0;
    bool aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        if (!elements.wants(lane)) continue;
        wanting += 1;
        aligned = aligned && (p.straddles() || elements.addresses[lane] % p.word_bytes == 0);
    }
    bool const together = aligned && wanting >= ranked_lanes && any_lie_apart(p, elements);
    unsigned left = together ? wanting / ranked_lanes * ranked_lanes : 0;
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
    transaction_count result = by_groups.result();
    result += by_lanes.result();
    return result;
}

inline transaction_count transactions_of(plan const& p, group_elements const& elements,
                                         access_kind kind, bool contiguous,
                                         stage_layout const* stage)
{
    access_facts const facts = facts_of(p, elements, contiguous, stage != nullptr);
    route const taken = choose(p, kind, facts);
    bool const by_some =
        kind == access_kind::store && p.lane_count == 32 && !contiguous && p.cooperates();
    if (by_some && taken == route::own_words) return ranked_transactions(p, elements);
    return transactions_by(taken, p, elements, facts, kind, stage);
}

}  // namespace detail

//! What a group's lanes ask for when they load, or store, these elements as the plan says.
//! `contiguous`: that the elements are consecutive is known, as to load_contiguous, where they may also
//! be fewer than lanes.
inline transaction_count planned_transactions(plan const& p, group_elements const& elements,
                                              access_kind kind, bool contiguous = false)
{
    return detail::transactions_of(p, elements, kind, contiguous, nullptr);
}

//! The same where there is a stage, through which consecutive elements pass.
inline transaction_count staged_transactions(stage_layout const& s, group_elements const& elements,
                                             access_kind kind, bool contiguous = false)
{
    return detail::transactions_of(s.elements, elements, kind, contiguous, &s);
}

//! Side by side: first[0 … n - 1].
inline group_elements elements_from(plan const& p, std::uint64_t first)
{
    group_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return elements;
}

inline transaction_count planned_transactions(plan const& p, std::uint64_t first = 0,
                                              access_kind kind = access_kind::load)
{
    return planned_transactions(p, elements_from(p, first), kind);
}

}  // namespace heddle
