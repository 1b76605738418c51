// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Invariants of a group's traffic. A store writes each byte once, a load reads its elements and at most the rest of the
// words at their ends, and a route of rows has no more sectors than the elements and the ends of its rows.
#pragma once

#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/emulation/transactions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heddle_test {

using heddle::transaction_count;
using heddle::detail::access_kind;
using heddle::detail::route;

//! The elements that a group loads or stores.
struct group_elements {
    std::array<std::uint64_t, 32> addresses;
    std::uint32_t wanted;              //!< active mask: a bit for each lane
    bool converged = true;             //!< all lanes of the group take part
    bool contiguous = false;           //!< the call is load_contiguous or store_contiguous
    unsigned elements_of_scratch = 0;  //!< how many elements the group's shared memory holds

    std::vector<std::uint64_t> of_active_lanes() const
    {
        std::vector<std::uint64_t> result;
        for (unsigned lane = 0; lane < 32; ++lane) {
            if ((wanted >> lane & 1u) != 0) result.push_back(addresses[lane]);
        }
        return result;
    }
};

//! Returns the traffic of plain code, whose accesses are as wide as the alignment, up to 16 bytes.
inline transaction_count plain_traffic(heddle::detail::plan const& p, group_elements const& elements)
{
    transaction_count result;
    std::size_t const bytes = std::min<std::size_t>(p.alignment, 16);
    for (std::size_t at = 0; at < p.element_bytes; at += bytes) {
        heddle::detail::address_set addresses;
        for (std::uint64_t first : elements.of_active_lanes()) addresses.add(first + at);
        result.count(addresses, bytes);
    }
    return result;
}

//! The limits of traffic, which can be added for several groups.
struct traffic_bounds {
    transaction_count least, most;

    traffic_bounds& operator+=(traffic_bounds const& other)
    {
        least += other.least;
        most += other.most;
        return *this;
    }
};

inline traffic_bounds bounds_of(heddle::detail::plan const& p, group_elements const& elements, access_kind kind)
{
    constexpr std::uint64_t sector = heddle::detail::sector_bytes;
    traffic_bounds result;
    transaction_count &least = result.least, &most = result.most;
    std::vector<std::uint64_t> const firsts = elements.of_active_lanes();
    if (firsts.empty()) return result;
    auto const count = static_cast<unsigned>(firsts.size());
    bool const all = count == p.lane_count;
    bool consecutive = all || elements.contiguous, aligned = true, far = false;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        consecutive = consecutive && elements.addresses[lane] == elements.addresses[0] + lane * p.element_bytes;
    }
    std::set<std::uint64_t> sectors;
    std::uint64_t sectors_of_each = 0;  // counts a sector once for each element in it
    for (std::uint64_t first : firsts) {
        std::uint64_t const last = first + p.element_bytes - 1;
        aligned = aligned && (p.is_unaligned || first % p.word_bytes == 0);
        far = far || std::max(first, firsts.back()) - std::min(first, firsts.back()) >= min_compacted_distance(p);
        for (std::uint64_t s = first / sector; s <= last / sector; ++s) sectors.insert(s);
        sectors_of_each += last / sector - first / sector + 1;
    }

    unsigned const parts = aligned ? 1 : p.word_bytes / p.part_bytes, ends = p.is_unaligned ? 6 : 0;
    unsigned const passes = p.cooperates ? (p.word_count + p.pass_words - 1) / p.pass_words : 1;
    transaction_count const plain = plain_traffic(p, elements);
    most.bytes = least.bytes = count * p.element_bytes;
    least.requests = 1;
    least.sectors = sectors.size();
    // Elements that share a word may both load it.
    if (kind == access_kind::load && all && p.is_unaligned) most.bytes += 2 * count * p.word_bytes;
    bool const compacts = p.lane_count == 32 && !elements.contiguous && p.cooperates;
    switch (route_of(
        p, kind, {elements.converged ? count : 0, consecutive, aligned, elements.elements_of_scratch != 0, compacts})) {
        case route::plain:
            least = most = plain;
            break;
        case route::per_thread:
            // If only some lanes have whole words, other lanes' parts need further requests.
            most.requests = p.touched_words * (aligned ? 1 : 1 + parts) + ends;
            most.sectors = plain.sectors * (aligned ? 1 : 2);
            break;
        case route::compacted: {
            // Up to 7 lanes are left over and store on their own. If the elements are near, all lanes do.
            heddle::detail::plan const g = heddle::detail::make_compacted_plan(p);
            unsigned const rows =
                (g.word_count / g.lane_count + 2) * ((g.word_count + g.pass_words - 1) / g.pass_words);
            bool const together = aligned && far && count >= g.lane_count;
            most.requests = (together ? g.row_accesses : 0) + p.touched_words * (aligned ? 1 : 1 + parts) + 2 * ends +
                            (p.stores_wide_words ? p.element_bytes / 4 : 0);
            most.sectors = together ? sectors_of_each + count * (rows + ends) + count % g.lane_count * plain.requests
                                    : plain.sectors * (aligned ? 1 : 2);
            break;
        }
        case route::rows:
            most.requests = p.row_accesses * parts + ends;
            if (consecutive && passes == 1) {
                // Two rows share a sector only if they meet within it.
                bool const meet = p.is_unaligned || (firsts[0] | p.lane_count * p.word_bytes) % sector != 0;
                most.sectors =
                    least.sectors * parts + (meet || parts > 1 ? most.requests : 0) + (all ? 0 : ends * count);
            } else {
                most.sectors = (sectors_of_each + count * passes) * parts + most.requests + ends * count;
            }
            break;
        case route::dense_rows:
            most.requests = p.row_accesses + 8;
            most.sectors = least.sectors + most.requests;
            break;
        case route::sector_rows: {
            // Each sector is stored once, unless a row of the group is smaller than a sector.
            std::uint64_t const row_bytes = p.lane_count * p.part_bytes;
            most.requests = count * (p.element_bytes / row_bytes + 2);
            most.sectors = sectors_of_each * std::max<std::uint64_t>(1, sector / row_bytes);
            break;
        }
        case route::staged:
            most.requests = most.bytes / (p.lane_count * 16) + 2 * (p.lane_count / elements.elements_of_scratch);
            most.sectors = least.sectors + most.requests;
            break;
    }
    return result;
}

//! Says which counts are outside the bounds, or returns an empty text.
inline std::string outside(traffic_bounds const& bounds, transaction_count const& counted)
{
    std::string text;
    auto const check = [&](char const* what, std::uint64_t least, std::uint64_t found, std::uint64_t most) {
        if (found >= least && found <= most) return;
        text += std::to_string(found) + ' ' + what + ", not " + std::to_string(least) + " to " + std::to_string(most) +
                '\n';
    };
    check("requests", bounds.least.requests, counted.requests, bounds.most.requests);
    check("sectors", bounds.least.sectors, counted.sectors, bounds.most.sectors);
    check("bytes", bounds.least.bytes, counted.bytes, bounds.most.bytes);
    return text;
}

}  // namespace heddle_test
