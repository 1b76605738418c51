// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The tests of every element type in every group. Each function checks values, the memory around them and the counted
// traffic, and returns the number of checked calls.
#pragma once

#include "collectives.hpp"

#include <common/random.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

//! Checks load_contiguous and store_contiguous of whole groups.
unsigned check_contiguous(collectives const& c, random_source& random);

//! Checks the same with every count, and elements that end at the end of memory.
unsigned check_ragged(collectives const& c, random_source& random);

//! Checks load, store, load_if and store_if of elements in any order, in several arrays, and repeated.
unsigned check_anywhere(collectives const& c, random_source& random);

//! Checks all groups of a warp at the same time, each with its own elements.
unsigned check_warp_of_tiles(collectives const& c, random_source& random);

//! Checks all of the above for every type. Stops at the first type that fails.
void check_all(std::vector<collectives> const& types, std::size_t expected_types, char const* purpose);

// The parts of these functions.

using lane_pointers = std::vector<unsigned char*>;
using lane_mask = std::uint32_t;

//! Returns the expected transactions of lanes with these pointers, group by group.
heddle::transaction_count expected_transactions(collectives const& c, lane_pointers const& pointers, lane_mask wanted,
                                                heddle::detail::access_kind kind, bool contiguous = false);

//! Checks load, and load_if with several masks.
unsigned check_loads(collectives const& c, lane_pointers const& pointers, random_source& random);

//! Checks store, and store_if with several masks, to memory whose other bytes must not change.
struct memory_range {
    unsigned char* first;
    std::size_t size;
};
unsigned check_stores(collectives const& c, lane_pointers const& pointers, std::vector<memory_range> const& memory,
                      random_source& random);

}  // namespace heddle_test
