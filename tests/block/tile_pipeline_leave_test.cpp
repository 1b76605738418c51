// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests pipelines that a block leaves early. Filled tiles are stored; tiles that the block did not request are
// unchanged.

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/block/tile_pipeline.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

namespace {

using heddle::block_of_many;
using heddle::for_each_element;
using heddle::tile_stages;
using namespace heddle_test;

constexpr unsigned threads = 16;

template <class Element>
Element value_at(std::size_t k)
{
    Element value;
    for (unsigned char& byte : value.value) {
        byte = static_cast<unsigned char>(k * 5 + k / 251 + 7);
        ++k;
    }
    return value;
}

enum class leaving { before_its_tile, after_its_tile };

//! Runs a pipeline, and leaves the pipeline in tile `last`. Fills shared memory with other bytes beforehand.
template <bool Updates, unsigned Capacity, unsigned Stages, class Element>
void leave(leaving when, std::size_t last, guarded_array<Element>& array, std::size_t count)
{
    static tile_stages<Element, Capacity, Stages> stages;
    for (auto& stage : stages.memory) std::memset(stage, 0xee, sizeof stage);
    heddle::emulate_group<threads>([&](auto const& block) {
        auto const run = [&](auto pipeline_of) {
            auto pipeline = pipeline_of(block);
            while (pipeline.next()) {
                bool const is_last = pipeline.start() == last * Capacity;
                if (is_last && when == leaving::before_its_tile) {
                    // Simulates another writer that changes the tile in global memory.
                    if (block.thread_rank() == 0) array[pipeline.start()].value[0] ^= 0xffu;
                    break;
                }
                std::size_t const start = pipeline.start();
                // Threads without an element do not access the tile. These are the first threads.
                std::size_t const left = count - start;
                auto const size = static_cast<unsigned>(left < Capacity ? left : Capacity);
                for (unsigned k = threads - 1 - block.thread_rank(); k < size; k += threads) {
                    pipeline.tile().store(k, value_at<Element>(start + k));
                }
                if (is_last) return;
            }
        };
        block_of_many const alone{0, 1};
        if constexpr (Updates) {
            run([&](auto const& b) { return heddle::update_tiles(b, stages, array.data(), count, alone); });
        } else {
            run([&](auto const& b) { return heddle::write_tiles(b, stages, array.data(), count, alone); });
        }
    });
}

template <bool Updates, unsigned Capacity, unsigned Stages, class Element>
void check(random_source& random)
{
    constexpr std::size_t tiles = 6;
    std::size_t skew = 0;
    for (std::size_t const count : {tiles * Capacity, tiles * Capacity - Capacity + 1}) {
        for (leaving const when : {leaving::before_its_tile, leaving::after_its_tile}) {
            for (std::size_t last = 0; last < tiles; ++last) {
                SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, " << count << " elements, " << Stages
                                                << " stages, left in tile " << last << ", "
                                                << (when == leaving::before_its_tile ? "before" : "after") << " it"
                                                << (Updates ? ", updated" : ", written"));
                guarded_array<Element> array(count, random, skew);
                skew = (skew + alignof(Element)) % 16;
                std::vector<Element> expected(array.data(), array.data() + count);
                std::size_t const end = Capacity * (last + (when == leaving::after_its_tile ? 1 : 0));
                for (std::size_t k = 0; k < end && k < count; ++k) {
                    expected[k] = value_at<Element>(k);
                }
                if (when == leaving::before_its_tile) expected[end].value[0] ^= 0xffu;
                leave<Updates, Capacity, Stages>(when, last, array, count);
                std::size_t wrong = 0;
                for (std::size_t k = 0; k < count; ++k) wrong += !(expected[k] == array[k]);
                EXPECT_EQ(0u, wrong);
                EXPECT_TRUE(array.guards_intact());
            }
        }
    }
}

template <bool Updates>
void check_stages()
{
    random_source random("pipelines that are left");
    check<Updates, 19, 1, bytes<12>>(random);
    check<Updates, 16, 2, bytes<28>>(random);
    check<Updates, 7, 3, bytes<13>>(random);
    check<Updates, 33, 4, bytes<2>>(random);
}

TEST(tile_pipeline_leave, written_tiles_that_nobody_asked_for_stay_as_they_are) { check_stages<false>(); }
TEST(tile_pipeline_leave, updated_tiles_that_nobody_asked_for_stay_as_they_are) { check_stages<true>(); }

// The loop advances the writer first, and the reader has fewer tiles.
TEST(tile_pipeline_leave, a_shorter_input_leaves_the_rest_of_the_output)
{
    using element = bytes<20>;
    constexpr unsigned capacity = 11;
    random_source random("a shorter input");
    std::size_t const count = 5 * capacity, shorter = 3 * capacity;
    guarded_array<element> in(count, random), out(count, random, 4);
    std::vector<element> expected(out.data(), out.data() + count);
    for (std::size_t k = 0; k < shorter; ++k) expected[k] = in[k];
    [[maybe_unused]] static tile_stages<element, capacity, 2> in_stages, out_stages;
    heddle::emulate_group<threads>([&](auto const& block) {
        block_of_many const alone{0, 1};
        auto from = heddle::read_tiles(block, in_stages, in.data(), shorter, alone);
        auto to = heddle::write_tiles(block, out_stages, out.data(), count, alone);
        while (to.next() && from.next()) {
            for_each_element(block, from.tile(), [&](unsigned k) { to.tile().store(k, from.tile().load(k)); });
        }
    });
    for (std::size_t k = 0; k < count; ++k) EXPECT_TRUE(expected[k] == out[k]) << k;
    EXPECT_TRUE(out.guards_intact());
}

}  // namespace
