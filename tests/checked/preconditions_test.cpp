// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A checked build (HEDDLE_CHECKED=1) stops with a message where a precondition does not hold.
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

TEST(preconditions_death_test, load_of_a_misaligned_element)
{
    misplaced array;
    EXPECT_DEATH(heddle::emulate_tile<32>(
                     [&](auto tile) { heddle::load(tile, array.at(2) + tile.thread_rank()); }),
                 misaligned);
}

TEST(preconditions_death_test, store_to_a_misaligned_element)
{
    misplaced array;
    EXPECT_DEATH(heddle::emulate_tile<32>(
                     [&](auto tile) { heddle::store_contiguous(tile, array.at(1), element{}); }),
                 misaligned);
}

TEST(preconditions_death_test, pointer_to_a_misaligned_element)
{
    misplaced array;
    heddle::coalesced_ptr<element> const p(array.at(2));
    EXPECT_DEATH(heddle::emulate_grid(32, [&](std::size_t i) { p[i] = element{}; }), misaligned);
}

TEST(preconditions, idle_lanes_may_pass_any_pointer)
{
    misplaced array;
    heddle::emulate_tile<32>([&](auto tile) {
        bool const wanted = tile.thread_rank() % 2 == 0;
        auto* const pointer = wanted ? array.at(0) + tile.thread_rank() : array.at(1);
        element const value = heddle::load_if(tile, wanted, pointer, element{});
        heddle::store_if(tile, wanted, pointer, value);
    });
}

TEST(preconditions, aligned_elements_pass)
{
    misplaced array;
    heddle::coalesced_ptr<element> const p(array.at(4));
    heddle::emulate_grid(32, [&](std::size_t i) { p[i] = p[31 - i]; });
}

}  // namespace
}  // namespace heddle_test
