// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 1: what a tile asks of memory by a plan, or through a stage, from addresses alone.
#pragma once

#include "access_counter.hpp"
#include "active_plan.hpp"
#include "plan.hpp"
#include "stage.hpp"
#include "tile_elements.hpp"
#include "transactions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heddle {

//! What a tile's lanes ask for when each loads, or stores, first[lane] by itself as plain code does:
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

//! What some lanes of a warp ask for when they store these elements, together by rank where they are enough.
inline transaction_count ranked_transactions(plan const& p, tile_elements const& elements)
{
    plan const of_group = plan_of_ranks(p);
    unsigned wanting = 0;
    bool aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        if (!elements.wants(lane)) continue;
        wanting += 1;
        aligned = aligned && (p.straddles() || elements.addresses[lane] % p.word_bytes == 0);
    }
    bool const together = aligned && wanting >= fewest_ranked_lanes(p);
    unsigned left = together ? wanting / ranked_lanes * ranked_lanes : 0;
    tile_elements moved = elements, alone = elements;
    moved.wanted = 0;
    for (unsigned lane = 0; left > 0; ++lane) {
        if (!elements.wants(lane)) continue;
        moved.wanted |= 1u << lane;
        left -= 1;
    }
    alone.wanted &= ~moved.wanted;
    detail::access_counter counter(of_group, moved);
    counter.ranks();
    transaction_count result = detail::transactions_alone(p, alone);
    result += counter.result();
    return result;
}

//! What a tile's lanes ask for when they load, or store, these elements as the plan says.
//! `contiguous`: that the elements are consecutive is known, as to load_contiguous, where they may also
//! be fewer than lanes.
inline transaction_count planned_transactions(plan const& p, tile_elements const& elements,
                                              access_kind kind, bool contiguous = false)
{
    detail::element_survey const found(p, elements, contiguous);
    bool const through_cache = found.through_cache(p, kind);
    bool const whole = found.all && elements.addresses[0] % p.word_bytes == 0 &&
                       p.lane_count * p.element_bytes % p.word_bytes == 0;
    if (through_cache && p.loads_in_units() && !whole) {
        detail::access_counter counter(p, elements);
        counter.plain();
        return counter.result();
    }
    bool const ranked = kind == access_kind::store && p.lane_count == 32 && !contiguous &&
                        fewest_ranked_lanes(p) != never_cooperate;
    if (ranked && !found.together(p, kind)) return ranked_transactions(p, elements);
    if (!found.together(p, kind) || through_cache) {
        return detail::transactions_alone(p, elements, through_cache && found.all);
    }
    bool const aligned = p.straddles() || elements.addresses[0] % p.word_bytes == 0;
    bool const in_rows = found.consecutive && found.all && aligned;
    bool const narrow = !in_rows && kind == access_kind::load;
    plan const moved = narrow ? plan_anywhere(p) : p;
    detail::access_counter counter(moved, elements, in_rows);
    if (in_rows && p.straddles()) {
        counter.shared_rows(kind);
    } else if (!in_rows && kind == access_kind::store && p.stores_sectors()) {
        counter.sectors();
    } else {
        counter.rows(found.aligned);
        counter.ends(moved.word_bytes);
    }
    return counter.result();
}

//! The same where there is a stage, through which consecutive elements pass.
inline transaction_count staged_transactions(stage const& s, tile_elements const& elements,
                                             access_kind kind, bool contiguous = false)
{
    plan const& p = s.elements;
    detail::element_survey const found(p, elements, contiguous);
    bool const aligned = p.straddles() || elements.addresses[0] % p.word_bytes == 0;
    bool const in_chunks = found.consecutive && aligned;
    if (!found.together(p, kind) || found.through_cache(p, kind) || !in_chunks) {
        return planned_transactions(p, elements, kind, contiguous);
    }
    detail::access_counter counter(p, elements);
    for (unsigned first = 0; first < p.lane_count; first += s.capacity) {
        unsigned const left = found.wanting < first ? 0 : found.wanting - first;
        std::uint64_t const begin = elements.addresses[first];
        counter.chunks(begin, begin + std::min(left, s.capacity) * p.element_bytes);
    }
    return counter.result();
}

//! Side by side: first[0 … n - 1].
inline tile_elements elements_from(plan const& p, std::uint64_t first)
{
    tile_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
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
