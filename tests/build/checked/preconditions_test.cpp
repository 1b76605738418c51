// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that a checked build (HEDDLE_CHECKED=1) stops with a message if a precondition does not hold.
#include "common/bytes.hpp"

#include <heddle/block.cuh>
#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>
#include <heddle/records/record_ptr.cuh>
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
                 "\\.(cuh|hpp):[0-9]+: heddle: [^\n]*" message);

#define NULL_POINTER "an element is null"
#define MISALIGNED "not aligned to alignof"
#define NO_ELEMENT "no such element"
#define NO_TILE "pipeline has no tile"
#define LEFT "leave a pipeline"

class preconditions_death_test : public ::testing::Test {
protected:
    //! Returns an address `offset` bytes behind an aligned one.
    element* at(std::size_t offset) { return reinterpret_cast<element*>(memory + offset); }

    alignas(16) unsigned char memory[65 * sizeof(element)] = {};
    element* const array = at(0);
    heddle::tile_stages<element, 32> stages[2];
};

TEST_F(preconditions_death_test, of_elements)
{
    heddle::coalesced_ptr<element> const misaligned(at(2)), null(nullptr);
    heddle::warp_scratch<element> scratch[2];
    EXPECT_MISUSE(32, MISALIGNED, heddle::load(tile, at(2) + lane);)
    EXPECT_MISUSE(32, MISALIGNED, heddle::store_contiguous(tile, at(1), element{});)
    EXPECT_MISUSE(32, MISALIGNED, misaligned[lane] = element{};)
    EXPECT_MISUSE(32, NULL_POINTER, null[0] = element{};)
    EXPECT_MISUSE(8, NULL_POINTER, heddle::load(tile, null);)
    EXPECT_MISUSE(8, "the same first", heddle::load_contiguous(tile, array + (lane == 5 ? 1 : 0));)
    EXPECT_MISUSE(8, "the same count", heddle::store_contiguous(tile, array, element{}, lane == 5 ? 6 : 7);)
    EXPECT_MISUSE(32, "scratch must lie in", heddle::load(tile, array + lane, scratch[lane / 16]);)
}

TEST_F(preconditions_death_test, of_records)
{
    EXPECT_MISUSE(1, "first record [^\n]*not aligned", heddle::record_ptr<element>(at(2), 32);)
    EXPECT_MISUSE(1, "distance [^\n]*no multiple of", heddle::record_ptr<element>(at(4), 30);)
    EXPECT_MISUSE(1, "first record [^\n]*not aligned", heddle::record_ptr<element, 2>(at(3), 30);)
    EXPECT_MISUSE(1, "at least 1 byte", heddle::record_ptr<element>(at(4), 0);)
    EXPECT_MISUSE(1, "different distances", heddle::record_ptr<element, 1> const a(memory, 30), b(memory, 31);
                  static_cast<void>(a - b);)
    heddle::record_ptr<element, 1> const null(nullptr, 29);
    EXPECT_MISUSE(32, NULL_POINTER, null[0] = element{};)
    heddle::record_ptr<element, 1> const p(at(3), 29);
    heddle::emulate_grid(32, [&](std::size_t i) { p[static_cast<int>(i)] = p[31 - static_cast<int>(i)]; });
}

TEST_F(preconditions_death_test, of_tiles)
{
    auto& stage = stages[0];
    EXPECT_MISUSE(32, MISALIGNED, heddle::load_tile(tile, stage, at(2), 20);)
    EXPECT_MISUSE(32, NULL_POINTER, heddle::load_tile(tile, stage, static_cast<element*>(nullptr), 20);)
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array, 20).load(lane);)
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array, 20).store(lane, element{});)
    EXPECT_MISUSE(32, NO_ELEMENT, heddle::load_tile(tile, stage, array, 20)[lane] = element{};)
    EXPECT_MISUSE(32, "not created from these",
                  heddle::store_tile(tile, stages[1], heddle::make_tile(tile, stage, array, 32));)
    EXPECT_MISUSE(32, "load_tile: [^\n]*the same arguments",
                  heddle::load_tile(tile, stage, array, lane == 31 ? 20 : 21);)
}

