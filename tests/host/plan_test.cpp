// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Proves the plan for every size up to 1024 bytes, every alignment and every tile.

#include <common/bytes.hpp>

#include <heddle/plan.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace {

using heddle::access_path;
using heddle::plan;
using heddle_test::bytes;

template <class Check>
unsigned for_every_plan(Check const& check)
{
    unsigned cases = 0;
    for (std::size_t size = 1; size <= 1024; ++size) {
        for (std::size_t alignment = 1; alignment <= 16; alignment *= 2) {
            if (size % alignment != 0) continue;
            for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
                SCOPED_TRACE(testing::Message() << size << " bytes aligned to " << alignment << ", "
                                                << lanes << " lanes");
                check(heddle::make_plan(size, alignment, lanes));
                ++cases;
                if (testing::Test::HasFailure()) return cases;
            }
        }
    }
    return cases;
}

constexpr unsigned every_plan = 6 * (1024 + 512 + 256 + 128 + 64);

TEST(plan, takes_the_widest_word_that_the_alignment_allows)
{
    EXPECT_EQ(every_plan, for_every_plan([](plan const& p) {
                  EXPECT_EQ(p.alignment, p.word_bytes);
                  EXPECT_EQ(p.element_bytes, std::size_t{p.word_bytes} * p.word_count);
                  EXPECT_EQ(p.word_bytes <= 4 ? 1u : p.word_bytes / 4, p.registers_per_word);
              }));
    for (std::size_t alignment : {32, 64, 128, 256}) {
        plan const p = heddle::make_plan(3 * alignment, alignment);
        EXPECT_EQ(16u, p.word_bytes);
        EXPECT_EQ(3 * alignment / 16, p.word_count);
        EXPECT_EQ(alignment, p.alignment);
    }
}

TEST(plan, goes_direct_only_where_that_is_best_or_registers_end)
{
    unsigned cooperating = 0;
    EXPECT_EQ(every_plan, for_every_plan([&](plan const& p) {
                  bool const direct = p.element_bytes <= 12 || p.word_count == 1 ||
                                      p.lane_count == 1 || p.word_count * p.registers_per_word > 64;
                  EXPECT_EQ(direct ? access_path::direct : access_path::shuffle, p.path);
                  EXPECT_EQ(!direct, p.cooperates());
                  cooperating += p.cooperates() ? 1 : 0;
              }));
    EXPECT_LT(1000u, cooperating);
}

TEST(plan, goes_direct_where_too_few_lanes_want_something)
{
    EXPECT_EQ(every_plan, for_every_plan([](plan const& p) {
                  for (unsigned wanting = 0; wanting <= p.lane_count; ++wanting) {
                      EXPECT_EQ(p.cooperates() && wanting > p.lane_count / 8,
                                p.cooperates_for(wanting));
                  }
                  EXPECT_EQ(p.cooperates(), p.cooperates_for(p.lane_count));
              }));
}

TEST(plan, costs_what_its_network_costs)
{
    EXPECT_EQ(every_plan, for_every_plan([](plan const& p) {
                  EXPECT_EQ(p.word_count, p.row_accesses);
                  if (p.cooperates()) {
                      heddle::network const net(p.word_count, p.lane_count);
                      EXPECT_EQ(p.word_count * p.registers_per_word, p.shuffles);
                      EXPECT_EQ(net.select_count() * p.registers_per_word, p.selects);
                      EXPECT_EQ(2 + p.word_count, p.index_shuffles);
                  } else {
                      EXPECT_EQ(0u, p.shuffles);
                      EXPECT_EQ(0u, p.selects);
                      EXPECT_EQ(0u, p.index_shuffles);
                  }
              }));
}

TEST(plan, keeps_its_thresholds)
{
    // Measured values: whoever changes them should have measured anew.
    EXPECT_EQ(12u, heddle::largest_direct_bytes);
    EXPECT_EQ(64u, heddle::most_row_registers);
    EXPECT_EQ(8u, heddle::lanes_per_too_few);
    EXPECT_EQ(access_path::direct, heddle::make_plan(12, 4).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(13, 1).path);
    EXPECT_EQ(access_path::direct, heddle::make_plan(16, 16).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(16, 8).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(64, 1).path);
    EXPECT_EQ(access_path::direct, heddle::make_plan(65, 1).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(128, 2).path);
    EXPECT_EQ(access_path::direct, heddle::make_plan(130, 2).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(256, 4).path);
    EXPECT_EQ(access_path::direct, heddle::make_plan(260, 4).path);
    EXPECT_EQ(access_path::shuffle, heddle::make_plan(256, 16).path);
    EXPECT_EQ(access_path::direct, heddle::make_plan(272, 16).path);
}

TEST(plan, of_a_type_is_that_of_its_size_and_alignment)
{
    constexpr plan p = heddle::plan_of<bytes<28, 4>>();
    static_assert(p.element_bytes == 28 && p.alignment == 4 && p.lane_count == 32);
    static_assert(p.word_bytes == 4 && p.word_count == 7 && p.path == access_path::shuffle);
    static_assert(p.shuffles == 7 && p.index_shuffles == 9 && p.row_accesses == 7);

    constexpr plan half = heddle::plan_of<bytes<28, 4> const, 16>();
    static_assert(half.lane_count == 16 && half.word_count == 7);

    constexpr plan wide = heddle::plan_of<bytes<96, 32>>();
    static_assert(wide.word_bytes == 16 && wide.word_count == 6 && wide.shuffles == 24);
    SUCCEED();
}

TEST(plan, paths_have_names)
{
    EXPECT_EQ(std::string("direct"), to_string(access_path::direct));
    EXPECT_EQ(std::string("shuffle"), to_string(access_path::shuffle));
    EXPECT_EQ(std::string("shared"), to_string(access_path::shared));
    EXPECT_EQ(std::string("bulk"), to_string(access_path::bulk));
}

}  // namespace
