// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the memory order that pipelines guarantee. The emulated copy engine gives only the guarantees of the PTX
// instruction set. If a block leaves a pipeline early, tiles that it has dropped or not accessed must not be stored.

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

//! Checks kernels that write elements with plain stores, change them in a pipeline of updates, copy them in place in two
//! pipelines, and read them with plain loads. The first block writes all elements, and the last block reads them.
template <class Element, unsigned Stages>
void check_pipelines(std::size_t count)
{
    auto& out_stages = shared<tile_stages<Element, capacity, Stages>, 1>();
    std::size_t block_count = 0;
    for_all_moods<Element, Stages>(count, [&](auto& engine, auto& array, auto& in_stages) {
        engine.add_shared(out_stages);
        block_count = block_count % 3 + 1;
        Element* const first = array.data();
        std::size_t wrong = 0;
        run_blocks(engine, block_count, [&](auto const& block, block_of_many share) {
            if (share.index == 0) fill_plainly(block, first, count, 1);
            block.sync();
            auto const change = [&](auto const& from, auto const& to, std::size_t start, unsigned round) {
                for_each_element(block, from, [&](unsigned k) {
                    wrong += from.load(k) != numbered<Element>(start + k, round) ? 1 : 0;
                    to.store(k, numbered<Element>(start + k, round + 1));
                });
            };
            {
                auto pipeline = heddle::update_tiles(block, in_stages, first, count, share);
                while (pipeline.next()) change(pipeline.tile(), pipeline.tile(), pipeline.start(), 1);
            }
            {
                auto in = heddle::read_tiles(block, in_stages, first, count, share);
                auto out = heddle::write_tiles(block, out_stages, first, count, share);
                while (in.next() && out.next()) change(in.tile(), out.tile(), in.start(), 2);
            }
            if (share.index + 1 == block_count) wrong += count_wrong(first, count, 3);
        });
        EXPECT_EQ(0u, wrong) << block_count << " blocks, " << Stages << " stages, " << count << " elements";
    });
}

TEST(tile_pipeline_order, pipelines_read_after_what_was_written_and_end_when_all_is_stored)
{
    for (std::size_t const count : {0u, 1u, capacity, capacity + 1, 7 * capacity + 5}) {
        check_pipelines<bytes<1>, 1>(count);
        check_pipelines<bytes<13>, 1>(count);
        check_pipelines<bytes<33>, 2>(count);
        check_pipelines<bytes<128, 4>, 2>(count);
        check_pipelines<bytes<2>, 3>(count);
        check_pipelines<bytes<28>, 3>(count);
        check_pipelines<bytes<50>, 3>(count);
        check_pipelines<bytes<12>, 4>(count);
        check_pipelines<bytes<64>, 4>(count);
        check_pipelines<bytes<248>, 5>(count);
    }
}

// The loop advances the writer before the reader, and the reader ends first.
TEST(tile_pipeline_order, a_shorter_input_leaves_the_rest_of_the_output)
{
    using element = bytes<20>;
    constexpr std::size_t shorter = 3 * capacity, count = 5 * capacity;
    for_all_moods<element, 2>(count, [&](auto& engine, auto& out, auto& out_stages) {
        guarded_array<element> in(shorter, coins(), 4), expected(out);
        std::copy_n(in.data(), shorter, expected.data());
        auto& in_stages = shared<tile_stages<element, capacity, 2>, 1>();
        engine.add_shared(in_stages);
        engine.add_array(in.data(), shorter);
        run_blocks(engine, 1, [&](auto const& block, block_of_many alone) {
            auto from = heddle::read_tiles(block, in_stages, in.data(), shorter, alone);
            auto to = heddle::write_tiles(block, out_stages, out.data(), count, alone);
            while (to.next() && from.next()) {
                for_each_element(block, from.tile(), [&](unsigned k) { to.tile().store(k, from.tile().load(k)); });
            }
        });
        EXPECT_EQ(count, out.first_difference(expected));
    });
}

//! Returns the number of bytes to copy: for each tile, the chunks that overlap the tile and lie within the array.
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

