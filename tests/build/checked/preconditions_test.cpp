// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that a checked build (HEDDLE_CHECKED=1) stops with a message if a precondition does not hold.
#include "common/bytes.hpp"

#include <heddle/block.cuh>
#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <gtest/gtest.h>

#include <vector>

static_assert(HEDDLE_CHECKED == 1);

namespace heddle_test {
namespace {

using heddle::emulate_group;
using element = bytes<28, 4>;

//! Runs the code in the last argument in `lanes` lanes, with `tile` and `lane`. Expects that it stops with the message.
#define EXPECT_MISUSE(lanes, message, ...)                                      \
    EXPECT_DEATH(emulate_group<lanes>([&]([[maybe_unused]] auto const& tile) {  \
                     [[maybe_unused]] unsigned const lane = tile.thread_rank(); \
                     __VA_ARGS__                                                \
                 }),                                                            \
                 "\\.(cuh|hpp):[0-9]+: heddle: " message);

struct misplaced {
    alignas(16) unsigned char memory[33 * sizeof(element)] = {};

    element* at(std::size_t offset) { return reinterpret_cast<element*>(memory + offset); }
};

TEST(preconditions_death_test, misaligned_elements)
{
    misplaced array;
    heddle::coalesced_ptr<element> const p(array.at(2));
#define MISALIGNED "an element is not aligned to alignof\\(T\\)"
    EXPECT_MISUSE(32, MISALIGNED, heddle::load(tile, array.at(2) + lane);)
    EXPECT_MISUSE(32, MISALIGNED, heddle::store_contiguous(tile, array.at(1), element{});)
    EXPECT_MISUSE(32, MISALIGNED, p[lane] = element{};)
}

TEST(preconditions_death_test, pointer_that_is_null)
{
    heddle::coalesced_ptr<element> const p = nullptr;
#define NULL_POINTER "the pointer to an element is null"
    EXPECT_MISUSE(32, NULL_POINTER, p[0] = element{};)
    EXPECT_MISUSE(8, NULL_POINTER, heddle::load(tile, static_cast<element*>(nullptr));)
}

TEST(preconditions_death_test, lanes_that_pass_different_arguments)
{
    misplaced array;
    EXPECT_MISUSE(8, "the lanes of the group do not pass the same first",
                  heddle::load_contiguous(tile, array.at(0) + (lane == 5 ? 1 : 0));)
    EXPECT_MISUSE(8, "the lanes of the group do not pass the same count",
                  heddle::store_contiguous(tile, array.at(0), element{}, lane == 5 ? 6 : 7);)
    heddle::warp_scratch<element> scratch[2];
    EXPECT_MISUSE(32, "scratch must lie in shared memory, one object for all lanes of a warp",
                  heddle::load(tile, array.at(0) + lane, scratch[lane / 16]);)
}

using stages = heddle::tile_stages<element, 32>;

TEST(preconditions_death_test, tile_without_such_an_element)
{
    misplaced array;
    stages stage;
#define NO_ELEMENT "the tile has no such element"
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array.at(0), 20).load(lane);)
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array.at(0), 20).store(lane, element{});)
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array.at(0), 20)[lane] = element{};)
}

TEST(preconditions_death_test, tiles_of_other_stages_and_different_tiles)
{
    misplaced array;
    stages stage[2];
    EXPECT_MISUSE(32, "store_tile: the tile was not created from these stages",
                  heddle::store_tile(tile, stage[1], heddle::make_tile(tile, stage[0], array.at(0), 32));)
    EXPECT_MISUSE(32, "load_tile: the threads of the block do not pass the same arguments",
                  heddle::load_tile(tile, stage[0], array.at(0), lane == 31 ? 20 : 21);)
}

TEST(preconditions_death_test, pipeline_that_has_no_tile)
{
    misplaced array;
    stages stage;
#define NO_TILE "the pipeline has no tile; call tile\\(\\) only after next\\(\\) returned true"
    EXPECT_MISUSE(32, NO_TILE, auto in = heddle::read_tiles(tile, stage, array.at(0), 32);
                  static_cast<void>(in.tile());)
    EXPECT_MISUSE(
        32, NO_TILE, auto out = heddle::write_tiles(tile, stage, array.at(0), 32);
        while (out.next()) {} static_cast<void>(out.tile());)
    EXPECT_MISUSE(32, "the pipeline's share does not exist", heddle::block_of_many const share{2, 2};
                  heddle::read_tiles(tile, stage, array.at(0), 32, share);)
}

TEST(preconditions_death_test, pipeline_that_some_threads_leave)
{
#define LEFT "some threads of the block leave a pipeline that others stay in; leave the loop"
    heddle::tile_stages<element, 16, 2> in_stages, out_stages;
    element elements[64];
    element* const array = elements;
    heddle::block_of_many const alone{0, 1};
    EXPECT_MISUSE(
        8, LEFT, auto in = heddle::read_tiles(tile, in_stages, array, 64, alone); while (in.next()) {
            if (lane == 5 && in.start() == 32) break;
        })
    EXPECT_MISUSE(8, LEFT, auto out = heddle::write_tiles(tile, out_stages, array, 64, alone); if (lane >= 4) return;
                  while (out.next()) out.tile().store(lane, element{});)
    // Thread 3 is still in the first pipeline when the second pipeline ends.
    EXPECT_MISUSE(8, LEFT, auto in = heddle::read_tiles(tile, in_stages, array, 64, alone);
                  auto out = heddle::write_tiles(tile, out_stages, array, 64, alone);
                  while (in.next() && (lane == 3 || out.next())){})
}

