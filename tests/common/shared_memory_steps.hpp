// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A model of shared memory. Computes how many steps (wavefronts) an access by a warp takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <vector>

namespace heddle_test {

//! Returns the number of steps that lanes take to access `bytes` bytes each, at the given positions. Shared memory
//! serves 128 / `bytes` lanes at a time. If these lanes access up to n different words in one bank, they take n steps.
inline unsigned shared_memory_steps(std::vector<unsigned> const& positions, unsigned bytes)
{
    unsigned result = 0;
    std::size_t const together = 128 / bytes;
    for (std::size_t first = 0; first < positions.size(); first += together) {
        std::array<std::set<unsigned>, 32> banks;
        for (std::size_t i = first; i < std::min(positions.size(), first + together); ++i) {
            for (unsigned at = 0; at < bytes; at += 4) {
                unsigned const word = (positions[i] + at) / 4;
                banks[word % 32].insert(word);
            }
        }
        std::size_t most = 0;
        for (auto const& bank : banks) most = std::max(most, bank.size());
        result += static_cast<unsigned>(most);
    }
    return result;
}

//! Returns the number of additional steps that bank conflicts cause.
inline unsigned bank_conflicts(std::vector<unsigned> const& positions, unsigned bytes)
{
    std::size_t const together = 128 / bytes;
    return shared_memory_steps(positions, bytes) - static_cast<unsigned>((positions.size() + together - 1) / together);
}

}  // namespace heddle_test
