// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the choice of the route for every size, alignment, group and combination of runtime properties.

#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace {

using heddle::detail::access_kind;
using heddle::detail::make_plan;
using heddle::detail::make_stage_layout;
using heddle::detail::plan;
using heddle::detail::route;
using heddle::detail::route_of;
using heddle::detail::runtime_properties;

//! Calls visit(plan) for every size up to 1100 bytes, every alignment up to 16, and groups of 1, 4 and 32 lanes.
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
void for_all_properties(plan const& p, Visit const& visit)
{
    std::set<unsigned> const counts{0, 1, p.lane_count / 2, p.lane_count - 1, p.lane_count};
    for (unsigned valid : counts) {
        for (unsigned bits = 0; bits < 8; ++bits) {
            visit(runtime_properties{valid, (bits & 1u) != 0, (bits & 2u) != 0, (bits & 4u) != 0});
        }
    }
}

runtime_properties full(plan const& p, bool consecutive, bool has_scratch = false)
{
    return {p.lane_count, consecutive, true, has_scratch};
}

TEST(route, needs_a_converged_group_or_a_stage_and_consecutive_elements)
{
    for_all_plans([](plan const& p) {
        for_all_properties(p, [&](runtime_properties access) {
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                if (route_of(p, kind, access) == route::staged) {
                    EXPECT_TRUE(access.has_scratch && access.consecutive && access.whole_words);
                }
                runtime_properties diverged = access;
                diverged.valid_lanes = 0;
                route const r = route_of(p, kind, diverged);
                EXPECT_TRUE(r == route::plain || r == route::per_thread) << p.element_bytes;
            }
        });
    });
}

TEST(route, of_few_lanes_is_each_lanes_own)
{
    for (access_kind kind : {access_kind::load, access_kind::store}) {
        plan const p = make_plan(28, 4);
        runtime_properties access = full(p, false);
        access.valid_lanes = p.min_valid_lanes;
        EXPECT_EQ(23u, access.valid_lanes);
        EXPECT_EQ(route::rows, route_of(p, kind, access));
        access.valid_lanes -= 1;
        EXPECT_EQ(route::per_thread, route_of(p, kind, access));
    }
}

// This is the table of docs/routes.md.
TEST(route, is_that_of_the_table)
{
    constexpr route plain = route::plain, per_thread = route::per_thread, rows = route::rows, staged = route::staged;
    constexpr route dense_rows = route::dense_rows, sector_rows = route::sector_rows;
    struct line {
        std::size_t bytes, alignment;
        route load, indexed_load, staged_load, store, indexed_store, staged_store;
    };
    std::set<route> in_table;
    for (line const& l :
         std::vector<line>{{4, 4, plain, plain, plain, plain, plain, plain},
                           {8, 4, per_thread, per_thread, per_thread, per_thread, per_thread, per_thread},
                           {11, 1, plain, plain, plain, plain, plain, plain},
                           {12, 4, per_thread, per_thread, per_thread, rows, rows, rows},
                           {14, 2, per_thread, rows, per_thread, dense_rows, sector_rows, staged},
                           {16, 16, per_thread, per_thread, per_thread, per_thread, per_thread, per_thread},
                           {28, 4, per_thread, rows, per_thread, rows, rows, staged},
                           {33, 1, per_thread, rows, per_thread, dense_rows, sector_rows, staged},
                           {35, 1, rows, rows, rows, dense_rows, sector_rows, dense_rows},
                           {48, 4, per_thread, rows, per_thread, rows, rows, staged},
                           {50, 2, rows, rows, staged, dense_rows, sector_rows, staged},
                           {64, 4, rows, rows, staged, rows, rows, staged},
                           {80, 4, rows, rows, rows, rows, rows, rows},
                           {255, 1, rows, rows, rows, dense_rows, sector_rows, dense_rows},
                           {301, 1, rows, rows, rows, rows, rows, rows},
                           {1028, 4, plain, plain, plain, plain, plain, plain}}) {
        plan const p = make_plan(l.bytes, l.alignment);
        in_table.insert({l.load, l.indexed_load, l.staged_load, l.store, l.indexed_store, l.staged_store});
        runtime_properties const consecutive = full(p, true), indexed = full(p, false);
        runtime_properties const in_stage = full(p, true, p.cooperates && make_stage_layout(p, p.lane_count).pays());
        auto const expect = [&](route expected, access_kind kind, runtime_properties const& access) {
            EXPECT_STREQ(to_string(expected), to_string(route_of(p, kind, access))) << l.bytes;
        };
        expect(l.load, access_kind::load, consecutive);
        expect(l.indexed_load, access_kind::load, indexed);
        expect(l.staged_load, access_kind::load, in_stage);
        expect(l.store, access_kind::store, consecutive);
        expect(l.indexed_store, access_kind::store, indexed);
        expect(l.staged_store, access_kind::store, in_stage);
    }
    for_all_plans([&](plan const& p) {
        for_all_properties(p, [&](runtime_properties const& access) {
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                route const chosen = route_of(p, kind, access);
                EXPECT_TRUE(in_table.count(chosen) != 0) << to_string(chosen) << " is not in the table";
            }
        });
    });
}

// Elements with gaps: properties with `consecutive` are those of elements that are near each other.
TEST(route, of_elements_with_gaps)
{
    constexpr route per_thread = route::per_thread, rows = route::rows, sector_rows = route::sector_rows;
    struct line {
        std::size_t bytes, alignment;
        unsigned word_bytes;
        route near_load, far_load, store;
    };
    for (line const& l : std::vector<line>{{8, 2, 8, per_thread, per_thread, per_thread},
                                           {12, 1, 4, per_thread, per_thread, sector_rows},
                                           {16, 2, 4, per_thread, rows, sector_rows},
                                           {16, 4, 4, per_thread, rows, rows},
                                           {16, 16, 16, per_thread, per_thread, per_thread},
                                           {24, 8, 8, per_thread, rows, rows},
                                           {32, 1, 4, per_thread, rows, sector_rows},
                                           {33, 1, 4, per_thread, rows, rows},
                                           {35, 1, 4, per_thread, rows, rows},
                                           {64, 2, 8, rows, rows, sector_rows},
                                           {66, 2, 8, rows, rows, rows},
                                           {64, 4, 4, rows, rows, rows}}) {
        plan const p = make_plan(heddle::detail::make_element_words(l.bytes, l.alignment, true));
        EXPECT_EQ(l.word_bytes, p.word_bytes) << l.bytes;
        EXPECT_EQ(l.near_load, route_of(p, access_kind::load, full(p, true))) << l.bytes;
        EXPECT_EQ(l.far_load, route_of(p, access_kind::load, full(p, false))) << l.bytes;
        EXPECT_EQ(l.store, route_of(p, access_kind::store, full(p, false))) << l.bytes;
    }
}

}  // namespace
