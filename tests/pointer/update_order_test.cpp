// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that updates converge the lanes after the body, before any vote, shuffle or access of the store.

#include <common/bytes.hpp>
#include <common/converging_lane.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/policy.cuh>
#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace {

using namespace heddle_test;

//! Calls update(pointer, i, lane) in the active lanes i of a warp.
template <class Element, class Policy, class Update>
void expect_barrier(std::uint32_t active, Update const& update)
{
    static_assert(heddle::detail::stores_together<Policy, Element>);
    alignas(128) static Element array[32];
    convergence seen;
    heddle::emulate_grid(32, [&](std::size_t i) {
        converging_lane lane(seen, active);
        if ((active >> i & 1u) != 0) update(heddle::coalesced_ptr<Element, Policy>(array + i), i, lane);
    });
    EXPECT_EQ("", seen.first_fault) << sizeof(Element) << " bytes";
    EXPECT_GT(seen.divergences, 0u);
    EXPECT_EQ(seen.divergences, seen.barriers);
    EXPECT_GE(seen.collectives + seen.accesses, seen.barriers);
}

//! The body of an update: some lanes return early.
template <class Result>
struct body {
    std::size_t i;
    converging_lane& lane;

    template <class Element>
    Result operator()(Element& e) const
    {
        lane.diverge();
        if (i % 3 == 0) return Result();
        ++e.value[0];
        if constexpr (std::is_same_v<Result, bool>) return true;
    }
};

//! Calls update(pointer, i, lane) for each size, policy and set of active lanes.
template <class Update>
void expect_barriers(Update const& update)
{
    auto const check_policies = [&](auto element) {
        using type = decltype(element);
        for (std::uint32_t const active : {0xffffffffu, 0xfff7bdfbu}) {
            expect_barrier<type, heddle::by_plan>(active, update);
            expect_barrier<type, heddle::whole_warps>(active, update);
            expect_barrier<type, heddle::in_block<32>>(active, update);
        }
    };
    check_policies(bytes<12, 4>{});
    check_policies(bytes<33>{});
    check_policies(bytes<64, 4>{});
    check_policies(bytes<192, 16>{});
}

TEST(update_order, converges_after_bodies_that_return_anywhere_or_vote_or_are_left_out)
{
    expect_barriers([](auto p, std::size_t i, converging_lane& lane) { heddle::update(p, body<void>{i, lane}); });
    expect_barriers([](auto p, std::size_t i, converging_lane& lane) { heddle::update(p, body<bool>{i, lane}); });
    expect_barriers([](auto p, std::size_t i, converging_lane& lane) {
        heddle::update_if(i % 5 != 0, p, body<void>{i, lane});
        heddle::update_if(i % 5 != 1, p + 0, body<bool>{i, lane});
    });
}

}  // namespace
