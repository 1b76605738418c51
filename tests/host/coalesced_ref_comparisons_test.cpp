// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// p[i] compared: with values, with references of other kinds, by operators that a conversion to T does not find.

#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace user {

//! Its operators are members, one of them with another type on the right.
struct with_members {
    int number;
    char rest[17];
    bool operator<(with_members const& other) const { return number < other.number; }
    bool operator==(with_members const& other) const { return number == other.number; }
    bool operator==(int other) const { return number == other; }
};
//! Its operators are templates.
template <class Number>
struct with_templates {
    Number number;
    char rest[17];
};
template <class Number>
bool operator<(with_templates<Number> const& a, with_templates<Number> const& b)
{
    return a.number < b.number;
}
template <class Number>
bool operator==(with_templates<Number> const& a, with_templates<Number> const& b)
{
    return a.number == b.number;
}
struct with_friends {
    int number;
    char rest[17];
    friend bool operator<(with_friends const& a, with_friends const& b) { return a.number < b.number; }
    friend bool operator==(with_friends const& a, with_friends const& b) { return a.number == b.number; }
};
//! Its operator takes any type, references of heddle included.
struct with_greedy {
    int number;
};
template <class A, class B>
bool operator<(A const&, B const&)
{
    return true;
}
struct without {
    int number;
};
enum class colour : std::int16_t { red, green };

}  // namespace user

struct elsewhere_without {
    int number;
};

namespace {

using heddle::coalesced_ptr;

template <class A, class B, class = void>
inline constexpr bool is_less_defined = false;
template <class A, class B>
inline constexpr bool is_less_defined<A, B, std::void_t<decltype(std::declval<A>() < std::declval<B>())>> = true;

template <class T>
using ref = typename coalesced_ptr<T>::reference;

template <class T>
constexpr bool compares_in_every_way()
{
    return is_less_defined<ref<T>, ref<T>> && is_less_defined<ref<T>, ref<T const>> &&
           is_less_defined<ref<T const>, ref<T>> && is_less_defined<ref<T>, T> && is_less_defined<T&, ref<T>> &&
           is_less_defined<T const&, ref<T const>>;
}
static_assert(compares_in_every_way<user::with_members>());
static_assert(compares_in_every_way<user::with_templates<float>>());
static_assert(compares_in_every_way<user::with_friends>());
static_assert(compares_in_every_way<user::with_greedy>());
static_assert(compares_in_every_way<user::colour>());
static_assert(compares_in_every_way<bool>() && compares_in_every_way<signed char>());
static_assert(compares_in_every_way<int>() && compares_in_every_way<long double>());
static_assert(compares_in_every_way<int*>());
static_assert(is_less_defined<ref<int>, ref<double>> && is_less_defined<ref<short>, long>);
// Comparisons that T does not have are not defined for references either.
static_assert(!is_less_defined<ref<elsewhere_without>, ref<elsewhere_without>>);
static_assert(!is_less_defined<ref<elsewhere_without>, int>);
static_assert(!is_less_defined<int, ref<elsewhere_without>>);

constexpr std::size_t count = 70;

template <class T>
std::vector<T> numbered(int step)
{
    std::vector<T> result(count);
    for (std::size_t i = 0; i < count; ++i) result[i].number = static_cast<int>(i) * step % 8;
    return result;
}

class coalesced_ref_comparisons : public heddle_test::every_way {
protected:
    template <class T>
    void compare()
    {
        std::vector<T> const left = numbered<T>(3), right = numbered<T>(5);
        std::vector<T> copy = left;
        std::vector<unsigned> found(count);
        coalesced_ptr<T> const a(copy.data());
        coalesced_ptr<T const> const b(right.data());
        coalesced_ptr<T const, heddle::lane_by_lane> const c(right.data());
        run(count, [&](std::size_t i) {
            unsigned bits = 0, bit = 1;
            auto const add = [&](bool holds) {
                bits |= holds ? bit : 0;
                bit *= 2;
            };
            add(a[i] < b[i]);
            add(b[i] < a[i]);
            add(a[i] == b[i]);
            add(a[i] < right[i]);
            add(left[i] < b[i]);
            add(a[i] == right[i]);
            add(left[i] == b[i]);
            add(a[i] < c[i]);
            add(c[i] < a[i]);
            auto const& q = a[i];
            add(q < b[i]);
            found[i] = bits;
        });
        for (std::size_t i = 0; i < count; ++i) {
            bool const less = left[i].number < right[i].number;
            bool const greater = left[i].number > right[i].number;
            bool const equal = left[i].number == right[i].number;
            bool const expected[] = {less, greater, equal, less, less, equal, equal, less, greater, less};
            for (unsigned k = 0; k < 10; ++k) {
                EXPECT_EQ(expected[k], (found[i] >> k & 1) != 0) << i << ", comparison " << k;
            }
        }
    }
};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_comparisons);

TEST_P(coalesced_ref_comparisons, by_members) { compare<user::with_members>(); }
TEST_P(coalesced_ref_comparisons, by_templates) { compare<user::with_templates<int>>(); }
TEST_P(coalesced_ref_comparisons, by_friends) { compare<user::with_friends>(); }

TEST_P(coalesced_ref_comparisons, with_other_types)
{
    auto elements = numbered<user::with_members>(1);
    std::vector<std::complex<float>> values(count);
    std::vector<unsigned> numbers(count);
    std::vector<double> others(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i);
        numbers[i] = static_cast<unsigned>(i);
        others[i] = static_cast<double>(i) + 0.5;
    }
    std::vector<char> holds(count);
    coalesced_ptr<user::with_members> const p(elements.data());
    coalesced_ptr<std::complex<float>> const z(values.data());
    coalesced_ptr<unsigned> const n(numbers.data());
    coalesced_ptr<double> const d(others.data());
    run(count, [&](std::size_t i) {
        holds[i] = p[i] == static_cast<int>(i) % 8 && z[i] == static_cast<float>(i) && -1.0f != z[i] && n[i] < d[i] &&
                   d[i] > n[i] && n[i] != i + 1;
    });
    EXPECT_EQ(std::vector<char>(count, 1), holds);
}

}  // namespace
