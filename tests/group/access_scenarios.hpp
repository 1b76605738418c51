// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Declares the scenarios in which every element type is tested in every group. Each scenario checks the values, the
// memory around them and the counted traffic. It returns the number of checked calls.
#pragma once

#include "collectives.hpp"

#include <common/random.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

//! Checks load_contiguous and store_contiguous of whole groups.
unsigned check_contiguous(collectives const& c, random_source& random);

//! Checks loads and stores of every count of elements. The last element ends at the end of memory.
unsigned check_ragged(collectives const& c, random_source& random);

//! Checks load, store, load_if and store_if of elements in any order, in several arrays, and at equal addresses.
unsigned check_anywhere(collectives const& c, random_source& random);

//! Checks all groups of a warp at the same time. Each group has its own elements.
unsigned check_warp_of_tiles(collectives const& c, random_source& random);

//! Runs all scenarios above for every type. Stops at the first type that fails.
void check_all(std::vector<collectives> const& types, std::size_t expected_types, char const* purpose);

// Building blocks of the scenarios.

using lane_pointers = std::vector<unsigned char*>;
using lane_mask = std::uint32_t;

//! Returns the expected transactions if each lane in `wanted` accesses the element at its pointer. The result is the
//! sum over all groups.
heddle::transaction_count expected_transactions(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                                                access_kind kind, bool contiguous = false);

//! Checks load, and load_if with several masks.
unsigned check_loads(collectives const& c, lane_pointers const& pointers, random_source& random);

struct memory_range {
    unsigned char* first;
    std::size_t size;
};
//! Checks store, and store_if with several masks. The other bytes of `memory` must not change.
unsigned check_stores(collectives const& c, lane_pointers const& pointers, std::vector<memory_range> const& memory,
                      random_source& random);

}  // namespace heddle_test
