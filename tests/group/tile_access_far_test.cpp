// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the traffic of rows whose elements are more than 4 GiB apart. (fuzz.accesses and element_addresses_test.cpp
// test their values.)

#include "common/memory_regions.hpp"

#include <common/bytes.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heddle_test;

using warp = heddle::emulated_group<32>;

TEST(tile_access_far, moves_rows_however_far_apart_elements_are)
{
    // Each half of the lanes loads consecutive elements, so that the words of a row share sectors.
    using element = bytes<28, 4>;
    address_space space(std::size_t{1} << 37);
    auto const sectors = [&](std::size_t distance) {
        unsigned char* const near = space.open(0, 1024);
        unsigned char* const far = space.open(distance, 1024);
        return heddle::emulate_group<32>([&](warp const& tile) {
                   unsigned const l = tile.thread_rank();
                   heddle::load(tile, reinterpret_cast<element const*>(l < 16 ? near : far) + l % 16);
               })
            .loads.sectors;
    };
    for (std::size_t const bytes : {std::size_t{4096}, std::size_t{1} << 31, std::size_t{1} << 32,
                                    (std::size_t{1} << 33) + 4, (std::size_t{28} << 31) + 4}) {
        EXPECT_LT(sectors(bytes), 40u) << bytes;
    }
}

}  // namespace
