// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The elements that a group loads or stores, and the properties of these elements that are known only at run time.
#pragma once

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace heddle_test {

struct group_elements {
    std::array<std::uint64_t, 32> addresses;
    std::uint32_t wanted;  //!< active mask: a bit for each lane
    bool converged = true;

    std::vector<unsigned> lanes() const
    {
        std::vector<unsigned> result;
        for (unsigned lane = 0; lane < 32; ++lane) {
            if ((wanted >> lane & 1u) != 0) result.push_back(lane);
        }
        return result;
    }
};

//! The range of bytes that a lane may access: its own element, or all elements of its group.
struct byte_bounds {
    std::uint64_t first;
    std::uint64_t end;

    bool contains(std::uint64_t address, std::uint64_t bytes) const
    {
        return first <= address && address + bytes <= end;
    }
};

//! Computes, from the addresses of the elements, the runtime properties that determine the route.
//! contiguous: the call is load_contiguous or store_contiguous, so the active lanes are the first lanes of the group
//! staged:     the group has shared memory for the elements
inline heddle::detail::runtime_properties properties_of(heddle::detail::plan const& p, group_elements const& elements,
                                                        bool contiguous, bool staged)
{
    std::vector<unsigned> const lanes = elements.lanes();
    auto const wanting = static_cast<unsigned>(lanes.size());
    bool const all = wanting == p.lane_count;
    bool consecutive = true, aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        consecutive = consecutive && elements.addresses[lane] == elements.addresses[0] + lane * p.element_bytes;
    }
    for (unsigned lane : lanes) aligned = aligned && elements.addresses[lane] % p.word_bytes == 0;
    heddle::detail::runtime_properties access{};
    access.valid = elements.converged ? wanting : 0;
    access.consecutive = consecutive && (contiguous || all);
    access.whole_words = p.is_unaligned() || (contiguous ? elements.addresses[0] % p.word_bytes == 0 : aligned);
    access.usable_scratch = staged;
    return access;
}

}  // namespace heddle_test
