// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that dropped tiles are not stored, at any position in a pipeline. The copy engine does no more than the
// instruction set guarantees.

#include "tile_order.hpp"

#include <common/bytes.hpp>

#include <heddle/block/tile_pipeline.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heddle_test;

//! Fills tiles, drops tile t if bit t of `pattern` is set, and leaves the pipeline after `tiles` tiles. The engine may
//! read a stage late. The pipeline must not reuse a stage before its older tile has been read, even if tiles between
//! were dropped.
template <bool Updates, unsigned Stages>
unsigned check(unsigned pattern, std::size_t tiles)
{
    using element = bytes<28>;
    constexpr std::size_t count = 8 * order_capacity - 4;
    return for_all_moods<element, Stages>(count, [&](auto& engine, auto& array, auto& stages) {
        element* const first = array.data();
        run_lazily<order_threads>(engine, [&](auto const& block) {
            fill_plainly(block, first, count, 1);
            block.sync();
            auto const run = [&](auto pipeline) {
                for (unsigned t = 0; t < tiles && pipeline.next(); ++t) {
                    bool const is_dropped = (pattern >> t & 1u) != 0;
                    fill(block, pipeline.tile(), pipeline.start(), is_dropped ? 3 : 2);
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
            std::size_t const tile = k / order_capacity;
            bool const is_stored = tile < tiles && (pattern >> tile & 1u) == 0;
            wrong += array[k] != numbered<element>(k, is_stored ? 2 : 1) ? 1 : 0;
        }
        EXPECT_EQ(0u, wrong) << Stages << " stages, pattern " << pattern << ", left after " << tiles << " tiles"
                             << (Updates ? ", updated" : ", written");
    });
}

template <bool Updates>
unsigned check_stages(unsigned pattern, std::size_t tiles)
{
    return check<Updates, 1>(pattern, tiles) + check<Updates, 2>(pattern, tiles) + check<Updates, 3>(pattern, tiles) +
           check<Updates, 4>(pattern, tiles);
}

TEST(tile_pipeline_drop, dropped_tiles_are_not_stored)
{
    unsigned checked = 0;
    for (unsigned pattern : {0x00u, 0x01u, 0x02u, 0x06u, 0x24u, 0x55u, 0xaau, 0x6du, 0xfeu}) {
        for (std::size_t const tiles : {1u, 4u, 7u, 8u, 9u}) {
            checked += check_stages<false>(pattern, tiles) + check_stages<true>(pattern, tiles);
        }
    }
    // 9 patterns, 5 numbers of tiles, 8 kinds of pipelines, 4 starts, 3 behaviors of the engine, 2 orders of the
    // threads.
    EXPECT_EQ(9u * 5 * 8 * 4 * 3 * 2, checked);
}

}  // namespace
