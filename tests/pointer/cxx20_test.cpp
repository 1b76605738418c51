// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests what C++20 asks of a pointer: the compiler compares the types, and evaluates the constants.

#include <heddle/coalesced_ptr.cuh>

#include <compare>
#include <concepts>
#include <memory>

namespace {

struct element {
    float x[7];
};
using pointer = heddle::coalesced_ptr<element>;
using const_pointer = heddle::coalesced_ptr<element const>;

template <class A, class B>
concept has_less = requires(A a, B b)
{
    a < b;
};
static_assert(has_less<pointer, const_pointer> && !has_less<pointer, heddle::coalesced_ptr<int>>);
static_assert(std::three_way_comparable<pointer, std::strong_ordering>);
static_assert(std::three_way_comparable_with<pointer, const_pointer, std::strong_ordering>);
static_assert(std::totally_ordered<pointer> && std::totally_ordered_with<pointer, const_pointer>);

constexpr element table[4] = {};
constexpr const_pointer first = table;
static_assert(std::to_address(first + 2) == table + 2);
constexpr std::compare_three_way compare;
static_assert(compare(first, first + 1) < 0 && compare(first + 1, first) > 0 && compare(first, first) == 0);
// clang-format off
static_assert((first <=> table + 1) < 0 && (table + 1 <=> first) > 0);
// clang-format on

}  // namespace
