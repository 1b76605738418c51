// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the addition of tiles to elements in memory, in emulated blocks. Tiles begin at every offset of an element.

#include "common/atomic_records.hpp"
#include "common/shared.hpp"

#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/block/atomic_tile.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace {

using namespace heddle_test;

//! Adds a tile of made records to first[0 … count - 1] twice.
template <class Record, unsigned Capacity, auto... Member>
void check_tiles()
{
    random_source random("canaries of tiles");
    auto& stages = shared<heddle::tile_stages<Record, Capacity>>();
    for (std::size_t const start : {0, 1, 2, 3}) {
        for (unsigned const count : {0u, 1u, 5u, Capacity}) {
            guarded_array<Record> array(Capacity + 4, random);
            std::vector<Record> expected;
            for (std::size_t i = 0; i < Capacity + 4; ++i) expected.push_back(made_record<Record>(i + 3));
            std::memcpy(static_cast<void*>(array.data()), expected.data(), expected.size() * sizeof(Record));
            for (unsigned i = 0; i < count; ++i) {
                for (unsigned times = 0; times < 2; ++times) {
                    expected[start + i].each(made_record<Record>(i), change_number<change_kind::add>());
                }
            }
            for (unsigned times = 0; times < 2; ++times) {
                heddle::emulate_group<32>([&](auto const& block) {
                    auto const tile = heddle::make_tile(block, stages, array.data() + start, count);
                    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, made_record<Record>(k)); });
                    heddle::atomic_add_tile<Member...>(block, stages, tile);
                });
            }
            EXPECT_TRUE(array.guards_intact());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                ASSERT_EQ(0, std::memcmp(&expected[i], &array[i], sizeof(Record)))
                    << sizeof(Record) << " bytes, " << count << " from " << start << ", record " << i;
            }
        }
    }
}

TEST(atomic_tile_test, adds_numbers)
{
    check_tiles<numbers<float, 7>, 50>();
    check_tiles<numbers<float, 12>, 40>();
    check_tiles<numbers<double, 3>, 40>();
}
TEST(atomic_tile_test, adds_named_and_mixed_members)
{
    check_tiles<node, 48, &node::momentum, &node::count>();
    check_tiles<deposit, 40>();
}

}  // namespace