TEST_F(preconditions_death_test, of_pipelines)
{
    heddle::tile_stages<element, 16, 2> in_stages, out_stages;
    heddle::block_of_many const alone{0, 1};
    EXPECT_MISUSE(32, MISALIGNED, auto in = heddle::read_tiles(tile, in_stages, at(2), 32); in.next();)
    EXPECT_MISUSE(32, NO_TILE, auto in = heddle::read_tiles(tile, in_stages, array, 32); static_cast<void>(in.tile());)
    EXPECT_MISUSE(
        32, NO_TILE, auto out = heddle::write_tiles(tile, out_stages, array, 32);
        while (out.next()) {} static_cast<void>(out.tile());)
    EXPECT_MISUSE(32, "share does not exist", heddle::block_of_many const share{2, 2};
                  heddle::read_tiles(tile, in_stages, array, 32, share);)
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

TEST_F(preconditions_death_test, let_pass_idle_lanes_and_aligned_elements)
{
    emulate_group<32>([&](auto tile) {
        bool const wanted = tile.thread_rank() % 2 == 0;
        auto* const pointer = wanted ? array + tile.thread_rank() : at(1);
        element const value = heddle::load_if(tile, wanted, pointer, element{});
        heddle::store_if(tile, wanted, pointer, value);
    });
    heddle::coalesced_ptr<element> const p(at(4));
    heddle::emulate_grid(32, [&](std::size_t i) { p[i] = p[31 - i]; });
}

TEST_F(preconditions_death_test, of_plans)
{
    constexpr char const* alignment = "plan.hpp:[0-9]+: heddle: [^\n]*alignment must be";
    EXPECT_DEATH(heddle::detail::make_plan(28, 3), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 8), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(0, 4), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 0), alignment);
    EXPECT_DEATH(heddle::detail::make_plan(28, 4, 3), "heddle: make_plan: a group");
    EXPECT_DEATH(heddle::detail::make_plan(28, 4, 64), "heddle: make_plan: a group");
    auto const plan = heddle::detail::make_plan(28, 4, 16);
    EXPECT_DEATH(heddle::detail::make_stage_layout(plan, 32), "heddle: make_stage_layout: capacity");
    EXPECT_DEATH(heddle::detail::make_stage_layout(plan, 12), "heddle: make_stage_layout: capacity");
    EXPECT_EQ(16u, heddle::detail::make_stage_layout(plan, 16).capacity);
}

TEST(warp_death_test, arguments_beyond_the_group)
{
    EXPECT_MISUSE(8, "shuffle_xor: mask must", heddle::shuffle_xor(tile, lane, 8);)
    EXPECT_MISUSE(8, "shuffle_up: delta must", heddle::shuffle_up(tile, lane, 32);)
    EXPECT_MISUSE(8, "shuffle_down: delta must", bool exists = false; heddle::shuffle_down(tile, lane, 32, exists);)
    EXPECT_MISUSE(8, "broadcast: lane must", heddle::broadcast(tile, 1, 8);)
    int first = 1, second = 2;
    EXPECT_MISUSE(8, "exchange: mask must", heddle::exchange(tile, first, second, 8);)
    EXPECT_MISUSE(8, "exchange: mask must", heddle::exchange(tile, first, second, 0);)
    EXPECT_MISUSE(8, "reduce: count must", heddle::reduce(tile, 1, heddle::plus{}, 0);)
    EXPECT_MISUSE(8, "reduce: count must", heddle::reduce(tile, 1, heddle::plus{}, 9);)
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
    EXPECT_MISUSE(32, "raise its TileCount",
                  heddle::emulated_group<8> const group(*heddle::detail::emulated_lane::current());
                  heddle::block_reduce(tile, group, small, 1);)
    EXPECT_MISUSE(8, "consist of whole groups",
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
        EXPECT_DEATH(reduce_twice(blocks, true), "heddle: grid_reduce: [^\n]*use one memory");
        reduce_twice(blocks, false);
    }
    reduce_twice(1, true);  // allowed: a single block finishes the first reduction before it begins the second one
    reduce_twice(400, false);
}

}  // namespace
}  // namespace heddle_test
