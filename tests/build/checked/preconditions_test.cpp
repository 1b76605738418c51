// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that checked builds (HEDDLE_CHECKED=1) stop with a message if a precondition does not hold.
#include "common/bytes.hpp"

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

static_assert(HEDDLE_CHECKED == 1);

namespace heddle_test {
namespace {

using element = bytes<28, 4>;

struct misplaced {
    alignas(16) unsigned char memory[33 * sizeof(element)] = {};

    element* at(std::size_t offset) { return reinterpret_cast<element*>(memory + offset); }
};

constexpr char const* misaligned = "heddle: an element is not aligned to alignof\\(T\\)";

TEST(preconditions_death_test, misaligned_elements)
{
    misplaced array;
    heddle::coalesced_ptr<element> const p(array.at(2));
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto tile) { heddle::load(tile, array.at(2) + tile.thread_rank()); }),
                 misaligned);
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto tile) { heddle::store_contiguous(tile, array.at(1), element{}); }),
                 misaligned);
    EXPECT_DEATH(heddle::emulate_grid(32, [&](std::size_t i) { p[i] = element{}; }), misaligned);
}

TEST(preconditions_death_test, pointer_that_is_null)
{
    constexpr char const* message = "heddle: the pointer to an element is null";
    heddle::coalesced_ptr<element> const p = nullptr;
    EXPECT_DEATH(heddle::emulate_grid(32, [&](std::size_t) { p[0] = element{}; }), message);
    EXPECT_DEATH(heddle::emulate_group<8>([](auto tile) { heddle::load(tile, static_cast<element*>(nullptr)); }),
                 message);
}

TEST(preconditions_death_test, lanes_that_pass_different_arguments)
{
    misplaced array;
    EXPECT_DEATH(heddle::emulate_group<8>([&](auto tile) {
                     unsigned const lane = tile.thread_rank();
                     heddle::load_contiguous(tile, array.at(0) + (lane == 5 ? 1 : 0));
                 }),
                 "\\.cuh:[0-9]+: heddle: the lanes of the group do not pass the same first");
    EXPECT_DEATH(heddle::emulate_group<8>([&](auto tile) {
                     std::size_t const count = tile.thread_rank() == 5 ? 6 : 7;
                     heddle::store_contiguous(tile, array.at(0), element{}, count);
                 }),
                 "\\.cuh:[0-9]+: heddle: the lanes of the group do not pass the same count");
    heddle::warp_scratch<element> scratch[2];
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto tile) {
                     unsigned const lane = tile.thread_rank();
                     heddle::load(tile, array.at(0) + lane, scratch[lane / 16]);
                 }),
                 "heddle: scratch must lie in shared memory, one object for all lanes of a warp");
}

using stages = heddle::tile_stages<element, 32>;

TEST(preconditions_death_test, tile_without_such_an_element)
{
    constexpr char const* message = "\\.cuh:[0-9]+: heddle: the tile has no such element";
    misplaced array;
    stages stage;
    auto const use = [&](auto const& access) {
        heddle::emulate_group<32>(
            [&](auto block) { access(heddle::load_tile(block, stage, array.at(0), 20), block.thread_rank()); });
    };
    EXPECT_DEATH(use([](auto tile, unsigned k) { tile.load(k); }), message);
    EXPECT_DEATH(use([](auto tile, unsigned k) { tile.store(k, element{}); }), message);
    EXPECT_DEATH(use([](auto tile, unsigned k) { tile[k] = element{}; }), message);
}

TEST(preconditions_death_test, tiles_of_other_stages_and_different_tiles)
{
    misplaced array;
    stages stage[2];
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto block) {
                     heddle::store_tile(block, stage[1], heddle::make_tile(block, stage[0], array.at(0), 32));
                 }),
                 "heddle: store_tile: the tile was not created from these stages");
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto block) {
                     std::size_t const count = block.thread_rank() == 31 ? 20 : 21;
                     heddle::load_tile(block, stage[0], array.at(0), count);
                 }),
                 "heddle: load_tile: the threads of the block do not pass the same arguments");
}

TEST(preconditions_death_test, pipeline_that_has_no_tile)
{
    misplaced array;
    stages stage;
    constexpr char const* no_tile =
        "heddle: the pipeline has no tile; call tile\\(\\) only after next\\(\\) returned true";
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto block) {
                     auto in = heddle::read_tiles(block, stage, array.at(0), 32);
                     static_cast<void>(in.tile());
                 }),
                 no_tile);
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto block) {
                     auto out = heddle::write_tiles(block, stage, array.at(0), 32);
                     while (out.next()) {
                     }
                     static_cast<void>(out.tile());
                 }),
                 no_tile);
    EXPECT_DEATH(heddle::emulate_group<32>([&](auto block) {
                     heddle::block_of_many const share{2, 2};
                     heddle::read_tiles(block, stage, array.at(0), 32, share);
                 }),
                 "heddle: the pipeline's share does not exist");
}

TEST(preconditions_death_test, pipeline_that_some_threads_leave)
{
    constexpr char const* message =
        "heddle: some threads of the block leave a pipeline that others stay in; leave the loop";
    heddle::tile_stages<element, 16, 2> in_stages, out_stages;
    element elements[64];
    element* const array = elements;
    heddle::block_of_many const alone{0, 1};
    EXPECT_DEATH(heddle::emulate_group<8>([&](auto block) {
                     auto in = heddle::read_tiles(block, in_stages, array, 64, alone);
                     while (in.next()) {
                         if (block.thread_rank() == 5 && in.start() == 32) break;
                     }
                 }),
                 message);
    EXPECT_DEATH(heddle::emulate_group<8>([&](auto block) {
                     auto out = heddle::write_tiles(block, out_stages, array, 64, alone);
                     if (block.thread_rank() >= 4) return;
                     while (out.next()) out.tile().store(block.thread_rank(), element{});
                 }),
                 message);
    EXPECT_DEATH(heddle::emulate_group<8>([&](auto block) {
                     auto in = heddle::read_tiles(block, in_stages, array, 64, alone);
                     auto out = heddle::write_tiles(block, out_stages, array, 64, alone);
                     // Thread 3 stays in the first pipeline when the second one ends.
                     while (in.next() && (block.thread_rank() == 3 || out.next())) {
                     }
                 }),
                 message);
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

}  // namespace
}  // namespace heddle_test
