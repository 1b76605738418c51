// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The elements that a group loads or stores, as what counts its accesses knows them.
#pragma once

#include "../plan/plan.hpp"
#include "../plan/route.hpp"

#include <array>
#include <cstdint>

namespace heddle {

//! The elements that the lanes of a group load or store.
struct group_elements {
    std::array<std::uint64_t, 32> addresses;
    std::uint32_t wanted;  //!< a bit for each lane
    bool converged = true;

    bool wants(unsigned lane) const { return (wanted >> lane & 1u) != 0; }
};

namespace detail {

//! The bytes that a lane may touch: its element's, or those of all elements of its group.
struct byte_bounds {
    std::uint64_t first;
    std::uint64_t end;

    bool contains(std::uint64_t address, std::uint64_t bytes) const
    {
        return first <= address && address + bytes <= end;
    }
};

//! The facts by which choose() decides, from addresses alone.
//! contiguous: the elements are known to be consecutive, as to load_contiguous, and the wanted ones the first
//! staged:     the group has shared memory for them
inline access_facts facts_of(plan const& p, group_elements const& elements, bool contiguous,
                             bool staged)
{
    unsigned wanting = 0;
    bool consecutive = true;
    bool aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        std::uint64_t const address = elements.addresses[lane];
        consecutive = consecutive && address == elements.addresses[0] + lane * p.element_bytes;
        if (!elements.wants(lane)) continue;
        wanting += 1;
        aligned = aligned && address % p.word_bytes == 0;
    }
    bool const all = wanting == p.lane_count;
    access_facts facts{};
    facts.wanting_lanes = elements.converged ? wanting : 0;
    facts.are_consecutive = consecutive && (contiguous || all);
    facts.begin_with_words =
        p.straddles() || (contiguous ? elements.addresses[0] % p.word_bytes == 0 : aligned);
    facts.share_whole_words = all && elements.addresses[0] % p.word_bytes == 0 &&
                              p.lane_count * p.element_bytes % p.word_bytes == 0;
    facts.have_stage = staged;
    facts.lane_count = p.lane_count;
    return facts;
}

}  // namespace detail

}  // namespace heddle
