// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the results of update, update_if and edit in emulated warps. Tests load_if and store_if without a group.

#include "ways_to_run.hpp"

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>
#include <common/updates.hpp>
#include <pointer/update_bodies.hpp>

#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using namespace heddle_test;

using seven = bytes<28, 4>;

constexpr std::size_t count = 75;  // two warps and a partial warp

struct update_test : heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(update_test);

//! Returns whether this size is tested with every policy. Other sizes are tested only with the default policy.
constexpr bool is_tested_with_every_policy(std::size_t size)
{
    return full || size == 3 || size == 28 || size == 44 || size == 50;
}

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

TEST_P(update_test, stores_what_the_body_leaves_wherever_it_returns) { check(GetParam(), by_lambda{}); }
TEST_P(update_test, stores_nothing_where_the_body_returns_false) { check(GetParam(), of_those_changed{}); }
TEST_P(update_test, of_some_lanes_touches_no_other_elements) { check(GetParam(), of_some_lanes{}); }
TEST_P(update_test, of_some_lanes_stores_nothing_where_the_body_returns_false)
{
    check(GetParam(), of_some_lanes_that_change{});
}
TEST_P(update_test, single_lanes_load_and_store_what_they_want) { check(GetParam(), by_single_lanes{}); }
TEST_P(update_test, may_be_called_in_loops_and_within_itself)
{
    check_elements<bytes<44>>(GetParam(), in_loops{});
    check_elements<bytes<44>>(GetParam(), within_each_other{});
}
TEST_P(update_test, scopes_store_by_every_exit_unless_discarded) { check(GetParam(), in_a_scope{}); }

//! An element that is neither default constructible nor assignable.
struct counter {
    int const number;
    int calls[8] = {};

    explicit counter(int n) : number(n) {}
    void increment() { ++calls[0]; }
    bool increment_but_discard() noexcept
    {
        ++calls[0];
        return false;
    }
};
static_assert(!std::is_default_constructible_v<counter> && !std::is_copy_assignable_v<counter>);

void increment(counter& element) { ++element.calls[1]; }
//! Has no operator(), but converts to a function pointer.
struct converts_to_function {
    using function = void (*)(counter&);
    operator function() const
    {
        return [](counter& element) { ++element.calls[2]; };
    }
};
//! Can be called as a temporary only, or as a variable only.
struct called_as_temporary {
    void operator()(counter& element) && { ++element.calls[3]; }
};
struct called_as_variable {
    void operator()(counter& element) & { ++element.calls[4]; }
};

TEST_P(update_test, calls_each_kind_of_body_once_in_each_lane_that_wants_it)
{
    std::vector<counter> array;
    for (int i = 0; i < static_cast<int>(count); ++i) array.emplace_back(i);
    std::vector<unsigned> calls(count);
    coalesced_ptr<counter> const p(array.data());
    run(count, [&](std::size_t i) {
        heddle::update(p + i, &counter::increment);
        heddle::update(p + i, &counter::increment_but_discard);
        heddle::update(p + i, increment);
        heddle::update(p + i, converts_to_function{});
        heddle::update_if(i % 3 == 0, p + i, called_as_temporary{});
        called_as_variable body;
        heddle::update(p + i, body);
        heddle::update_if(i % 4 != 2, array.data() + i, [&](counter& element) {
            ++calls[i];
            element.calls[5] = element.number;
        });
        p[i].edit()->calls[6] = 5;
    });
    for (int i = 0; i < static_cast<int>(count); ++i) {
        counter const& found = array[static_cast<std::size_t>(i)];
        bool const is_wanted = i % 4 != 2;
        EXPECT_EQ(i, found.number);
        EXPECT_EQ((std::vector<int>{1, 1, 1, i % 3 == 0, 1, is_wanted ? i : 0, 5, 0}),
                  std::vector<int>(std::begin(found.calls), std::end(found.calls)));
        EXPECT_EQ(is_wanted ? 1u : 0u, calls[static_cast<std::size_t>(i)]);
    }
}

TEST_P(update_test, edited_element_lives_as_long_as_its_scope)
{
    std::vector<seven> array(2 * count);
    std::vector<unsigned char> seen(count);
    coalesced_ptr<seven> const p(array.data());
    run(count, [&](std::size_t i) {
        {
            auto outer = heddle::edit(p + 2 * i);
            auto inner = heddle::edit(p + (2 * i + 1));
            outer->value[27] = 1;
            inner->value[27] = 2;
            seen[i] = array[2 * i].value[27];  // neither of the two elements is stored yet
        }
        array[2 * i].value[26] = array[2 * i + 1].value[27];
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(0, seen[i]);
        EXPECT_EQ(1, array[2 * i].value[27]);
        EXPECT_EQ(2, array[2 * i].value[26]);
    }
}

TEST(edit, is_not_stored_when_its_scope_throws)
{
    seven array[1] = {};
    auto const throws = [&] {
        auto e = heddle::edit(array + 0);
        e->value[0] = 1;
        throw std::runtime_error("scope");
    };
    EXPECT_THROW(throws(), std::runtime_error);
    EXPECT_EQ(0, array[0].value[0]);
    // This edit begins and ends during stack unwinding, so the element is stored.
    struct edits_when_destroyed {
        seven* element;
        ~edits_when_destroyed() { heddle::edit(element)->value[0] = 2; }
    };
    EXPECT_THROW(edits_when_destroyed const edits{array}; throw std::runtime_error("outer"), std::runtime_error);
    EXPECT_EQ(2, array[0].value[0]);
}

// When lane 30 throws, other lanes wait in their stores, or hold elements that are not stored yet.
TEST(edit, leaves_a_warp_in_which_another_lane_throws)
{
    alignas(128) static seven array[64];
    coalesced_ptr<seven> const p(array);
    for (bool const in_stores : {true, false}) {
        unsigned lanes_before = 0;
        auto const throws = [&](std::size_t i) {
            auto first = heddle::edit(p + i);
            first->value[0] = 1;
            // Other lanes run before lane 30.
            if (i == 30) {
                EXPECT_NE(0u, lanes_before);
                throw std::runtime_error("lane 30");
            }
            ++lanes_before;
            if (in_stores) return;
            auto second = heddle::edit(p + 32 + i);
            second->value[0] = 1;
        };
        EXPECT_THROW(emulate_grid(32, throws), std::runtime_error);
        for (seven const& s : array) EXPECT_EQ(seven{}, s);
    }
    EXPECT_EQ(nullptr, heddle::detail::emulated_lane::current());
    emulate_grid(32, [&](std::size_t i) {
        auto e = heddle::edit(p + i);
        e->value[0] = 3;
    });
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(3, array[i].value[0]);
}

TEST(update, stores_nothing_when_its_body_throws)
{
    seven array[32] = {};
    auto const throws = [&](std::size_t i) {
        heddle::update(array + i, [&](seven& s) {
            s.value[0] = 1;
            if (i % 3 != 0) wait_for_others();
            if (i == 5) throw std::runtime_error("body");
        });
    };
    EXPECT_THROW(emulate_grid(32, throws), std::runtime_error);
    for (seven const& s : array) EXPECT_EQ(seven{}, s);
}

}  // namespace
