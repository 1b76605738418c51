// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles that are dropped are not stored, wherever they are in a pipeline.

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/tile_pipeline.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle_test::bytes;
using heddle_test::guarded_array;
using heddle_test::random_source;

template <class Element>
Element changed(Element value)
{
    for (unsigned char& byte : value.value) byte ^= 0x3cu;
    return value;
}

//! Fills every tile, and drops those of `pattern`'s bits; leaves after so many tiles.
template <bool Updates, unsigned Stages>
void check(unsigned pattern, std::size_t tiles, random_source& random)
{
    using element = bytes<28>;
    constexpr unsigned capacity = 9;
    constexpr std::size_t count = 6 * capacity - 4;
    SCOPED_TRACE(testing::Message() << Stages << " stages, pattern " << pattern << ", left after "
                                    << tiles << " tiles" << (Updates ? ", updated" : ", written"));
    guarded_array<element> array(count, random, 8);
    std::vector<element> const before(array.data(), array.data() + count);
    static heddle::tile_stages<element, capacity, Stages> stages;
    heddle::emulate_group<16>([&](auto const& block) {
        auto const run = [&](auto& pipeline) {
            for (std::size_t t = 0; t < tiles && pipeline.next(); ++t) {
                auto const tile = pipeline.tile();
                heddle::for_each_element(block, tile, [&](unsigned k) {
                    tile.store(k, changed(before[pipeline.start() + k]));
                });
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

}  // namespace
