// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the representative sizes of 1 to 256 bytes: for every kind of plan, they include the smallest and the largest
// size.

#include <common/bytes.hpp>
#include <common/full_test.hpp>

#include <heddle/detail/plan/plan.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

namespace {

//! Returns the properties that distinguish the code for this size from the code for other sizes. Only the parity of the
//! number of words counts, because network_test and warp_programs_test test transposes of any number of words.
auto kind_of(std::size_t size)
{
    heddle::detail::plan const p = heddle::detail::make_plan(size, heddle_test::widest_alignment(size));
    return std::make_tuple(p.word_bytes, p.cooperates, p.is_unaligned, p.loads_together, p.loads_through_cache,
                           p.stores_sectors, p.held_words - p.word_count, p.pass_words < p.word_count,
                           p.word_count % 2);
}

TEST(representative_sizes, are_of_every_kind)
{
    std::map<decltype(kind_of(1)), std::vector<std::size_t>> kinds;
    for (std::size_t size = 1; size <= 256; ++size) kinds[kind_of(size)].push_back(size);
    EXPECT_LT(10u, kinds.size());
    for (auto const& kind : kinds) {
        EXPECT_TRUE(heddle_test::is_representative(kind.second.front())) << kind.second.front();
        EXPECT_TRUE(heddle_test::is_representative(kind.second.back())) << kind.second.back();
    }
}

}  // namespace
