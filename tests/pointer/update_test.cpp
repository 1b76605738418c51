// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the results of update and update_if, and of load_if and store_if in single lanes, in emulated warps.

#include "update_cases.hpp"
#include "ways_to_run.hpp"

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>
#include <common/updates.hpp>

#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using namespace heddle_test;

using seven = bytes<28, 4>;

constexpr std::size_t count = 75;  // two warps and a partial warp

struct update_test : heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(update_test);

//! Returns whether updates are tested with every policy, and not with the default policy only. Each policy is tested
//! with a size that each lane moves by itself, and with aligned and unaligned sizes that lanes move together.
constexpr bool is_tested_with_every_policy(std::size_t size)
{
    return heddle_test::full || size == 3 || size == 28 || size == 44 || size == 50;
}

//! Checks one kind of update (common/updates.hpp) of elements.
template <class Element, class Kind>
void check_elements(way w, Kind const& kind)
{
    random_source random("updated elements");
    guarded_array<Element> array(count, random);
    std::vector<Element> const before(array.data(), array.data() + count);
    std::vector<Element> expected = before;
    kind.expect(expected.data(), count);
    auto const check = [&](auto p) {
        for (std::size_t i = 0; i < count; ++i) array[i] = before[i];
        heddle_test::run(w, count, [&](std::size_t i) { kind(p, i, i, count); });
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(expected[i], array[i]) << sizeof(Element) << " bytes, element " << i;
        }
    };
    if constexpr (is_tested_with_every_policy(sizeof(Element))) {
        with_every_policy(array.data(), check);
    } else {
        check(coalesced_ptr<Element>(array.data()));
    }
    EXPECT_TRUE(array.guards_intact());
}

template <class Kind>
void check(way w, Kind const& kind)
{
    with_every_size([&](auto type) { check_elements<decltype(type)>(w, kind); });
}

TEST_P(update_test, stores_what_the_body_leaves_wherever_it_returns) { check(GetParam(), heddle_test::by_lambda{}); }
TEST_P(update_test, stores_nothing_where_the_body_returns_false) { check(GetParam(), heddle_test::of_those_changed{}); }
TEST_P(update_test, of_some_lanes_touches_no_other_elements) { check(GetParam(), heddle_test::of_some_lanes{}); }
TEST_P(update_test, of_some_lanes_stores_nothing_where_the_body_returns_false)
{
    check(GetParam(), heddle_test::of_some_lanes_that_change{});
}
TEST_P(update_test, single_lanes_load_and_store_what_they_want) { check(GetParam(), heddle_test::by_single_lanes{}); }
TEST_P(update_test, may_be_called_in_loops_and_within_itself)
{
    check_elements<bytes<44>>(GetParam(), heddle_test::in_loops{});
    check_elements<bytes<44>>(GetParam(), heddle_test::within_each_other{});
}
TEST_P(update_test, scopes_store_by_every_exit_unless_discarded) { check(GetParam(), heddle_test::in_a_scope{}); }

TEST_P(update_test, calls_the_body_once_for_each_lane_that_wants_it)
{
    std::vector<seven> array(count);
    std::vector<unsigned> calls(count), expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = i % 4 == 2 ? 0 : 1;
    run(count, [&](std::size_t i) { heddle::update_if(i % 4 != 2, array.data() + i, [&](seven&) { ++calls[i]; }); });
    EXPECT_EQ(expected, calls);
}

struct counter {
    int value[9];
    void increment() { ++value[8]; }
    bool halve_if_even() noexcept
    {
        value[0] /= 2;
        return value[0] % 2 == 0;
    }
};

TEST_P(update_test, calls_member_functions)
{
    std::vector<counter> array(count);
    for (std::size_t i = 0; i < count; ++i) array[i].value[0] = static_cast<int>(i);
    coalesced_ptr<counter> const p(array.data());
    run(count, [&](std::size_t i) {
        heddle::update(p + i, &counter::increment);
        heddle::update_if(i % 5 != 0, p + i, &counter::halve_if_even);
    });
    for (std::size_t i = 0; i < count; ++i) {
        int const number = static_cast<int>(i), half = number / 2;
        EXPECT_EQ(1, array[i].value[8]);
        EXPECT_EQ(i % 5 != 0 && half % 2 == 0 ? half : number, array[i].value[0]);
    }
}

struct fixed {
    int const number;
    int value[8];
    explicit fixed(int n) : number(n), value{n} {}
};
static_assert(!std::is_default_constructible_v<fixed> && !std::is_copy_assignable_v<fixed>);

TEST_P(update_test, takes_elements_that_are_neither_default_constructible_nor_assignable)
{
    std::vector<fixed> array;
    for (int i = 0; i < static_cast<int>(count); ++i) array.emplace_back(i);
    run(count, [&](std::size_t i) {
        heddle::update_if(i % 3 != 0, array.data() + i, [](fixed& f) { f.value[7] = -f.number; });
        coalesced_ptr<fixed>(array.data())[static_cast<std::ptrdiff_t>(i)].edit()->value[6] = 5;
    });
    for (int i = 0; i < static_cast<int>(count); ++i) {
        EXPECT_EQ(i, array[i].number);
        EXPECT_EQ(i % 3 == 0 ? 0 : -i, array[i].value[7]);
        EXPECT_EQ(5, array[i].value[6]);
    }
}

}  // namespace
