// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests operators of the reference p[i]: compound assignment, increment, decrement, and p[i][k]. Tests which operators
// exist. Tests operators that a conversion of p[i] to T does not provide, such as operator templates.
// (build/idioms/idioms.def tests the operators of structs.)

#include "numbers.hpp"
#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

namespace user {

//! A struct whose operators + and < return objects that refer to the operands.
template <class Left, class Right>
struct operands {
    Left const& left;
    Right const& right;
};
struct lazy {
    int value[5];
    operands<lazy, lazy> operator<(lazy const& other) const { return {*this, other}; }
};
template <class Left, class Right, class = std::enable_if_t<std::is_same_v<Left, lazy> && std::is_same_v<Right, lazy>>>
operands<Left, Right> operator+(Left const& left, Right const& right)
{
    return {left, right};
}

enum flags : unsigned {};

//! An enumeration whose operators are templates, as in libraries with common operators for all bit masks.
enum class bits : unsigned {};
template <class Enum, class = std::enable_if_t<std::is_same_v<Enum, bits>>>
Enum operator|(Enum a, Enum b)
{
    return static_cast<Enum>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
template <class Enum, class = std::enable_if_t<std::is_same_v<Enum, bits>>>
Enum& operator|=(Enum& a, Enum b)
{
    return a = a | b;
}

//! A struct with postfix operators, and with a comparison whose right operand has another type.
struct with_members {
    int number;
    char rest[17];
    bool operator==(int other) const { return number == other; }
    bool operator==(with_members const& other) const { return number == other.number; }
    void operator++(int) { ++number; }
    with_members operator--(int)
    {
        with_members const before = *this;
        --number;
        return before;
    }
};

}  // namespace user

namespace greedy {

//! A struct whose comparison accepts any type, including the references of heddle.
struct element {
    int number;
};
template <class A, class B>
bool operator<(A const&, B const&)
{
    return true;
}

}  // namespace greedy

namespace {

using heddle::coalesced_ptr;
using heddle_test::numbered, heddle_test::numbers;
constexpr std::size_t count = 35;

class coalesced_ref_arithmetic : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_arithmetic);

//! Returns a pointer of the same kind to const elements.
template <class T>
T const* read_only(T* p)
{
    return p;
}
template <class T>
coalesced_ptr<T const> read_only(coalesced_ptr<T> p)
{
    return p;
}

template <class Left, class Right>
constexpr bool has_sum = std::is_invocable_v<std::plus<>, Left const&, Right const&>;
template <class A, class B>
constexpr bool is_less_defined = std::is_invocable_v<std::less<>, A, B>;
template <class T>
using ref = typename coalesced_ptr<T>::reference;

// If the result of an operator of T refers to its operands, p[i] has no such operator: the loaded operands would be
// destroyed too early.
static_assert(has_sum<user::lazy, user::lazy> && !has_sum<ref<user::lazy>, user::lazy>);
static_assert(!has_sum<ref<user::lazy>, ref<user::lazy>>);
static_assert(is_less_defined<user::lazy const&, user::lazy const&>);
static_assert(!is_less_defined<ref<user::lazy>, ref<user::lazy>>);

static_assert(has_sum<ref<std::complex<float>>, std::complex<float>>);
static_assert(!has_sum<ref<std::complex<float>>, std::complex<double>>);
static_assert(has_sum<ref<int>, float> && has_sum<ref<user::flags>, int> && has_sum<ref<int*>, int>);

template <class T>
constexpr bool compares_in_every_way()
{
    return is_less_defined<ref<T>, ref<T>> && is_less_defined<ref<T>, ref<T const>> &&
           is_less_defined<ref<T const>, ref<T>> && is_less_defined<ref<T>, T> && is_less_defined<T&, ref<T>> &&
           is_less_defined<T const&, ref<T const>>;
}
template <class... T>
constexpr bool all_compare_in_every_way = (compares_in_every_way<T>() && ...);
static_assert(all_compare_in_every_way<greedy::element, user::bits, bool, signed char, int, long double, int*>);
static_assert(is_less_defined<ref<int>, ref<double>> && is_less_defined<ref<short>, long>);
// If T has no comparison, a reference to T has none either.
using bytes = heddle_test::bytes<12>;
static_assert(!is_less_defined<ref<bytes>, ref<bytes>> && !is_less_defined<ref<bytes>, int>);
static_assert(!is_less_defined<int, ref<bytes>>);

//! Assigns to 10 elements, to each with a different operator.
template <class Left, class Right>
void assign_by_every_operator(Left left, Right const& right)
{
    (left[0] += right) += 0u;
    (left[1] -= right) += 0u;
    (left[2] *= right) += 0u;
    (left[3] /= right) += 0u;
    (left[4] %= right) += 0u;
    (left[5] &= right) += 0u;
    (left[6] |= right) += 0u;
    (left[7] ^= right) += 0u;
    (left[8] <<= right) += 0u;
    (left[9] >>= right) += 0u;
}

// The right-hand side is an element, a number, a reference p[i], or a reference to a const element.
TEST_P(coalesced_ref_arithmetic, assigns_by_every_operator)
{
    std::vector<numbers> divisors = numbered(0, count);
    for (numbers& d : divisors) d %= 13u, d += 1u;
    auto const body = [](std::size_t i, auto p, auto right) {
        numbers const value = right[i];
        auto const left = p + 40 * i;
        assign_by_every_operator(left, value);
        assign_by_every_operator(left + 10, 3u);
        assign_by_every_operator(left + 20, right[i]);
        assign_by_every_operator(left + 30, read_only(right)[i]);
    };
    expect_as_raw(count, body, numbered(7, 40 * count), divisors);
}

TEST_P(coalesced_ref_arithmetic, increments_and_decrements)
{
    auto const body = [](std::size_t i, auto p, auto q, auto r, auto found, auto found_steps) {
        ++p[i];
        ++ ++p[i];
        --p[count + i];
        -- --p[count + i];
        found[i] = q[i]++;
        found[count + i] = q[count + i]--;
        r[i]++;
        r[i]++;
        found_steps[i] = r[i]--;
    };
    std::vector<user::with_members> const steps(count);
    expect_as_raw(count, body, numbered(10, 2 * count), std::vector<double>(2 * count, 1.5), steps,
                  std::vector<double>(2 * count), steps);
}

TEST_P(coalesced_ref_arithmetic, mixes_types_as_the_elements_do)
{
    auto const body = [](std::size_t i, auto doubles, auto ints, auto chars) {
        doubles[i] += ints[i];                      // 13
        doubles[i] /= 2;                            // 6.5
        doubles[i] = doubles[i] * ints[i] + 0.25f;  // 19.75
        ints[i] = doubles[i];                       // 19
        ints[i] <<= 1;                              // 38
        chars[i] += 2;
        doubles[i] = ints[i];      // 38
        doubles[i] *= doubles[i];  // 1444
    };
    expect_as_raw(count, body, std::vector<double>(count, 10), std::vector<int>(count, 3),
                  std::vector<char>(count, 'a'));
}

// (Idioms test templates of operators of classes, and p[i][k].)
TEST_P(coalesced_ref_arithmetic, of_enumerations_and_library_types)
{
    using complex = std::complex<double>;
    using user::bits;
    auto const body = [](std::size_t i, auto p, auto a, auto e) {
        complex sum = 1.0;
        sum += read_only(p)[i];
        p[i] = sum * p[i] + 2.0;
        a[i][0] = read_only(a)[i][4] + static_cast<int>(i);
        bits all = e[i] | bits{256};
        all |= read_only(e)[i];
        e[i] |= all;
    };
    using array = std::array<int, 5>;
    expect_as_raw(count, body, std::vector<complex>(count, complex(3, 2)),
                  std::vector<array>(count, array{1, 2, 3, 4, 5}), std::vector<bits>(count, bits{5}));
    static_assert(std::is_same_v<decltype(coalesced_ptr<array const>()[0][1]), int const&>);
    static_assert(std::is_same_v<decltype(coalesced_ptr<array>()[0][1]), int&>);
}

TEST_P(coalesced_ref_arithmetic, compares_with_other_types)
{
    auto const body = [](std::size_t i, auto p, auto z, auto n, auto d, auto holds) {
        auto const number = static_cast<int>(i);
        holds[i] = (p[i] == number) + 2 * (z[i] == 3.0f) + 4 * (3.0f != z[i]) + 8 * (n[i] < d[i]) + 16 * (d[i] > n[i]) +
                   32 * (n[i] != i);
    };
    expect_as_raw(count, body, std::vector<user::with_members>(count, {3, {}}),
                  std::vector<std::complex<float>>(count, 3.0f), std::vector<unsigned>(count, 3),
                  std::vector<double>(count, 3.5), std::vector<int>(count));
}

}  // namespace
