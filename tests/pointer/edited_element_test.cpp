// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests edit in emulated warps. An element is loaded where the scope of the edit begins and stored where the scope
// ends. (update_test.cpp tests all exits of the scope.)

#include "ways_to_run.hpp"

#include <common/bytes.hpp>

#include <heddle/update.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::emulate_grid;
using namespace heddle_test;

using seven = bytes<28, 4>;

static_assert(!std::is_copy_constructible_v<heddle::detail::edited_element<seven>>);
static_assert(!std::is_copy_assignable_v<heddle::detail::edited_element<seven>>);
static_assert(!std::is_move_assignable_v<heddle::detail::edited_element<seven>>);

constexpr std::size_t count = 75;

struct edited_element_test : heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(edited_element_test);

TEST_P(edited_element_test, lives_as_long_as_its_scope)
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
            seen[i] = array[2 * i].value[27];  // neither element is stored yet
        }
        // Both elements are stored now.
        array[2 * i].value[26] = array[2 * i + 1].value[27];
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(0, seen[i]);
        EXPECT_EQ(1, array[2 * i].value[27]);
        EXPECT_EQ(2, array[2 * i].value[26]);
    }
}

TEST(edited_element, is_not_stored_when_its_scope_throws)
{
    seven array[1] = {};
    auto const throws = [&] {
        auto e = heddle::edit(array + 0);
        e->value[0] = 1;
        throw std::runtime_error("scope");
    };
    EXPECT_THROW(throws(), std::runtime_error);
    EXPECT_EQ(0, array[0].value[0]);
    // A scope in code that runs during stack unwinding ends normally.
    struct edits_when_destroyed {
        seven* element;
        ~edits_when_destroyed()
        {
            auto e = heddle::edit(element);
            e->value[0] = 2;
        }
    };
    try {
        edits_when_destroyed const edits{array};
        throw std::runtime_error("outer");
    } catch (std::runtime_error const&) {
    }
    EXPECT_EQ(2, array[0].value[0]);
}

// When lane 30 throws, other lanes wait in their stores or have elements that are not stored.
TEST(edited_element, leaves_a_warp_in_which_another_lane_throws)
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

}  // namespace
