// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of the memory order of tiles and pipelines. The bytes of an element identify the round in which it
// was written. The arrays have every misalignment within a chunk.
#pragma once

#include "common/lazy_block.hpp"
#include "common/shared.hpp"

#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_pipeline.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace heddle_test {

inline constexpr unsigned order_threads = 8;
inline constexpr unsigned order_capacity = 20;

inline random_source& coins()
{
    static random_source random("lazy copies");
    return random;
}

//! Returns element i as it is written in round `round`.
template <class Element>
Element numbered(std::size_t i, unsigned round)
{
    Element result;
    for (std::size_t b = 0; b < sizeof(Element); ++b) {
        result.value[b] = static_cast<unsigned char>(i * 37 + b * 11 + round * 101 + 1);
    }
    return result;
}

template <class Element>
std::size_t count_wrong(Element const* first, std::size_t count, unsigned round)
{
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += first[i] != numbered<Element>(i, round) ? 1 : 0;
    return wrong;
}

template <class Block, class Tile>
void fill(Block const& block, Tile const& tile, std::size_t start, unsigned round)
{
    using element = typename Tile::value_type;
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, numbered<element>(start + k, round)); });
}

template <class Block, class Element>
void fill_plainly(Block const& block, Element* first, std::size_t count, unsigned round)
{
    for (std::size_t i = block.thread_rank(); i < count; i += order_threads) {
        first[i] = numbered<Element>(i, round);
    }
}

//! Calls check(engine, array, stages) for every misalignment of the array within a chunk, for engines that copy early,
//! late or at random times, and for both orders of the threads.
template <class Element, unsigned Stages, class Check>
void for_all_moods(std::size_t count, Check const& check)
{
    random_source& random = coins();
    auto& stages = shared<heddle::tile_stages<Element, order_capacity, Stages>, 0>();
    for (std::size_t skew = 0; skew < 16; skew += alignof(Element)) {
        for (auto const when : {copies_happen::at_once, copies_happen::at_last, copies_happen::at_random}) {
            for (bool const first_thread_is_last : {false, true}) {
                SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skew << ", mood "
                                                << static_cast<int>(when) << ", turned " << first_thread_is_last);
                guarded_array<Element> array(count, random, skew);
                lazy_copies engine(when, random, first_thread_is_last);
                engine.add_shared(stages);
                if (count > 0) engine.add_array(array.data(), count);
                check(engine, array, stages);
                EXPECT_TRUE(array.guards_intact());
            }
        }
    }
}

//! Runs body(block, share) in each of several blocks: first with the engine, then with copies through registers. The
//! blocks run one after the other.
template <class Body>
void run_blocks(lazy_copies& engine, std::size_t block_count, Body const& body)
{
    auto const in_each = [&](auto const& run) {
        for (std::size_t index = 0; index < block_count; ++index) {
            run([&](auto const& block) { body(block, heddle::block_of_many{index, block_count}); });
        }
    };
    in_each([&](auto const& kernel) { run_lazily<order_threads>(engine, kernel); });
    in_each([&](auto const& kernel) { heddle::emulate_group<order_threads>(kernel); });
}

}  // namespace heddle_test