TEST(preconditions_death_test, plans_of_what_there_is_not)
{
    constexpr char const* alignment = "plan.hpp:[0-9]+: heddle: make_plan: alignment must be";
    EXPECT_DEATH(heddle::detail::make_plan(28, 3), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 8), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(0, 4), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 0), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 4, 3), "heddle: make_plan: a group has 1, 2, 4, 8, 16 or 32");
    EXPECT_DEATH(heddle::detail::make_plan(28, 4, 64), "heddle: make_plan: a group has 1, 2, 4, 8, 16 or 32");
    auto const plan = heddle::detail::make_plan(28, 4, 16);
    EXPECT_DEATH(heddle::detail::make_stage_layout(plan, 32),
                 "heddle: make_stage_layout: capacity must be a power of two");
    EXPECT_DEATH(heddle::detail::make_stage_layout(plan, 12),
                 "heddle: make_stage_layout: capacity must be a power of two");
    EXPECT_EQ(16u, heddle::detail::make_stage_layout(plan, 16).capacity);
}

TEST(preconditions, idle_lanes_may_pass_any_pointer_and_aligned_elements_pass)
{
    misplaced array;
    heddle::emulate_group<32>([&](auto tile) {
        bool const wanted = tile.thread_rank() % 2 == 0;
        auto* const pointer = wanted ? array.at(0) + tile.thread_rank() : array.at(1);
        element const value = heddle::load_if(tile, wanted, pointer, element{});
        heddle::store_if(tile, wanted, pointer, value);
    });
    heddle::coalesced_ptr<element> const p(array.at(4));
    heddle::emulate_grid(32, [&](std::size_t i) { p[i] = p[31 - i]; });
}

TEST(warp_death_test, arguments_beyond_the_group)
{
    EXPECT_MISUSE(8, "shuffle_xor: mask must be less than the group's size", heddle::shuffle_xor(tile, lane, 8);)
    EXPECT_MISUSE(8, "shuffle_up: delta must be less than 32", heddle::shuffle_up(tile, lane, 32);)
    EXPECT_MISUSE(8, "shuffle_down: delta must be less than 32", bool exists = false;
                  heddle::shuffle_down(tile, lane, 32, exists);)
    EXPECT_MISUSE(8, "broadcast: lane must be less than the group's size", heddle::broadcast(tile, 1, 8);)
#define EXCHANGED "exchange: mask must be between 0 and the group's size"
    int first = 1, second = 2;
    EXPECT_MISUSE(8, EXCHANGED, heddle::exchange(tile, first, second, 8);)
    EXPECT_MISUSE(8, EXCHANGED, heddle::exchange(tile, first, second, 0);)
#define REDUCED "reduce: count must be between 1 and the group's size"
    EXPECT_MISUSE(8, REDUCED, heddle::reduce(tile, 1, heddle::plus{}, 0);)
    EXPECT_MISUSE(8, REDUCED, heddle::reduce(tile, 1, heddle::plus{}, 9);)
}

TEST(warp_checks, pass_what_is_allowed)
{
    unsigned right = 0;
    emulate_group<8>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        right += heddle::shuffle_xor(tile, l, 7) == 7 - l ? 1 : 0;
        right += heddle::shuffle_up(tile, l, 31) == l ? 1 : 0;
        right += heddle::shuffle(tile, l, 8 * 5 + 3) == 3 ? 1 : 0;
        int first = 1, second = 2;
        heddle::exchange(tile, first, second, 7);
        heddle::reduce(tile, 1, heddle::plus{}, 8);
    });
    EXPECT_EQ(24u, right);
}

TEST(warp_death_test, block_that_does_not_fit)
{
    heddle::block_reduce_scratch<int, 2> small;
    EXPECT_MISUSE(32, "block_reduce: the block has more groups than the scratch; raise its TileCount",
                  heddle::emulated_group<8> const group(*heddle::detail::emulated_lane::current());
                  heddle::block_reduce(tile, group, small, 1);)
    EXPECT_MISUSE(8, "block_reduce: a block must consist of whole groups",
                  heddle::emulated_group<16> const group(*heddle::detail::emulated_lane::current());
                  heddle::block_reduce(tile, group, small, 1);)
}

struct emulated_grid {
    unsigned rank, count;
    unsigned block_rank() const { return rank; }
    unsigned num_blocks() const { return count; }
};

//! Computes two grid reductions, in the same memory or each in its own memory.
void reduce_twice(unsigned blocks, bool same_memory)
{
    std::vector<int> values(2 * blocks);
    unsigned arrived[2] = {};
    int results[2] = {};
    for (unsigned b = 0; b < blocks; ++b) {
        heddle::grid_reduce_scratch<int, 1> scratch;
        emulate_group<8>([&](auto tile) {
            heddle::grid_reduce_memory<int> const memory{values.data(), arrived};
            emulated_grid const grid{b, blocks};
            heddle::grid_reduce(grid, tile, tile, scratch, memory, 1, &results[0]);
            auto const second = same_memory ? memory : memory.of_reduction(1, blocks);
            heddle::grid_reduce(grid, tile, tile, scratch, second, 2, &results[1]);
        });
    }
    EXPECT_EQ(static_cast<int>(8 * blocks), results[0]);
    EXPECT_EQ(static_cast<int>(16 * blocks), results[1]);
    EXPECT_TRUE(arrived[0] == 0 && arrived[1] == 0);
}

TEST(warp_death_test, two_reductions_of_a_grid_with_one_memory)
{
    for (unsigned const blocks : {2u, 3u, 40u}) {
        EXPECT_DEATH(reduce_twice(blocks, true),
                     "heddle: grid_reduce: two reductions of a launch use one memory; pass "
                     "memory.of_reduction");
        reduce_twice(blocks, false);
    }
    reduce_twice(1, true);  // allowed: a single block finishes the first reduction before it begins the second one
    reduce_twice(400, false);
}

}  // namespace
}  // namespace heddle_test
