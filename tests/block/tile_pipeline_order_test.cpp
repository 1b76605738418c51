// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the guaranteed memory order of pipelines, and that dropped tiles are not stored, at any position in a pipeline.
// The copy engine does no more than the instruction set guarantees.

#include "common/lazy_block.hpp"
#include "tile_order.hpp"

#include <common/bytes.hpp>

#include <heddle/block/tile_pipeline.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using heddle::block_of_many;
using heddle::for_each_element;
using heddle::tile_stages;
using namespace heddle_test;

constexpr unsigned threads = heddle_test::order_threads;
constexpr unsigned capacity = heddle_test::order_capacity;

//! Checks a kernel that writes elements with plain stores, updates them in a pipeline, and reads them with plain loads.
template <class Element, unsigned Stages>
void check_update()
{
    constexpr std::size_t count = 7 * capacity + 5;
    for_all_moods<Element, Stages>(count, [](auto& engine, auto& array, auto& stages) {
        Element* const first = array.data();
        std::size_t wrong = 0;
        run_lazily<threads>(engine, [&](auto const& block) {
            fill_plainly(block, first, count, 1);
            block.sync();
            {
                auto pipeline = heddle::update_tiles(block, stages, first, count, block_of_many{0, 1});
                while (pipeline.next()) {
                    auto const tile = pipeline.tile();
                    for_each_element(block, tile, [&](unsigned k) {
                        wrong += tile.load(k) != numbered<Element>(pipeline.start() + k, 1) ? 1 : 0;
                    });
                    fill(block, tile, pipeline.start(), 2);
                }
            }
            wrong += count_wrong(first, count, 2);
        });
        EXPECT_EQ(0u, wrong);
    });
}

//! Checks two pipelines on one array. One pipeline reads the elements, the other overwrites them.
template <class Element, unsigned Stages>
void check_copy_in_place()
{
    constexpr std::size_t count = 7 * capacity + 5;
    auto& out_stages = shared<tile_stages<Element, capacity, Stages>, 1>();
    for_all_moods<Element, Stages>(count, [&](auto& engine, auto& array, auto& in_stages) {
        engine.add_shared(out_stages);
        Element* const first = array.data();
        std::size_t wrong = 0;
        run_lazily<threads>(engine, [&](auto const& block) {
            fill_plainly(block, first, count, 1);
            block.sync();
            {
                block_of_many const all{0, 1};
                auto in = heddle::read_tiles(block, in_stages, first, count, all);
                auto out = heddle::write_tiles(block, out_stages, first, count, all);
                while (in.next() && out.next()) {
                    for_each_element(block, in.tile(), [&](unsigned k) {
                        wrong += in.tile().load(k) != numbered<Element>(in.start() + k, 1) ? 1 : 0;
                    });
                    fill(block, out.tile(), out.start(), 2);
                }
            }
            wrong += count_wrong(first, count, 2);
        });
        EXPECT_EQ(0u, wrong);
    });
}

TEST(tile_pipeline_order, pipelines_read_after_what_was_written_and_end_when_all_is_stored)
{
    check_update<bytes<1>, 1>();
    check_update<bytes<33>, 2>();
    check_update<bytes<28>, 3>();
    check_update<bytes<12>, 4>();
    check_copy_in_place<bytes<13>, 1>();
    check_copy_in_place<bytes<33>, 2>();
    check_copy_in_place<bytes<28>, 3>();
    check_copy_in_place<bytes<64>, 4>();
}

//! Returns the sum, over all tiles of an array, of the bytes in chunks that overlap the tile and lie within the array.
template <class Element>
std::size_t bytes_of_chunks(Element const* first, std::size_t count)
{
    auto const begin = reinterpret_cast<std::uintptr_t>(first);
    auto const end = begin + count * sizeof(Element);
    std::size_t bytes = 0;
    for (std::size_t start = 0; start < count; start += capacity) {
        auto const tile_begin = begin + start * sizeof(Element);
        auto const tile_end = std::min(tile_begin + capacity * sizeof(Element), end);
        for (auto chunk = tile_begin / 16 * 16; chunk < tile_end; chunk += 16) {
            if (chunk >= begin && chunk + 16 <= end) bytes += 16;
        }
    }
    return bytes;
}

// Pipelines copy all chunks that lie within the array. The engine refuses all other chunks.
TEST(tile_pipeline_order, pipelines_read_no_byte_beyond_the_array)
{
    for (std::size_t const count : {1u, 5u, capacity, capacity + 1, 3 * capacity - 1}) {
        for_all_moods<bytes<3>, 2>(count, [&](auto& engine, auto& array, auto& stages) {
            bytes<3> const* const first = array.data();
            std::size_t wrong = 0;
            run_lazily<threads>(engine, [&](auto const& block) {
                auto in = heddle::read_tiles(block, stages, first, count, block_of_many{0, 1});
                while (in.next()) {
                    for_each_element(block, in.tile(),
                                     [&](unsigned k) { wrong += in.tile().load(k) != first[in.start() + k] ? 1 : 0; });
                }
            });
            EXPECT_EQ(0u, wrong);
            EXPECT_EQ(bytes_of_chunks(first, count), engine.loaded_bytes());
        });
    }
}

//! Fills tiles, drops tile t if bit t of `pattern` is set, and leaves the pipeline after `tiles` tiles. All other
//! filled tiles are stored when the block has left the pipeline, and no copy uses its shared memory. The engine may
//! read a stage late. The pipeline must not reuse a stage before its older tile has been read, even if tiles between
//! were dropped.
template <bool Updates, unsigned Stages>
void check_dropped(unsigned pattern, std::size_t tiles)
{
    using element = bytes<28>;
    constexpr std::size_t count = 8 * order_capacity - 4;
    for_all_moods<element, Stages>(count, [&](auto& engine, auto& array, auto& stages) {
        element* const first = array.data();
        std::size_t wrong = 0;
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
            block_of_many const alone{0, 1};
            if constexpr (Updates) {
                run(heddle::update_tiles(block, stages, first, count, alone));
            } else {
                run(heddle::write_tiles(block, stages, first, count, alone));
            }
            // Each thread sees what other threads have filled.
            for (std::size_t k = (block.thread_rank() + 3) % order_threads; k < count; k += order_threads) {
                std::size_t const tile = k / order_capacity;
                bool const is_stored = tile < tiles && (pattern >> tile & 1u) == 0;
                wrong += first[k] != numbered<element>(k, is_stored ? 2 : 1) ? 1 : 0;
            }
        });
        EXPECT_EQ(0u, wrong) << Stages << " stages, pattern " << pattern << ", left after " << tiles << " tiles"
                             << (Updates ? ", updated" : ", written");
    });
}

template <bool Updates>
void check_stages(unsigned pattern, std::size_t tiles)
{
    check_dropped<Updates, 1>(pattern, tiles);
    check_dropped<Updates, 2>(pattern, tiles);
    check_dropped<Updates, 3>(pattern, tiles);
    check_dropped<Updates, 4>(pattern, tiles);
}

TEST(tile_pipeline_drop, dropped_tiles_are_not_stored)
{
    for (unsigned pattern : {0x00u, 0x01u, 0x02u, 0x06u, 0x24u, 0x55u, 0xaau, 0x6du, 0xfeu}) {
        for (std::size_t const tiles : {1u, 4u, 7u, 8u, 9u}) {
            check_stages<false>(pattern, tiles);
            check_stages<true>(pattern, tiles);
        }
    }
}

}  // namespace
