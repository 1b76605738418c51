// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests compound assignment, increment and decrement of the proxy, with values and proxies on the right.

#include "numbers.hpp"
#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/coalesced_ref.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle_test::numbered;
using heddle_test::numbers;

constexpr std::size_t count = 70;

class coalesced_ref_operators : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_operators);

// There are four kinds of right-hand side: an element, a scalar, a proxy, and a proxy of a const element.
#define HEDDLE_TEST_COMPOUND(name, op)                                  \
    TEST_P(coalesced_ref_operators, name)                               \
    {                                                                   \
        std::vector<numbers> left[4];                                   \
        for (auto& l : left) l = numbered(7, count);                    \
        std::vector<numbers> right = numbered(0, count);                \
        for (numbers & r : right) r %= 13u, r += 1u;                    \
        coalesced_ptr<numbers> const proxy(right.data());               \
        coalesced_ptr<numbers const> const read_only = proxy;           \
        run(count, [&](std::size_t i) {                                 \
            numbers const value = right[i];                             \
            (coalesced_ptr<numbers>(left[0].data())[i] op value) += 0u; \
            coalesced_ptr<numbers>(left[1].data())[i] op 3u;            \
            coalesced_ptr<numbers>(left[2].data())[i] op proxy[i];      \
            coalesced_ptr<numbers>(left[3].data())[i] op read_only[i];  \
        });                                                             \
        for (std::size_t i = 0; i < count; ++i) {                       \
            numbers by_element = numbers::from(7 + i);                  \
            by_element op right[i];                                     \
            numbers by_scalar = numbers::from(7 + i);                   \
            by_scalar op 3u;                                            \
            EXPECT_EQ(by_element, left[0][i]);                          \
            EXPECT_EQ(by_scalar, left[1][i]);                           \
            EXPECT_EQ(by_element, left[2][i]);                          \
            EXPECT_EQ(by_element, left[3][i]);                          \
        }                                                               \
    }
HEDDLE_TEST_COMPOUND(adds, +=)
HEDDLE_TEST_COMPOUND(subtracts, -=)
HEDDLE_TEST_COMPOUND(multiplies, *=)
HEDDLE_TEST_COMPOUND(divides, /=)
HEDDLE_TEST_COMPOUND(takes_the_remainder, %=)
HEDDLE_TEST_COMPOUND(ands, &=)
HEDDLE_TEST_COMPOUND(ors, |=)
HEDDLE_TEST_COMPOUND(xors, ^=)
HEDDLE_TEST_COMPOUND(shifts_left, <<=)
HEDDLE_TEST_COMPOUND(shifts_right, >>=)

TEST_P(coalesced_ref_operators, increments_and_decrements)
{
    std::vector<numbers> up = numbered(10, count), down = numbered(10, count);
    coalesced_ptr<numbers> const u(up.data()), d(down.data());
    run(count, [&](std::size_t i) {
        ++u[i];
        ++ ++u[i];
        --d[i];
        -- --d[i];
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(numbers::from(10 + i) += 3, up[i]);
        EXPECT_EQ(numbers::from(10 + i) -= 3, down[i]);
    }
}

TEST_P(coalesced_ref_operators, increments_and_decrements_afterwards)
{
    std::vector<double> up(count, 1.5), down(count, 1.5), found_up(count), found_down(count);
    coalesced_ptr<double> const u(up.data()), d(down.data());
    run(count, [&](std::size_t i) {
        found_up[i] = u[i]++;
        found_down[i] = d[i]--;
    });
    EXPECT_EQ(std::vector<double>(count, 1.5), found_up);
    EXPECT_EQ(std::vector<double>(count, 1.5), found_down);
    EXPECT_EQ(std::vector<double>(count, 2.5), up);
    EXPECT_EQ(std::vector<double>(count, 0.5), down);
}

TEST_P(coalesced_ref_operators, mix_types_as_the_elements_do)
{
    std::vector<double> d(count, 10);
    std::vector<int> n(count, 3);
    std::vector<char> c(count, 'a');
    coalesced_ptr<double> const doubles(d.data());
    coalesced_ptr<int> const ints(n.data());
    coalesced_ptr<char> const chars(c.data());
    run(count, [&](std::size_t i) {
        doubles[i] += ints[i];                      // 13
        doubles[i] /= 2;                            // 6.5
        doubles[i] = doubles[i] * ints[i] + 0.25f;  // 19.75
        ints[i] = doubles[i];                       // 19
        ints[i] <<= 1;                              // 38
        chars[i] += 2;
        doubles[i] = ints[i];      // 38
        doubles[i] *= doubles[i];  // 1444
    });
    EXPECT_EQ(std::vector<double>(count, 1444), d);
    EXPECT_EQ(std::vector<int>(count, 38), n);
    EXPECT_EQ(std::vector<char>(count, 'c'), c);
}

}  // namespace
