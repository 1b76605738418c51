// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Dropped tiles are not stored, at any position in a pipeline.

#include "tile_order.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/block/tile_pipeline.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using namespace heddle_test;

template <class Element>
Element changed(Element value)
{
    for (unsigned char& byte : value.value) byte ^= 0x3cu;
    return value;
}

//! Fills every tile, drops those in the bits of `pattern`, and leaves after `tiles` tiles.
template <bool Updates, unsigned Stages>
void check(unsigned pattern, std::size_t tiles, random_source& random)
{
    using element = bytes<28>;
    constexpr unsigned capacity = 9;
    constexpr std::size_t count = 6 * capacity - 4;
    SCOPED_TRACE(testing::Message() << Stages << " stages, pattern " << pattern << ", left after " << tiles << " tiles"
                                    << (Updates ? ", updated" : ", written"));
    guarded_array<element> array(count, random, 8);
    std::vector<element> const before(array.data(), array.data() + count);
    static heddle::tile_stages<element, capacity, Stages> stages;
    heddle::emulate_group<16>([&](auto const& block) {
        auto const run = [&](auto& pipeline) {
            for (std::size_t t = 0; t < tiles && pipeline.next(); ++t) {
                auto const tile = pipeline.tile();
                heddle::for_each_element(block, tile,
                                         [&](unsigned k) { tile.store(k, changed(before[pipeline.start() + k])); });
                if ((pattern >> t & 1) != 0) pipeline.drop();
            }
        };
        heddle::block_of_many const alone{0, 1};
        if constexpr (Updates) {
            auto pipeline = heddle::update_tiles(block, stages, array.data(), count, alone);
            run(pipeline);
        } else {
            auto pipeline = heddle::write_tiles(block, stages, array.data(), count, alone);
            run(pipeline);
        }
    });
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t const t = k / capacity;
        bool const is_stored = t < tiles && (pattern >> t & 1) == 0;
        EXPECT_TRUE(array[k] == (is_stored ? changed(before[k]) : before[k])) << k;
    }
    EXPECT_TRUE(array.guards_intact());
}

TEST(tile_pipeline_drop, dropped_tiles_are_not_stored)
{
    random_source random("dropped tiles");
    for (unsigned pattern = 0; pattern < 64; ++pattern) {
        for (std::size_t const tiles : {1u, 4u, 6u, 7u}) {
            check<false, 1>(pattern, tiles, random);
            check<false, 2>(pattern, tiles, random);
            check<false, 3>(pattern, tiles, random);
            check<true, 1>(pattern, tiles, random);
            check<true, 2>(pattern, tiles, random);
            check<true, 4>(pattern, tiles, random);
        }
    }
}

//! Checks the same on an engine that reads a stage as late as it may: a stage is not written again while it still
//! stores an older tile, even if the tile between was dropped.
template <bool Updates, unsigned Stages>
unsigned check_lazily(unsigned pattern)
{
    using element = bytes<28>;
    using heddle_test::numbered;
    constexpr std::size_t count = 8 * heddle_test::order_capacity - 4;
    return heddle_test::for_all_moods<element, Stages>(count, [&](auto& engine, auto& array, auto& stages) {
        element* const first = array.data();
        heddle_test::run_lazily<heddle_test::order_threads>(engine, [&](auto const& block) {
            heddle_test::fill_plainly(block, first, count, 1);
            block.sync();
            auto const run = [&](auto pipeline) {
                for (unsigned t = 0; pipeline.next(); ++t) {
                    bool const is_dropped = (pattern >> t & 1u) != 0;
                    heddle_test::fill(block, pipeline.tile(), pipeline.start(), is_dropped ? 3 : 2);
                    if (is_dropped) pipeline.drop();
                }
            };
            heddle::block_of_many const alone{0, 1};
            if constexpr (Updates) {
                run(heddle::update_tiles(block, stages, first, count, alone));
            } else {
                run(heddle::write_tiles(block, stages, first, count, alone));
            }
        });
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            bool const is_dropped = (pattern >> k / heddle_test::order_capacity & 1u) != 0;
            wrong += array[k] != numbered<element>(k, is_dropped ? 1 : 2) ? 1 : 0;
        }
        EXPECT_EQ(0u, wrong) << Stages << " stages, pattern " << pattern << (Updates ? ", updated" : ", written");
    });
}

TEST(tile_pipeline_drop, a_stage_is_free_before_it_is_written_again)
{
    unsigned checked = 0;
    for (unsigned pattern : {0x00u, 0x01u, 0x02u, 0x06u, 0x24u, 0x55u, 0xaau, 0x6du, 0xfeu}) {
        checked += check_lazily<false, 1>(pattern);
        checked += check_lazily<false, 2>(pattern);
        checked += check_lazily<false, 3>(pattern);
        checked += check_lazily<false, 4>(pattern);
        checked += check_lazily<true, 1>(pattern);
        checked += check_lazily<true, 2>(pattern);
        checked += check_lazily<true, 3>(pattern);
        checked += check_lazily<true, 4>(pattern);
    }
    // 4 starts, 3 behaviors of the engine, 2 orders of the threads.
    EXPECT_EQ(9u * 8 * 4 * 3 * 2, checked);
}

}  // namespace
