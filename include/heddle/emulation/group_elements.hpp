// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The elements that a group loads or stores, as what counts its accesses knows them.
#pragma once

#include "../plan/plan.hpp"

#include <array>
#include <cstdint>

namespace heddle {

//! What lanes do with their elements.
enum class access_kind { load, store };

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
    std::uint64_t behind;

    bool contains(std::uint64_t address, std::uint64_t bytes) const
    {
        return first <= address && address + bytes <= behind;
    }
};

//! What is to be known of a group's elements before they are moved.
struct element_survey {
    unsigned wanting = 0;
    bool enough;       // for the group to move them, not each lane its own
    bool all;          // every lane wants one
    bool consecutive;  // all of them; or the first ones, if it is known that they are contiguous
    bool aligned;      // those wanted, to whole words

    element_survey(plan const& p, group_elements const& elements, bool contiguous)
        : consecutive(true), aligned(true)
    {
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            std::uint64_t const address = elements.addresses[lane];
            consecutive = consecutive && address == elements.addresses[0] + lane * p.element_bytes;
            if (!elements.wants(lane)) continue;
            wanting += 1;
            aligned = aligned && address % p.word_bytes == 0;
        }
        enough = elements.converged && p.cooperates_for(wanting);
        all = wanting == p.lane_count;
        consecutive = consecutive && (contiguous || all);
    }

    //! Whether the group moves them, not each lane its own.
    bool together(plan const& p, access_kind kind) const
    {
        return enough && (kind == access_kind::store || p.loads_together());
    }

    //! Whether each lane loads its own, and finds in the L1 cache what its neighbours fetched.
    bool through_cache(plan const& p, access_kind kind) const
    {
        return together(p, kind) && consecutive && kind == access_kind::load &&
               p.loads_through_cache();
    }
};

}  // namespace detail

}  // namespace heddle
