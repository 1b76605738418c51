// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests pipelines of tiles in emulated blocks: copies to another array, copies in place, and updates, for arrays of
// several lengths. Neighboring tiles share chunks.

#include "common/shared.hpp"

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/block/tile_pipeline.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle::block_of_many;
using heddle::for_each_element;
using heddle::tile_stages;
using namespace heddle_test;

template <class Element>
Element changed(Element value)
{
    for (unsigned char& byte : value.value) byte = static_cast<unsigned char>(byte * 3 + 1);
    return value;
}

template <unsigned Threads, class Body>
void in_blocks(std::size_t block_count, Body const& body)
{
    for (std::size_t index = 0; index < block_count; ++index) {
        heddle::emulate_group<Threads>([&](auto const& block) { body(block, block_of_many{index, block_count}); });
    }
}

template <unsigned Capacity, unsigned Stages, class Element>
void transform(Element const* from, Element* to, std::size_t count, std::size_t block_count)
{
    struct two_pipelines {
        tile_stages<Element, Capacity, Stages> in, out;
    };
    auto& stages = shared<two_pipelines>();
    in_blocks<16>(block_count, [&](auto const& block, block_of_many share) {
        auto in = heddle::read_tiles(block, stages.in, from, count, share);
        auto out = heddle::write_tiles(block, stages.out, to, count, share);
        while (in.next() && out.next()) {
            EXPECT_EQ(to + in.start(), out.tile().first());
            for_each_element(block, in.tile(), [&](unsigned k) { out.tile().store(k, changed(in.tile().load(k))); });
        }
        EXPECT_FALSE(in.next());
    });
}

template <unsigned Capacity, unsigned Stages, class Element>
void update(Element* array, std::size_t count, std::size_t block_count)
{
    auto& stages = shared<tile_stages<Element, Capacity, Stages>>();
    in_blocks<16>(block_count, [&](auto const& block, block_of_many share) {
        auto pipeline = heddle::update_tiles(block, stages, array, count, share);
        while (pipeline.next()) {
            auto const tile = pipeline.tile();
            for_each_element(block, tile, [&](unsigned k) { tile.store(k, changed(tile.load(k))); });
        }
    });
}

template <class Element>
void expect_changed(guarded_array<Element> const& after, std::vector<Element> const& before)
{
    EXPECT_TRUE(after.guards_intact());
    for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_TRUE(after[i] == changed(before[i])) << "element " << i;
    }
}

// Checks arrays of several lengths with every misalignment within a chunk, in one, two or three blocks.
template <class Element, unsigned Capacity, unsigned Stages>
void check(random_source& random)
{
    std::size_t blocks = 0;
    for (std::size_t skew = 0; skew < 16; skew += alignof(Element)) {
        for (std::size_t count : {0u, 1u, Capacity, Capacity + 1, 5 * Capacity - 2, 8 * Capacity}) {
            blocks = blocks % 3 + 1;
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skew << ", " << count
                                            << " elements, " << blocks << " blocks, " << Stages << " stages");
            guarded_array<Element> array(count, random, skew), out(count, random, 16 - skew);
            guarded_array<Element> in_place(count, random, skew), updated(count, random, skew);
            std::vector<Element> const first(array.data(), array.data() + count);
            std::vector<Element> const second(in_place.data(), in_place.data() + count);
            std::vector<Element> const third(updated.data(), updated.data() + count);

            transform<Capacity, Stages>(static_cast<Element const*>(array.data()), out.data(), count, blocks);
            expect_changed(out, first);
            EXPECT_TRUE(array.guards_intact());
            transform<Capacity, Stages>(static_cast<Element const*>(in_place.data()), in_place.data(), count, blocks);
            expect_changed(in_place, second);
            update<Capacity, Stages>(updated.data(), count, blocks);
            expect_changed(updated, third);
        }
    }
}

TEST(tile_pipeline, with_one_stage)
{
    random_source random("pipelines of one stage");
    check<bytes<1>, 40, 1>(random);
    check<bytes<13>, 16, 1>(random);
    check<bytes<28>, 17, 1>(random);
    check<bytes<64>, 4, 1>(random);
}

TEST(tile_pipeline, with_two_stages)
{
    random_source random("pipelines of two stages");
    check<bytes<3>, 33, 2>(random);
    check<bytes<13>, 5, 2>(random);
    check<bytes<28>, 16, 2>(random);
    check<bytes<128, 4>, 8, 2>(random);
}

TEST(tile_pipeline, with_more_stages)
{
    random_source random("pipelines of several stages");
    check<bytes<2>, 64, 3>(random);
    check<bytes<50>, 7, 3>(random);
    check<bytes<12>, 19, 4>(random);
    check<bytes<248>, 3, 5>(random);
}

// The loop advances the writer before the reader, and the reader ends first.
TEST(tile_pipeline, a_shorter_input_leaves_the_rest_of_the_output)
{
    using element = bytes<20>;
    constexpr unsigned capacity = 11;
    random_source random("a shorter input");
    std::size_t const count = 5 * capacity, shorter = 3 * capacity;
    guarded_array<element> in(count, random), out(count, random, 4);
    std::vector<element> expected(out.data(), out.data() + count);
    for (std::size_t k = 0; k < shorter; ++k) expected[k] = in[k];
    [[maybe_unused]] static tile_stages<element, capacity, 2> in_stages, out_stages;
    in_blocks<16>(1, [&](auto const& block, block_of_many alone) {
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
