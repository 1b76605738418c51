// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests inclusive and exclusive scans of groups and segments, in the order of the lanes.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/reductions.hpp>

#include <gtest/gtest.h>

namespace heddle_test {
namespace {

TEST(warp_scan, keeps_the_order_of_values_of_every_size)
{
    random_source random("composed maps");
    EXPECT_EQ(13 * lanes_of_type * 4, (check_every_size<scans<compose>, emulated_runner>(1, random)));
}

TEST(warp_scan, multiplies_matrices_and_concatenates_texts)
{
    random_source random("matrices and texts");
    EXPECT_EQ(lanes_of_type * 4, (check_types<scans<multiply>, emulated_runner, matrix>(1, random)));
    EXPECT_EQ(lanes_of_type * 4, (check_types<scans<concatenate>, emulated_runner, text>(1, random)));
}

TEST(warp_scan, of_numbers_by_known_operations)
{
    random_source random("numbers");
    EXPECT_EQ(3 * lanes_of_type * 4,
              (check_types<scans<known<heddle::plus>>, emulated_runner, int, float, std::uint64_t>(1, random)));
}

TEST(warp_scan, adds_if_nothing_is_said)
{
    unsigned right = 0;
    heddle::emulate_group<16>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        right += heddle::inclusive_scan(tile, l) == l * (l + 1) / 2 ? 1 : 0;
        right += heddle::segmented_inclusive_scan(tile, 1u, l % 4 == 0) == l % 4 + 1 ? 1 : 0;
    });
    EXPECT_EQ(32u, right);
}

}  // namespace
}  // namespace heddle_test
