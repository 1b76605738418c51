// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests properties of the plan for every size up to 1024 bytes, every alignment and every group size.

#include <common/bytes.hpp>

#include <heddle/detail/plan/plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace {

using heddle::detail::plan;
using heddle_test::bytes;

template <class Check>
void for_every_plan(Check const& check)
{
    for (std::size_t size = 1; size <= 1024; ++size) {
        for (std::size_t alignment = 1; alignment <= 16; alignment *= 2) {
            if (size % alignment != 0) continue;
            for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
                SCOPED_TRACE(testing::Message()
                             << size << " bytes aligned to " << alignment << ", " << lanes << " lanes");
                check(heddle::detail::make_plan(size, alignment, lanes));
                if (testing::Test::HasFailure()) return;
            }
        }
    }
}

TEST(plan, takes_the_widest_word_that_divides_the_size_and_narrow_words_for_small_unaligned_sizes)
{
    for_every_plan([](plan const& p) {
        std::size_t const widest = p.element_bytes & (0 - p.element_bytes);
        if (widest >= 4 || p.element_bytes <= 12) {
            EXPECT_EQ(std::min<std::size_t>(widest, 16), p.word_bytes);
            EXPECT_FALSE(p.is_unaligned);
            EXPECT_EQ(p.element_bytes, std::size_t{p.word_bytes} * p.word_count);
        } else {
            bool const narrow = p.element_bytes <= (p.alignment == 1 ? 64 : 48);
            EXPECT_EQ(narrow ? 4u : 8u, p.word_bytes);
            EXPECT_TRUE(p.is_unaligned);
        }
        EXPECT_EQ(std::min<std::size_t>(p.alignment, p.word_bytes), p.part_bytes);
    });
    for (std::size_t alignment : {32, 64, 128, 256}) {
        plan const p = heddle::detail::make_plan(3 * alignment, alignment);
        EXPECT_EQ(16u, p.word_bytes);
        EXPECT_EQ(3 * alignment / 16, p.word_count);
        EXPECT_EQ(alignment, p.alignment);
    }
}

TEST(plan, has_words_for_an_element_wherever_it_starts)
{
    for_every_plan([](plan const& p) {
        EXPECT_LE(p.touched_words, p.held_words);
        EXPECT_LE(p.word_count, p.held_words);
        // The words are the same in groups of any number of lanes. If warps cooperate, their compacted stores run in
        // smaller groups, which must then cooperate, too.
        heddle::detail::element_words const words = heddle::detail::make_element_words(p.element_bytes, p.alignment);
        EXPECT_TRUE(words.element_bytes == p.element_bytes && words.alignment == p.alignment);
        EXPECT_EQ(words.word_bytes, p.word_bytes);
        if (p.lane_count > 1) {
            EXPECT_EQ(heddle::detail::make_plan(p.element_bytes, p.alignment).cooperates, p.cooperates);
        }
        if (!p.is_unaligned) return;
        std::size_t touched = 0, ending = 0;
        for (std::size_t start = 0; start < p.word_bytes; start += p.alignment) {
            std::size_t const last = (start + p.element_bytes - 1) / p.word_bytes;
            touched = std::max(touched, last + 1);
            ending = std::max(ending, (start + p.element_bytes) / p.word_bytes);
        }
        EXPECT_EQ(touched, p.touched_words);
        EXPECT_EQ(ending, heddle::detail::ending_words(p.element_bytes, p.alignment, p.word_bytes));
        if (p.element_bytes <= 12) return;
        // The plan may add one word if the transpose becomes cheaper.
        EXPECT_LE(ending, p.word_count);
        EXPECT_GE(ending + 1, p.word_count);
        unsigned const other = static_cast<unsigned>(2 * ending + 1) - p.word_count;
        EXPECT_LE(heddle::detail::transpose_cost(p.word_count, p.word_bytes, p.lane_count),
                  heddle::detail::transpose_cost(other, p.word_bytes, p.lane_count));
    });
}

TEST(plan, chooses_the_best_accesses)
{
    unsigned cooperating = 0, cached = 0, in_sectors = 0;
    for_every_plan([&](plan const& p) {
        bool const direct = p.element_bytes <= 11 || p.word_count == 1 || p.lane_count == 1;
        EXPECT_EQ(!direct, p.cooperates);
        EXPECT_EQ(!direct && p.element_bytes != 12, p.loads_together);
        bool const one_wide_word = p.word_count == 1 && p.word_bytes >= 4 && p.alignment < p.word_bytes;
        EXPECT_EQ(p.element_bytes > 11 || one_wide_word, p.moves_words);
        bool const conflicts = p.element_bytes == 35 || p.element_bytes == 43;
        EXPECT_EQ(p.element_bytes <= 48 && !conflicts, p.loads_through_cache);
        EXPECT_EQ(p.cooperates && p.is_unaligned && p.element_bytes <= 264, p.stores_sectors);
        cooperating += p.cooperates ? 1 : 0;
        cached += p.loads_through_cache ? 1 : 0;
        in_sectors += p.stores_sectors ? 1 : 0;
    });
    EXPECT_LT(1000u, cooperating);
    EXPECT_EQ(6u * (46 + 24 + 12 + 6 + 3), cached);
    EXPECT_LT(0u, in_sectors);
    EXPECT_FALSE(heddle::detail::make_plan(1025, 1).cooperates);
    EXPECT_FALSE(heddle::detail::make_plan(1025, 1).moves_words);
}

