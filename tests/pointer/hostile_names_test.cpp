// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests elements of a namespace whose function templates take any type and have the names of the library's functions.
// Argument-dependent lookup must not find these functions.

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <gtest/gtest.h>

#include <cstddef>

namespace hostile_names {

#define HEDDLE_TEST_TAKES_ANYTHING(name) \
    template <class... Anything>         \
    void name(Anything&&...)             \
    {                                    \
    }
HEDDLE_TEST_TAKES_ANYTHING(load)
HEDDLE_TEST_TAKES_ANYTHING(store)
HEDDLE_TEST_TAKES_ANYTHING(load_if)
HEDDLE_TEST_TAKES_ANYTHING(store_if)
HEDDLE_TEST_TAKES_ANYTHING(load_contiguous)
HEDDLE_TEST_TAKES_ANYTHING(store_contiguous)
HEDDLE_TEST_TAKES_ANYTHING(loaded)
HEDDLE_TEST_TAKES_ANYTHING(shuffle)
HEDDLE_TEST_TAKES_ANYTHING(shuffle_up)
HEDDLE_TEST_TAKES_ANYTHING(shuffle_down)
HEDDLE_TEST_TAKES_ANYTHING(shuffle_xor)
HEDDLE_TEST_TAKES_ANYTHING(broadcast)
HEDDLE_TEST_TAKES_ANYTHING(exchange)
HEDDLE_TEST_TAKES_ANYTHING(reduce)
HEDDLE_TEST_TAKES_ANYTHING(inclusive_scan)
#undef HEDDLE_TEST_TAKES_ANYTHING

template <unsigned Count>
struct element {
    int value[Count];
};

}  // namespace hostile_names

namespace {

template <class Element, class Policy>
void expect_copies()
{
    Element in[32] = {}, out[32] = {};
    for (int i = 0; i < 32; ++i) in[i].value[0] = i + 1;
    heddle::coalesced_ptr<Element const, Policy> const from(in);
    heddle::coalesced_ptr<Element, Policy> const to(out);
    heddle::emulate_grid(32, [&](std::size_t k) {
        auto const i = static_cast<std::ptrdiff_t>(k);
        Element const element = from[i];
        to[i] = element;
        EXPECT_EQ(i + 1, out[i].value[0]);
        heddle::update(to + i, [](Element& e) { ++e.value[0]; });
        EXPECT_EQ(i + 2, out[i].value[0]);
        heddle::store_if(true, to + i, heddle::load_if(true, from + i));
        EXPECT_EQ(i + 1, out[i].value[0]);
        to[i].edit()->value[0] = 50;
        EXPECT_EQ(50, out[i].value[0]);
    });
    swap(to[0], in[1]);
    EXPECT_EQ(2, out[0].value[0]);
}

struct sum_of_first {
    template <class Element>
    Element operator()(Element left, Element const& right) const
    {
        left.value[0] += right.value[0];
        return left;
    }
};

template <class Element>
void expect_group_functions()
{
    Element values[32] = {}, results[64] = {};
    for (Element& element : values) element.value[0] = 1;
    Element* const in = values;
    Element* const out = results;
    heddle::emulate_group([&](auto const& group) {
        unsigned const lane = group.thread_rank();
        heddle::store_contiguous(group, out, heddle::load_contiguous(group, in));
        EXPECT_EQ(1, out[lane].value[0]);
        heddle::store_contiguous<2>(group, out, heddle::load_contiguous<2>(group, in, 31), 31);
        Element element = heddle::load(group, in + lane);
        heddle::store_if(group, lane % 2 == 0, out + 32 + lane, element);
        EXPECT_EQ(lane % 2 == 0 ? 1 : 0, out[32 + lane].value[0]);
        EXPECT_EQ(32, heddle::reduce_to_all(group, element, sum_of_first{}).value[0]);
        auto const sum = heddle::inclusive_scan(group, element, sum_of_first{});
        EXPECT_EQ(static_cast<int>(lane) + 1, sum.value[0]);
        EXPECT_EQ(2, heddle::broadcast(group, sum, 1).value[0]);
        Element other = element;
        heddle::exchange(group, element, other, 1);
        EXPECT_EQ(1, heddle::rotate(group, element, 1).value[0]);
    });
}

TEST(hostile_names_test, are_not_found_by_accesses)
{
    using small = hostile_names::element<1>;
    using large = hostile_names::element<9>;
    expect_copies<small, heddle::by_plan>();
    expect_copies<large, heddle::by_plan>();
    expect_copies<large, heddle::in_block<32>>();
    expect_copies<large, heddle::lane_by_lane>();
}

TEST(hostile_names_test, are_not_found_by_functions_of_groups)
{
    expect_group_functions<hostile_names::element<1>>();
    expect_group_functions<hostile_names::element<9>>();
}

}  // namespace
