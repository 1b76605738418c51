// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sets of lanes of a warp, as masks.
#pragma once

#include "random.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

inline bool contains(std::uint32_t mask, std::size_t lane) { return (mask >> lane % 32 & 1u) != 0; }

inline unsigned count_of(std::uint32_t mask) { return static_cast<unsigned>(std::bitset<32>(mask).count()); }

//! Returns masks of lanes. For every number of lanes, there are masks of the first, of the last and of scattered lanes.
//! Adds some regular masks and `others` random masks.
inline std::vector<std::uint32_t> make_masks(random_source& random, unsigned others)
{
    std::vector<std::uint32_t> masks{0, 0x55555555u, 0xaaaaaaaau, 0x49249249u, 0xff00ff00u};
    for (unsigned count = 1; count <= 32; ++count) {
        masks.push_back(0xffffffffu >> (32 - count));
        masks.push_back(0xffffffffu << (32 - count));
        std::uint32_t scattered = 0;
        while (count_of(scattered) < count) scattered |= 1u << random.below(32);
        masks.push_back(scattered);
    }
    for (unsigned i = 0; i < others; ++i) masks.push_back(random.next_word());
    return masks;
}

}  // namespace heddle_test
