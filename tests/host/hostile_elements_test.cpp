// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements with hostile operators and constructors in every function of coalesced_ptr and groups, in emulated warps.

#include <common/hostile_moves.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using heddle_test::group_way;
using heddle_test::lane_way;

template <class Element>
class array {
public:
    explicit array(std::size_t count, heddle_test::random_source& random) : bytes_((count + 1) * sizeof(Element))
    {
        random.fill(bytes_.data(), bytes_.size());
    }
    Element* data()
    {
        auto const address = reinterpret_cast<std::uintptr_t>(bytes_.data());
        return reinterpret_cast<Element*>((address + alignof(Element) - 1) / alignof(Element) * alignof(Element));
    }

private:
    std::vector<unsigned char> bytes_;
};

template <class Element>
class hostile_elements_test : public ::testing::Test {
protected:
    static constexpr std::size_t count = 96;

    void SetUp() override { start_again(); }

    void start_again()
    {
        in = array<Element>(count, random);
        out = array<Element>(count, random);
        spare = array<Element>(count, random);
        std::memcpy(static_cast<void*>(spare.data()), in.data(), count * sizeof(Element));
    }
    void expect_moved(std::size_t elements, int way)
    {
        EXPECT_EQ(0, std::memcmp(static_cast<void const*>(in.data()), out.data(), elements * sizeof(Element)))
            << "way " << way;
    }

    template <lane_way Way, class Policy>
    void expect_lanes_move()
    {
        start_again();
        auto const from = heddle::coalesced_ptr<Element const, Policy>(in.data());
        auto const to = heddle::coalesced_ptr<Element, Policy>(out.data());
        auto const third = heddle::coalesced_ptr<Element, Policy>(spare.data());
        // In the last warp some lanes have no element.
        constexpr std::ptrdiff_t end = count - 7;
        heddle_test::host_copies_part::copies = 0;
        heddle::emulate_grid(count, [&](std::size_t i) {
            heddle_test::move_by_lane<Way>(from, to, third, static_cast<std::ptrdiff_t>(i), end);
        });
        expect_moved(end, static_cast<int>(Way));
        if (!heddle_test::gives_values(Way)) {
            EXPECT_EQ(0u, heddle_test::host_copies_part::copies) << "way " << static_cast<int>(Way);
        }
    }
    template <class Policy, lane_way... Way>
    void expect_lanes_move(std::integer_sequence<lane_way, Way...>)
    {
        (expect_lanes_move<Way, Policy>(), ...);
    }
    template <class Policy>
    void expect_all_lanes_move()
    {
        expect_lanes_move<Policy>(heddle_test::lane_ways_without_values());
        expect_lanes_move<Policy>(heddle_test::lane_ways_with_values());
    }

    template <group_way Way>
    void expect_group_moves()
    {
        start_again();
        heddle::emulate_group<8>(
            [&](auto const& group) { heddle_test::move_by_group<Way>(group, in.data(), out.data()); });
        expect_moved(8, static_cast<int>(Way));
    }

    template <group_way... Way>
    void expect_groups_move(std::integer_sequence<group_way, Way...>)
    {
        (expect_group_moves<Way>(), ...);
    }

    heddle_test::random_source random{"hostile elements"};
    array<Element> in{0, random}, out{0, random}, spare{0, random};
};

using elements =
    ::testing::Types<heddle_test::own_operators<4, 4>, heddle_test::own_operators<24, 4>,
                     heddle_test::own_operators<29, 1>, heddle_test::own_operators<60, 16>,
                     heddle_test::made_of_anything<8, 4>, heddle_test::made_of_anything<24, 4>,
                     heddle_test::no_address<24, 4>, heddle_test::host_copies<4, 4>, heddle_test::host_copies<24, 4>,
                     heddle_test::host_copies<29, 1>, heddle_test::host_copies<60, 16>>;
TYPED_TEST_SUITE(hostile_elements_test, elements);

TYPED_TEST(hostile_elements_test, move_through_the_pointer)
{
    this->template expect_all_lanes_move<heddle::by_plan>();
    this->template expect_all_lanes_move<heddle::in_block<32>>();
    this->template expect_all_lanes_move<heddle::lane_by_lane>();
}

TYPED_TEST(hostile_elements_test, move_through_groups) { this->expect_groups_move(heddle_test::group_ways()); }

struct copied_explicitly {
    int value;

    copied_explicitly() = default;
    explicit copied_explicitly(copied_explicitly const&) = default;
};

//! Its constructor template takes any type, also a reference to an element.
template <class Tag>
struct made_of_anything {
    int value;

    made_of_anything() = default;
    template <class Any>
    explicit made_of_anything(Any const&) : value(-1)
    {
    }
};
struct made_implicitly_of_anything {
    int value;

    made_implicitly_of_anything() = default;
    template <class Any>
    made_implicitly_of_anything(Any const&) : value(-1)
    {
    }
};

template <class Element>
void expect_values_by_assignment()
{
    Element values[64];
    int i = 0;
    for (Element& e : values) e.value = ++i;
    heddle::coalesced_ptr<Element> const p(values);
    heddle::emulate_grid(64, [&](std::size_t k) {
        auto const at = static_cast<std::ptrdiff_t>(k);
        Element const e = p[at];
        EXPECT_EQ(at + 1, e.value);
        EXPECT_EQ(at + 1, p[at].load().value);
        p[at] = e;
        EXPECT_EQ(at + 1, values[k].value);
    });
}

TEST(elements_made_of_anything, are_the_elements_by_assignment)
{
    expect_values_by_assignment<made_of_anything<int>>();
    expect_values_by_assignment<made_implicitly_of_anything>();
}

// Comparisons whose result refers to their operands are refused, as arithmetic is.
struct compared_later {
    compared_later const* a;
    compared_later const* b;
    float value[5];

    struct result {
        compared_later const* left;
    };
    result operator<(compared_later const&) const { return {this}; }
    bool operator==(compared_later const& other) const { return value[0] == other.value[0]; }
};
template <class Reference, class = void>
inline constexpr bool is_less_comparable = false;
template <class Reference>
inline constexpr bool
    is_less_comparable<Reference, std::void_t<decltype(std::declval<Reference>() < std::declval<Reference>())>> = true;

TEST(elements_compared_later, have_no_comparison_by_reference)
{
    using reference = heddle::coalesced_ptr<compared_later>::reference;
    static_assert(is_less_comparable<compared_later const&> && !is_less_comparable<reference>);
    compared_later values[2] = {};
    heddle::coalesced_ptr<compared_later> const p(values);
    EXPECT_TRUE(p[0] == p[1]);
}

TEST(elements_of_two_policies, change_places)
{
    int values[2] = {1, 2};
    struct holder {
        int value[3];
    } holders[2] = {{{1, 1, 1}}, {{2, 2, 2}}};
    heddle::coalesced_ptr<holder> const p(holders);
    heddle::coalesced_ptr<holder, heddle::lane_by_lane> const q(holders);
    swap(p[0], q[1]);
    EXPECT_EQ(2, holders[0].value[2]);
    EXPECT_EQ(1, holders[1].value[0]);
    heddle::coalesced_ptr<int> const i(values);
    swap(i[0], i[1]);
    EXPECT_EQ(2, values[0]);
}

TEST(elements_copied_explicitly, are_values)
{
    expect_values_by_assignment<copied_explicitly>();
    copied_explicitly values[2] = {};
    values[1].value = 5;
    heddle::coalesced_ptr<copied_explicitly> const p(values);
    copied_explicitly const value(p[1]);
    EXPECT_EQ(5, value.value);
}

}  // namespace
