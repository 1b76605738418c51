// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves elements with unusual operators and constructors (common/hostile_moves.hpp) in emulated warps. Calls every
// function of coalesced_ptr and of groups.

#include <common/full_test.hpp>
#include <common/guarded_array.hpp>
#include <common/hostile_moves.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heddle_test;

template <class Element>
class hostile_elements_test : public ::testing::Test {
protected:
    static constexpr std::size_t count = 96;

    //! Expects that move(in, out, spare) copies elements from `in` to `out`. The array `spare` is a copy of `in`.
    template <class Move>
    void expect_moved(std::size_t elements, int way, Move const& move)
    {
        guarded_array<Element> in(count, random), out(count, random), spare(in);
        std::vector<unsigned char> expected(elements * sizeof(Element));
        std::memcpy(expected.data(), in.data(), expected.size());
        move(in.data(), out.data(), spare.data());
        EXPECT_EQ(0, std::memcmp(expected.data(), out.data(), expected.size())) << "way " << way;
        EXPECT_TRUE(in.guards_intact() && out.guards_intact() && spare.guards_intact()) << "way " << way;
    }

    template <class Policy, lane_way... Way>
    void expect_lanes_move(std::integer_sequence<lane_way, Way...>)
    {
        // Some lanes of the last warp have no element.
        constexpr std::ptrdiff_t end = count - 7;
        auto const expect = [&](auto way) {
            host_copies_part::copies = 0;
            expect_moved(end, static_cast<int>(decltype(way)::value), [&](Element* in, Element* out, Element* spare) {
                heddle::emulate_grid(count, [&](std::size_t i) {
                    move_by_lane<decltype(way)::value>(
                        heddle::coalesced_ptr<Element const, Policy>(in), heddle::coalesced_ptr<Element, Policy>(out),
                        heddle::coalesced_ptr<Element, Policy>(spare), static_cast<std::ptrdiff_t>(i), end);
                });
            });
            if (!gives_values(decltype(way)::value)) {
                EXPECT_EQ(0u, host_copies_part::copies) << "way " << static_cast<int>(decltype(way)::value);
            }
        };
        (expect(std::integral_constant<lane_way, Way>()), ...);
    }
    template <class Policy>
    void expect_all_lanes_move()
    {
        expect_lanes_move<Policy>(lane_ways_without_values());
        expect_lanes_move<Policy>(lane_ways_with_values());
    }

    template <group_way... Way>
    void expect_groups_move(std::integer_sequence<group_way, Way...>)
    {
        auto const expect = [&](auto way) {
            expect_moved(8, static_cast<int>(decltype(way)::value), [](Element* in, Element* out, Element*) {
                heddle::emulate_group<8>(
                    [&](auto const& group) { move_by_group<decltype(way)::value>(group, in, out); });
            });
        };
        (expect(std::integral_constant<group_way, Way>()), ...);
    }

    random_source random{"hostile elements"};
};

using elements =
    ::testing::Types<own_operators<4, 4>, own_operators<24, 4>, own_operators<29, 1>, own_operators<60, 16>,
                     made_of_anything<8, 4>, made_of_anything<24, 4>, no_address<24, 4>, host_copies<4, 4>,
                     host_copies<24, 4>, host_copies<29, 1>, host_copies<60, 16>, device_copies<24, 4>>;
TYPED_TEST_SUITE(hostile_elements_test, elements);

TYPED_TEST(hostile_elements_test, move_through_the_pointer)
{
    this->template expect_all_lanes_move<heddle::by_plan>();
    constexpr bool in_every_policy = full || sizeof(TypeParam) == 24;
    if constexpr (in_every_policy) this->template expect_all_lanes_move<heddle::lane_by_lane>();
    if constexpr (in_every_policy || sizeof(TypeParam) == 29) {
        this->template expect_all_lanes_move<heddle::in_block<32>>();
    }
}

TYPED_TEST(hostile_elements_test, move_through_groups) { this->expect_groups_move(group_ways()); }

TEST(elements_of_two_policies, change_places)
{
    struct holder {
        int value[3];
    } holders[2] = {{{1, 1, 1}}, {{2, 2, 2}}};
    heddle::coalesced_ptr<holder> const p(holders);
    heddle::coalesced_ptr<holder, heddle::lane_by_lane> const q(holders);
    swap(p[0], q[1]);
    EXPECT_EQ(2, holders[0].value[2]);
    EXPECT_EQ(1, holders[1].value[0]);
}

}  // namespace
