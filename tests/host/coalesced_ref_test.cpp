// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The reference behaves as T&: outside a warp, in whole warps and in parts of them.

#include "numbers.hpp"
#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/coalesced_ref.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle_test::numbered;
using heddle_test::numbers;

// Two warps and a partial one; not a multiple of three.
constexpr std::size_t count = 70;

class coalesced_ref_every_way : public heddle_test::every_way {
protected:
    std::vector<numbers> a_ = numbered(100, count);
    std::vector<numbers> b_ = numbered(500, count);
    std::vector<numbers> const old_a_ = a_;
    std::vector<numbers> const old_b_ = b_;
    coalesced_ptr<numbers> const a{a_.data()};
    coalesced_ptr<numbers> const b{b_.data()};
    coalesced_ptr<numbers const> const read_b{b_.data()};

    static std::size_t elsewhere(std::size_t i) { return (i * 29 + 3) % count; }
};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_every_way);

TEST_P(coalesced_ref_every_way, converts_to_its_element)
{
    std::vector<numbers> found[5];
    for (auto& f : found) f.resize(count);
    run(count, [&](std::size_t i) {
        numbers const converted = a[i];
        found[0][i] = converted;
        found[1][i] = a[elsewhere(i)].load();
        found[2][i] = *(read_b + i);
        found[3][i] = a[i] + b[i];  // a friend of numbers
        numbers const& bound = read_b[i];
        found[4][i] = bound;
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(old_a_[i], found[0][i]);
        EXPECT_EQ(old_a_[elsewhere(i)], found[1][i]);
        EXPECT_EQ(old_b_[i], found[2][i]);
        EXPECT_EQ(old_a_[i] + old_b_[i], found[3][i]);
        EXPECT_EQ(old_b_[i], found[4][i]);
    }
    EXPECT_EQ(old_a_, a_);
    EXPECT_EQ(old_b_, b_);
}

TEST_P(coalesced_ref_every_way, assigns_values)
{
    run(count, [&](std::size_t i) {
        a[i] = numbers::from(i);
        b[elsewhere(i)].store(numbers::from(i));
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(numbers::from(i), a_[i]);
        EXPECT_EQ(numbers::from(i), b_[elsewhere(i)]);
    }
}

TEST_P(coalesced_ref_every_way, assigns_elements_of_another_array)
{
    run(count, [&](std::size_t i) { a[i] = b[elsewhere(i)]; });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(old_b_[elsewhere(i)], a_[i]);
    run(count, [&](std::size_t i) { a[elsewhere(i)] = read_b[i]; });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(old_b_[i], a_[elsewhere(i)]);
    EXPECT_EQ(old_b_, b_);
}

TEST_P(coalesced_ref_every_way, assigns_elements_of_the_same_array)
{
    run(count / 2, [&](std::size_t i) { a[i] = a[count / 2 + i]; });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(old_a_[i % 35 + 35], a_[i]);
    run(count, [&](std::size_t i) { b[i] = b[i]; });
    EXPECT_EQ(old_b_, b_);
}

TEST_P(coalesced_ref_every_way, assignments_chain)
{
    run(count, [&](std::size_t i) { a[i] = b[i] = numbers::from(i); });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(numbers::from(i), a_[i]);
        EXPECT_EQ(numbers::from(i), b_[i]);
    }
    run(count, [&](std::size_t i) { (a[i] += 1u) += 2u; });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(numbers::from(i) += 3, a_[i]);
}

TEST_P(coalesced_ref_every_way, named_references_mean_the_element)
{
    std::vector<numbers> found(count);
    run(count, [&](std::size_t i) {
        auto& to = a[i];
        auto const& from = b[i];
        to = from;
        to += 1u;
        numbers& plain = a[i];
        plain += 1u;
        auto const& same = a[i];
        found[i] = same;
    });
    for (std::size_t i = 0; i < count; ++i) {
        numbers const expected = numbers(old_b_[i]) += 2u;
        EXPECT_EQ(expected, a_[i]);
        EXPECT_EQ(expected, found[i]);
    }
    EXPECT_EQ(old_b_, b_);
}

TEST_P(coalesced_ref_every_way, its_address_is_that_of_the_element)
{
    run(count, [&](std::size_t i) {
        numbers* const raw = &a[i];
        numbers const* const read = &read_b[i];
        *raw = *read;
        numbers copy;
        std::memcpy(static_cast<void*>(&copy), &a[i], sizeof copy);
        std::memcpy(&b[i], &copy, sizeof copy);
        if (&a[i] != a + i || !(*&a[i] == old_b_[i])) *raw = numbers::from(0);
    });
    EXPECT_EQ(old_b_, a_);
    EXPECT_EQ(old_b_, b_);
}

TEST_P(coalesced_ref_every_way, is_chosen_among_others)
{
    std::vector<numbers> found(count);
    run(count, [&](std::size_t i) {
        auto const& chosen = i % 3 == 0 ? a[i] : read_b[i];
        found[i] = chosen;
    });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ((i % 3 == 0 ? a_ : b_)[i], found[i]);
}

TEST_P(coalesced_ref_every_way, swaps)
{
    std::vector<numbers> values = numbered(900, count);
    run(count, [&](std::size_t i) {
        using std::swap;
        swap(a[i], b[elsewhere(i)]);
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(old_b_[elsewhere(i)], a_[i]);
        EXPECT_EQ(old_a_[i], b_[elsewhere(i)]);
    }
    run(count, [&](std::size_t i) { swap(a[i], values[i]); });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(numbers::from(900 + i), a_[i]);
        EXPECT_EQ(old_b_[elsewhere(i)], values[i]);
    }
    run(count, [&](std::size_t i) { swap(values[i], a[i]); });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(old_b_[elsewhere(i)], a_[i]);
        EXPECT_EQ(numbers::from(900 + i), values[i]);
    }
    run(count, [&](std::size_t i) { swap(a[i], a[i]); });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(old_b_[elsewhere(i)], a_[i]);
}

TEST_P(coalesced_ref_every_way, compares_as_its_element)
{
    std::vector<int> found(count);
    run(count, [&](std::size_t i) {
        found[i] = (a[i] == a[i]) + (a[i] < b[i]) + (a[i] == old_a_[i]) + (old_b_[i] == read_b[i]) + !(b[i] < a[i]);
    });
    EXPECT_EQ(std::vector<int>(count, 5), found);
}

// Its type has the traits of T&.
using reference = coalesced_ptr<numbers>::reference;
using const_reference = coalesced_ptr<numbers const>::reference;
static_assert(std::is_lvalue_reference_v<reference> && std::is_lvalue_reference_v<const_reference>);
static_assert(std::is_convertible_v<reference, numbers>);
static_assert(std::is_convertible_v<const_reference, numbers>);
static_assert(std::is_convertible_v<reference, numbers&>);
static_assert(!std::is_convertible_v<const_reference, numbers&>);
static_assert(std::is_convertible_v<reference, const_reference>);
static_assert(!std::is_convertible_v<const_reference, reference>);
static_assert(!std::is_convertible_v<numbers&, reference>);
static_assert(std::is_same_v<std::remove_reference_t<reference>::value_type, numbers>);
static_assert(!std::is_default_constructible_v<std::remove_reference_t<reference>>);
static_assert(std::is_same_v<decltype(std::declval<reference>().load()), numbers>);
static_assert(std::is_same_v<decltype(std::declval<reference>() = numbers()), reference>);
static_assert(sizeof(reference) == sizeof(numbers));

}  // namespace