// A pipeline copies every chunk that lies within the array. The engine throws if a copy exceeds the array.
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

//! Fills `tiles` tiles in a pipeline, and drops tile t if bit t of `pattern` is set. If takes_one_more is true, the
//! block then advances to one more tile, which no thread accesses. When the block has left the pipeline, all filled
//! tiles that were not dropped must be stored, and no copy may use the shared memory. The engine may read a stage late.
//! The pipeline must not reuse a stage before the engine has read it.
template <class Element, unsigned Stages, bool Updates>
void check_left(unsigned pattern, std::size_t tiles, bool takes_one_more)
{
    // The last tile of the array has one element.
    constexpr std::size_t count = 7 * capacity + 1;
    for_all_moods<Element, Stages>(count, [&](auto& engine, auto& array, auto& stages) {
        Element* const first = array.data();
        auto const round_of = [&](std::size_t k) {
            std::size_t const tile = k / capacity;
            if (takes_one_more && k == tiles * capacity) return 4u;
            return tile < tiles && (pattern >> tile & 1u) == 0 ? 2u : 1u;
        };
        std::size_t wrong = 0;
        run_lazily<threads>(engine, [&](auto const& block) {
            fill_plainly(block, first, count, 1);
            block.sync();
            auto const run = [&](auto pipeline) {
                for (unsigned t = 0; t < tiles && pipeline.next(); ++t) {
                    bool const is_dropped = (pattern >> t & 1u) != 0;
                    // A thread without an element in the tile does not access the tile.
                    std::size_t const start = pipeline.start();
                    for (std::size_t k = start + block.thread_rank(); k < start + capacity && k < count; k += threads) {
                        pipeline.tile().store(static_cast<unsigned>(k - start),
                                              numbered<Element>(k, is_dropped ? 3 : 2));
                    }
                    if (is_dropped) pipeline.drop();
                }
                // Simulates another writer: changes the tile in global memory.
                if (takes_one_more && pipeline.next() && block.thread_rank() == 0) {
                    first[pipeline.start()] = numbered<Element>(pipeline.start(), 4);
                }
            };
            block_of_many const alone{0, 1};
            if constexpr (Updates) {
                run(heddle::update_tiles(block, stages, first, count, alone));
            } else {
                run(heddle::write_tiles(block, stages, first, count, alone));
            }
            // Each thread checks elements that other threads have filled.
            for (std::size_t k = (block.thread_rank() + 3) % threads; k < count; k += threads) {
                if (round_of(k) != 4) wrong += first[k] != numbered<Element>(k, round_of(k)) ? 1 : 0;
            }
        });
        for (std::size_t k = 0; k < count; ++k) wrong += first[k] != numbered<Element>(k, round_of(k)) ? 1 : 0;
        EXPECT_EQ(0u, wrong) << Stages << " stages, pattern " << pattern << ", left after " << tiles << " tiles"
                             << (takes_one_more ? " and one more" : "") << (Updates ? ", updated" : ", written");
    });
}

template <bool Updates>
void check_stages()
{
    for (unsigned pattern : {0x00u, 0x01u, 0x02u, 0x06u, 0x24u, 0x55u, 0xaau, 0x6du, 0xfeu}) {
        for (std::size_t const tiles : {0u, 1u, 4u, 7u, 8u, 9u}) {
            for (bool const takes_one_more : {false, true}) {
                check_left<bytes<12>, 1, Updates>(pattern, tiles, takes_one_more);
                check_left<bytes<28>, 2, Updates>(pattern, tiles, takes_one_more);
                check_left<bytes<13>, 3, Updates>(pattern, tiles, takes_one_more);
                check_left<bytes<28>, 4, Updates>(pattern, tiles, takes_one_more);
            }
        }
    }
}

TEST(tile_pipeline_leave, written_tiles_that_are_dropped_or_not_asked_for_are_not_stored) { check_stages<false>(); }
TEST(tile_pipeline_leave, updated_tiles_that_are_dropped_or_not_asked_for_are_not_stored) { check_stages<true>(); }

}  // namespace