TEST(plan, knows_bank_conflicts)
{
    for (std::size_t bytes = 13; bytes <= 256; ++bytes) {
        plan const p = heddle::detail::make_plan(bytes, bytes % 2 == 0 ? 2 : 1);
        unsigned most = 1;
        for (std::size_t bank = 0; bank < 32 && p.is_unaligned; ++bank) {
            unsigned elements = 0;
            for (std::size_t e = 0; e < 32; ++e) elements += e * bytes / 4 % 32 == bank ? 1 : 0;
            most = std::max(most, elements);
        }
        EXPECT_EQ(most, p.bank_conflicts) << bytes;
    }
    EXPECT_EQ(4u, heddle::detail::make_plan(57, 1).bank_conflicts);
    EXPECT_EQ(2u, heddle::detail::make_plan(50, 2).bank_conflicts);
}

TEST(plan, moves_what_registers_hold_at_a_time)
{
    for_every_plan([](plan const& p) {
        if (!p.cooperates) return;
        EXPECT_LE(p.pass_words * p.word_bytes / 4, 68u);
        EXPECT_LE(1u, p.pass_words);
        EXPECT_LE(p.pass_words, p.word_count);
        // There are as few passes as the registers allow.
        EXPECT_EQ((p.word_count * p.word_bytes / 4 + 67) / 68, (p.word_count + p.pass_words - 1) / p.pass_words);
        if (p.element_bytes <= 256) {
            EXPECT_EQ(p.word_count, p.pass_words);
        }
    });
}

TEST(plan, goes_direct_where_too_few_lanes_want_something)
{
    for_every_plan([](plan const& p) {
        if (!p.cooperates) return;
        for (unsigned wanting = 0; wanting <= p.lane_count; ++wanting) {
            bool const most = 2 * wanting > p.lane_count && wanting * p.element_bytes >= 20 * p.lane_count;
            EXPECT_EQ(most || wanting == p.lane_count, wanting >= p.min_valid_lanes);
        }
        EXPECT_LE(p.min_valid_lanes, p.lane_count);
    });
}

TEST(plan, costs_what_its_networks_cost)
{
    for_every_plan([](plan const& p) {
        EXPECT_EQ(p.word_count, p.row_accesses);
        unsigned shuffles = 0, selects = 0;
        for (unsigned done = 0; p.cooperates && done < p.word_count;) {
            unsigned const words = std::min(p.pass_words, p.word_count - done);
            shuffles += words * p.word_bytes / 4;
            selects += heddle::detail::network(words, p.lane_count).select_count() * (p.word_bytes / 4);
            done += words;
        }
        EXPECT_EQ(shuffles, p.shuffles);
        EXPECT_EQ(selects, p.selects);
        EXPECT_EQ(p.cooperates ? 2 * p.word_count : 0, p.index_shuffles);
    });
}

TEST(plan, of_a_type_is_that_of_its_size_and_alignment)
{
    constexpr plan half = heddle::detail::plan_of<bytes<28, 4> const, 16>;
    static_assert(half.element_bytes == 28 && half.alignment == 4 && half.lane_count == 16);
    static_assert(half.word_bytes == 4 && half.word_count == 7 && half.cooperates);
    static_assert(half.shuffles == 7 && half.index_shuffles == 14 && half.row_accesses == 7);
    constexpr plan wide = heddle::detail::plan_of<bytes<96, 32>>;
    static_assert(wide.lane_count == 32 && wide.word_bytes == 16 && wide.word_count == 6 && wide.shuffles == 24);
    // If the size is a multiple of 4, the words do not depend on the alignment.
    static_assert(heddle::detail::plan_of<bytes<96, 4>>.shuffles == 24 &&
                  heddle::detail::plan_of<bytes<50, 2>>.word_count == 7);
    static_assert(heddle::detail::plan_of<bytes<27, 1>>.word_count == 7 &&
                  heddle::detail::plan_of<bytes<27, 1>>.held_words == 8);
    SUCCEED();
}

}  // namespace
