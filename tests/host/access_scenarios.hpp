// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What every element type has to pass on every tile: each function checks values, memory on all
// sides and counted traffic, and returns how many collective calls it checked.
#pragma once

#include "collectives.hpp"

#include <common/random.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

//! load_contiguous and store_contiguous of whole tiles.
unsigned check_contiguous(collectives const& c, random_source& random);

//! The same with every count, the elements ending where memory ends.
unsigned check_ragged(collectives const& c, random_source& random);

//! load, store, load_if and store_if of elements in any order, in several arrays, repeated.
unsigned check_anywhere(collectives const& c, random_source& random);

//! All tiles of one warp at once, each with elements of its own.
unsigned check_warp_of_tiles(collectives const& c, random_source& random);

//! load and store of elements that lie gibibytes apart.
unsigned check_far_apart(collectives const& c, random_source& random);

//! All of the above for every type. Stops at the first type that fails.
void check_all(std::vector<collectives> const& types, std::size_t expected_types,
               char const* purpose);

// The parts they are made of.

using lane_pointers = std::vector<unsigned char*>;
using lane_mask = std::uint32_t;

//! What lanes with these pointers, tile by tile, ask for.
heddle::transaction_count expected_transactions(collectives const& c, lane_pointers const& pointers,
                                                lane_mask wanted, heddle::detail::access_kind kind,
                                                bool contiguous = false);

//! load, and load_if under several masks.
unsigned check_loads(collectives const& c, lane_pointers const& pointers, random_source& random);

//! store, and store_if under several masks, into memory whose other bytes must not change.
struct memory_range {
    unsigned char* first;
    std::size_t size;
};
unsigned check_stores(collectives const& c, lane_pointers const& pointers,
                      std::vector<memory_range> const& memory, random_source& random);

}  // namespace heddle_test
