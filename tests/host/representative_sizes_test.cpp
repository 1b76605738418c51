// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The sizes that stand for all others in the sweeps: whatever is planned for an element from 1 to 256 bytes is
// planned for representatives, too, the smallest and the largest such size among them.

#include <common/bytes.hpp>
#include <common/full_test.hpp>

#include <heddle/detail/plan/plan.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

namespace {

//! What tells the code of one size from that of another. Of the number of words only whether it is odd: how
//! any number of them is transposed is proved by network_test and transpose_test.
auto kind_of(std::size_t size)
{
    heddle::plan const p = heddle::detail::make_plan(size, heddle_test::widest_alignment(size));
    return std::make_tuple(p.word_bytes, p.cooperates(), p.is_unaligned(), p.loads_together(),
                           p.loads_through_cache(), p.stores_sectors(),
                           p.held_words() - p.word_count, p.pass_words < p.word_count,
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
