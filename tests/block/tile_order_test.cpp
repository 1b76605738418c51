// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the memory order that block tiles guarantee. The emulated copy engine gives only the guarantees of the PTX
// instruction set.

#include "tile_order.hpp"

#include <common/bytes.hpp>

#include <heddle/block/block_tile.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using heddle::tile_stages;
using namespace heddle_test;

constexpr unsigned capacity = heddle_test::order_capacity;

//! Runs body(block, first, stages) in a block, for several element sizes and for every behavior of the copy engine.
//! body() returns the number of wrong elements, which must be 0.
template <class Body>
void expect_order(std::size_t count, Body const& body)
{
    auto const check_mood = [&](auto& engine, auto& array, auto& stages) {
        std::size_t wrong = 0;
        run_blocks(engine, 1, [&](auto const& block, auto) { wrong += body(block, array.data(), stages); });
        EXPECT_EQ(0u, wrong);
    };
    for_all_moods<bytes<1>, 1>(count, check_mood);
    for_all_moods<bytes<12>, 1>(count, check_mood);
    for_all_moods<bytes<28>, 1>(count, check_mood);
    for_all_moods<bytes<33>, 1>(count, check_mood);
    for_all_moods<bytes<64>, 1>(count, check_mood);
    for_all_moods<bytes<128>, 1>(count, check_mood);
}

template <class Element>
std::size_t is_wrong(Element const& element, std::size_t i, unsigned round)
{
    return element != numbered<Element>(i, round) ? 1 : 0;
}

// All tiles use the same stage. This is allowed, because store_tile returns only when the stage can be reused.
TEST(tile_order, all_threads_see_what_store_tile_has_stored_after_what_they_have_written)
{
    for (bool const writes_first : {false, true}) {
        expect_order(capacity, [&](auto const& block, auto* first, auto& stages) {
            std::size_t wrong = 0;
            for (unsigned round = 0; round < 3; ++round) {
                if (writes_first) fill_plainly(block, first, capacity, round + 7);
                block.sync();
                auto const tile = heddle::make_tile(block, stages, first, capacity);
                fill(block, tile, 0, round);
                heddle::store_tile(block, stages, tile);
                wrong += count_wrong(first, capacity, round);
                block.sync();
            }
            return wrong;
        });
    }
}

// The stored tiles overlap. The end of one tile lies in a chunk of the other tile.
TEST(tile_order, load_tile_sees_what_store_tile_has_stored)
{
    expect_order(capacity + 3, [](auto const& block, auto* first, auto& stages) {
        std::size_t wrong = 0;
        for (unsigned round = 1; round < 3; ++round) {
            for (std::size_t const start : {3, 0}) {
                auto const tile = heddle::make_tile(block, stages, first + start, capacity);
                fill(block, tile, start, round);
                heddle::store_tile(block, stages, tile);
            }
            auto const seen = heddle::load_tile(block, stages, first + 1, capacity);
            for (unsigned k = 0; k < capacity; ++k) wrong += is_wrong(seen.load(k), k + 1, round);
            block.sync();
        }
        return wrong;
    });
}

TEST(tile_order, load_tile_sees_what_threads_have_written)
{
    expect_order(capacity, [](auto const& block, auto* first, auto& stages) {
        std::size_t wrong = 0;
        for (unsigned round = 0; round < 3; ++round) {
            fill_plainly(block, first, capacity, round);
            block.sync();
            auto const tile = heddle::load_tile(block, stages, first, capacity);
            for (unsigned k = 0; k < capacity; ++k) wrong += is_wrong(tile.load(k), k, round);
            block.sync();
        }
        return wrong;
    });
}

}  // namespace
