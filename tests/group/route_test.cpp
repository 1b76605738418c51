// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the choice of the route for every size, alignment, group and combination of runtime properties.

#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
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

TEST(route, touches_other_lanes_elements_only_in_a_converged_group)
{
    for_all_plans([](plan const& p) {
        for_all_properties(p, [&](runtime_properties access) {
            access.valid_lanes = 0;
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                route const r = route_of(p, kind, access);
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

TEST(route, through_a_stage_needs_one_and_consecutive_elements)
{
    for_all_plans([](plan const& p) {
        for_all_properties(p, [&](runtime_properties access) {
            for (access_kind kind : {access_kind::load, access_kind::store}) {
                if (route_of(p, kind, access) != route::staged) continue;
                EXPECT_TRUE(access.has_scratch && access.consecutive && access.whole_words);
            }
        });
    });
}

// This is the table of docs/routes.md.
TEST(route, is_that_of_the_table)
{
    struct line {
        std::size_t bytes, alignment;
        route load, indexed_load, staged_load, store, indexed_store, staged_store;
    };
    for (line const& l : std::vector<line>{
             {4, 4, route::plain, route::plain, route::plain, route::plain, route::plain, route::plain},
             {8, 4, route::per_thread, route::per_thread, route::per_thread, route::per_thread, route::per_thread,
              route::per_thread},
             {11, 1, route::plain, route::plain, route::plain, route::plain, route::plain, route::plain},
             {12, 4, route::per_thread, route::per_thread, route::per_thread, route::rows, route::rows, route::rows},
             {14, 2, route::per_thread, route::rows, route::per_thread, route::dense_rows, route::sector_rows,
              route::staged},
             {16, 16, route::per_thread, route::per_thread, route::per_thread, route::per_thread, route::per_thread,
              route::per_thread},
             {28, 4, route::per_thread, route::rows, route::per_thread, route::rows, route::rows, route::staged},
             {33, 1, route::per_thread, route::rows, route::per_thread, route::dense_rows, route::sector_rows,
              route::staged},
             {35, 1, route::rows, route::rows, route::rows, route::dense_rows, route::sector_rows, route::dense_rows},
             {48, 4, route::per_thread, route::rows, route::per_thread, route::rows, route::rows, route::staged},
             {50, 2, route::rows, route::rows, route::staged, route::dense_rows, route::sector_rows, route::staged},
             {64, 4, route::rows, route::rows, route::staged, route::rows, route::rows, route::staged},
             {80, 4, route::rows, route::rows, route::rows, route::rows, route::rows, route::rows},
             {255, 1, route::rows, route::rows, route::rows, route::dense_rows, route::sector_rows, route::dense_rows},
             {301, 1, route::rows, route::rows, route::rows, route::rows, route::rows, route::rows},
             {1028, 4, route::plain, route::plain, route::plain, route::plain, route::plain, route::plain}}) {
        plan const p = make_plan(l.bytes, l.alignment);
        runtime_properties const consecutive = full(p, true), indexed = full(p, false);
        runtime_properties staged = consecutive;
        staged.has_scratch = p.cooperates && make_stage_layout(p, p.lane_count).pays();
        auto const name = [&p](access_kind kind, runtime_properties const& access) {
            return std::string(to_string(route_of(p, kind, access)));
        };
        EXPECT_EQ(to_string(l.load), name(access_kind::load, consecutive)) << l.bytes;
        EXPECT_EQ(to_string(l.indexed_load), name(access_kind::load, indexed)) << l.bytes;
        EXPECT_EQ(to_string(l.staged_load), name(access_kind::load, staged)) << l.bytes;
        EXPECT_EQ(to_string(l.store), name(access_kind::store, consecutive)) << l.bytes;
        EXPECT_EQ(to_string(l.indexed_store), name(access_kind::store, indexed)) << l.bytes;
        EXPECT_EQ(to_string(l.staged_store), name(access_kind::store, staged)) << l.bytes;
    }
}

}  // namespace
