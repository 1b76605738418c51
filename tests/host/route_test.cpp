// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The route of every size, alignment and group, by every combination of facts.

#include <heddle/plan/route.hpp>
#include <heddle/plan/stage_layout.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using heddle::access_facts;
using heddle::access_kind;
using heddle::choose;
using heddle::make_plan;
using heddle::make_stage_layout;
using heddle::plan;
using heddle::route;

//! Calls visit(plan) for every size to 1100 bytes, every alignment to 16 and every group.
template <class Visit>
void for_all_plans(Visit const& visit)
{
    for (std::size_t bytes = 1; bytes <= 1100; ++bytes) {
        for (std::size_t alignment = 1; alignment <= 16 && bytes % alignment == 0; alignment *= 2) {
            for (unsigned lanes : {1u, 4u, 32u}) visit(make_plan(bytes, alignment, lanes));
        }
    }
}

template <class Visit>
void for_all_facts(plan const& p, bool staged, Visit const& visit)
{
    std::set<unsigned> const counts{0, 1, p.lane_count / 2, p.lane_count - 1, p.lane_count};
    for (unsigned wanting : counts) {
        for (unsigned bits = 0; bits < 16; ++bits) {
            visit(access_facts{wanting, (bits & 1u) != 0, (bits & 2u) != 0, (bits & 4u) != 0,
                               staged && (bits & 8u) != 0, p.lane_count});
        }
    }
}

access_facts full(plan const& p, bool consecutive, bool whole)
{
    return {p.lane_count, consecutive, whole || p.straddles(), whole, false, p.lane_count};
}

TEST(route, is_one_that_has_code)
{
    for_all_plans([](plan const& p) {
        for (access_kind kind : {access_kind::load, access_kind::store}) {
            for (bool staged : {false, true}) {
                auto const routes = heddle::routes_of(p, kind, true, staged);
                for_all_facts(p, staged, [&](access_facts facts) {
                    EXPECT_TRUE(routes.has(choose(p, kind, facts)))
                        << p.element_bytes << " aligned to " << p.alignment;
                });
            }
            auto const alone = heddle::routes_of(p, kind, false, false);
            route const expected = p.moves_words() ? route::own_words : route::plain;
            for (unsigned r = 0; r <= static_cast<unsigned>(route::stage); ++r) {
                EXPECT_EQ(static_cast<route>(r) == expected, alone.has(static_cast<route>(r)))
                    << p.element_bytes << " aligned to " << p.alignment;
            }
        }
    });
}

TEST(route, touches_other_lanes_elements_only_in_a_converged_group)
{
    for_all_plans([](plan const& p) {
        for_all_facts(p, true, [&](access_facts facts) {
            facts.wanting_lanes = 0;
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                route const r = choose(p, kind, facts);
                EXPECT_TRUE(r == route::plain || r == route::own_words) << p.element_bytes;
            }
        });
    });
}

TEST(route, of_few_lanes_is_each_lanes_own)
{
    for (access_kind kind : {access_kind::load, access_kind::store}) {
        plan const p = make_plan(28, 4);
        access_facts facts = full(p, false, true);
        facts.wanting_lanes = p.min_wanting_lanes();
        EXPECT_EQ(23u, facts.wanting_lanes);
        EXPECT_EQ(route::rows, choose(p, kind, facts));
        facts.wanting_lanes -= 1;
        EXPECT_EQ(route::own_words, choose(p, kind, facts));
    }
}

TEST(route, through_a_stage_needs_one_and_consecutive_elements)
{
    for_all_plans([](plan const& p) {
        for_all_facts(p, true, [&](access_facts facts) {
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                if (choose(p, kind, facts) != route::stage) continue;
                EXPECT_TRUE(facts.have_stage && facts.are_consecutive && facts.begin_with_words);
            }
        });
    });
}

// The table of docs/routes.md: tests/docs/routes_test.py compares the two.
TEST(route, is_that_of_the_table)
{
    struct line {
        std::size_t bytes, alignment;
        route load, indexed_load, staged_load, store, indexed_store, staged_store;
    };
    for (line const& l : std::vector<line>{
             {4, 4, route::plain, route::plain, route::plain, route::plain, route::plain,
              route::plain},
             {8, 4, route::own_words, route::own_words, route::own_words, route::own_words,
              route::own_words, route::own_words},
             {11, 1, route::plain, route::plain, route::plain, route::plain, route::plain,
              route::plain},
             {12, 4, route::own_words, route::own_words, route::own_words, route::rows, route::rows,
              route::rows},
             {14, 2, route::shared_words, route::rows, route::shared_words, route::dense_rows,
              route::sector_rows, route::stage},
             {16, 16, route::own_words, route::own_words, route::own_words, route::own_words,
              route::own_words, route::own_words},
             {28, 4, route::own_words, route::rows, route::own_words, route::rows, route::rows,
              route::stage},
             {33, 1, route::shared_words, route::rows, route::shared_words, route::dense_rows,
              route::sector_rows, route::stage},
             {35, 1, route::rows, route::narrow_rows, route::rows, route::dense_rows,
              route::sector_rows, route::dense_rows},
             {48, 4, route::own_words, route::rows, route::own_words, route::rows, route::rows,
              route::stage},
             {50, 2, route::rows, route::narrow_rows, route::stage, route::dense_rows,
              route::sector_rows, route::stage},
             {64, 4, route::rows, route::rows, route::stage, route::rows, route::rows,
              route::stage},
             {80, 4, route::rows, route::rows, route::rows, route::rows, route::rows, route::rows},
             {255, 1, route::rows, route::narrow_rows, route::rows, route::dense_rows,
              route::sector_rows, route::dense_rows},
             {301, 1, route::rows, route::narrow_rows, route::rows, route::rows, route::rows,
              route::rows},
             {1028, 4, route::plain, route::plain, route::plain, route::plain, route::plain,
              route::plain}}) {
        plan const p = make_plan(l.bytes, l.alignment);
        access_facts const consecutive = full(p, true, true), indexed = full(p, false, true);
        access_facts staged = consecutive;
        staged.have_stage = p.cooperates() && make_stage_layout(p, p.lane_count).pays();
        auto const name = [&p](access_kind kind, access_facts const& facts) {
            return std::string(to_string(choose(p, kind, facts)));
        };
        EXPECT_EQ(to_string(l.load), name(access_kind::load, consecutive)) << l.bytes;
        EXPECT_EQ(to_string(l.indexed_load), name(access_kind::load, indexed)) << l.bytes;
        EXPECT_EQ(to_string(l.staged_load), name(access_kind::load, staged)) << l.bytes;
        EXPECT_EQ(to_string(l.store), name(access_kind::store, consecutive)) << l.bytes;
        EXPECT_EQ(to_string(l.indexed_store), name(access_kind::store, indexed)) << l.bytes;
        EXPECT_EQ(to_string(l.staged_store), name(access_kind::store, staged)) << l.bytes;
    }
}

TEST(route, is_taken_by_some_size)
{
    std::map<route, unsigned> taken;
    for_all_plans([&](plan const& p) {
        for_all_facts(p, true, [&](access_facts facts) {
            taken[choose(p, access_kind::load, facts)] += 1;
            taken[choose(p, access_kind::store, facts)] += 1;
        });
    });
    for (unsigned r = 0; r <= static_cast<unsigned>(route::stage); ++r) {
        EXPECT_GT(taken[static_cast<route>(r)], 0u) << to_string(static_cast<route>(r));
    }
}

}  // namespace
