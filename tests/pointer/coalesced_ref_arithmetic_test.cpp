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

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace user {

template <class Left, class Right>
struct sum_of {
    Left const& left;
    Right const& right;
};
struct lazy {
    int value[5];
};
template <class Left, class Right, class = std::enable_if_t<std::is_same_v<Left, lazy> && std::is_same_v<Right, lazy>>>
sum_of<Left, Right> operator+(Left const& left, Right const& right)
{
    return {left, right};
}

enum flags : unsigned { none = 0, some = 5 };

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

//! A struct with a comparison whose right operand has another type.
struct with_members {
    int number;
    char rest[17];
    bool operator==(int other) const { return number == other; }
};
//! A struct whose operator< returns an object that refers to the left operand.
struct compared_later {
    int value[5];
    struct result {
        compared_later const* left;
    };
    result operator<(compared_later const&) const { return {this}; }
    bool operator==(compared_later const& other) const { return value[0] == other.value[0]; }
};
enum class colour : std::int16_t { red, green };

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

struct elsewhere_without {
    int number;
};

namespace {

using heddle::coalesced_ptr;
constexpr std::size_t count = 35;

class coalesced_ref_arithmetic : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_arithmetic);

template <class Left, class Right>
constexpr bool has_sum = std::is_invocable_v<std::plus<>, Left const&, Right const&>;
template <class T>
using ref = typename coalesced_ptr<T>::reference;

// If the sum of two T refers to its operands, p[i] has no operator+: the loaded operands would be destroyed too early.
static_assert(has_sum<user::lazy, user::lazy> && !has_sum<ref<user::lazy>, user::lazy>);
static_assert(!has_sum<ref<user::lazy>, ref<user::lazy>>);
static_assert(has_sum<ref<std::complex<float>>, std::complex<float>>);
static_assert(!has_sum<ref<std::complex<float>>, std::complex<double>>);
static_assert(has_sum<ref<int>, float> && has_sum<ref<user::flags>, int>);
static_assert(has_sum<ref<int*>, int>);

template <class A, class B>
constexpr bool is_less_defined = std::is_invocable_v<std::less<>, A, B>;

template <class T>
constexpr bool compares_in_every_way()
{
    return is_less_defined<ref<T>, ref<T>> && is_less_defined<ref<T>, ref<T const>> &&
           is_less_defined<ref<T const>, ref<T>> && is_less_defined<ref<T>, T> && is_less_defined<T&, ref<T>> &&
           is_less_defined<T const&, ref<T const>>;
}
static_assert(compares_in_every_way<greedy::element>() && compares_in_every_way<user::colour>());
static_assert(compares_in_every_way<bool>() && compares_in_every_way<signed char>());
static_assert(compares_in_every_way<int>() && compares_in_every_way<long double>() && compares_in_every_way<int*>());
static_assert(is_less_defined<ref<int>, ref<double>> && is_less_defined<ref<short>, long>);
// If T has no comparison, a reference to T has none either.
static_assert(!is_less_defined<ref<elsewhere_without>, ref<elsewhere_without>>);
static_assert(!is_less_defined<ref<elsewhere_without>, int>);
static_assert(!is_less_defined<int, ref<elsewhere_without>>);
// If the result of comparing two T refers to an operand, p[i] has no comparison.
static_assert(is_less_defined<user::compared_later const&, user::compared_later const&>);
static_assert(!is_less_defined<ref<user::compared_later>, ref<user::compared_later>>);

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
    using heddle_test::numbers;
    std::vector<numbers> found[4], expected[4], right = heddle_test::numbered(0, count);
    for (auto& elements : found) elements = heddle_test::numbered(7, 10 * count);
    std::copy_n(found, 4, expected);
    for (numbers& r : right) r %= 13u, r += 1u;
    coalesced_ptr<numbers> const proxy(right.data());
    coalesced_ptr<numbers const> const read_only = proxy;
    run(count, [&](std::size_t i) {
        auto const left = [&](unsigned kind) { return coalesced_ptr<numbers>(found[kind].data()) + 10 * i; };
        numbers const value = right[i];
        assign_by_every_operator(left(0), value);
        assign_by_every_operator(left(1), 3u);
        assign_by_every_operator(left(2), proxy[i]);
        assign_by_every_operator(left(3), read_only[i]);
    });
    for (unsigned kind = 0; kind < 4; ++kind) {
        for (std::size_t i = 0; i < count; ++i) {
            numbers* const left = expected[kind].data() + 10 * i;
            kind == 1 ? assign_by_every_operator(left, 3u) : assign_by_every_operator(left, right[i]);
        }
        EXPECT_EQ(expected[kind], found[kind]) << kind;
    }
}

TEST_P(coalesced_ref_arithmetic, increments_and_decrements)
{
    using heddle_test::numbers;
    std::vector<numbers> elements = heddle_test::numbered(10, 2 * count);
    std::vector<double> values(2 * count, 1.5), found(2 * count);
    coalesced_ptr<numbers> const p(elements.data());
    coalesced_ptr<double> const q(values.data());
    run(count, [&](std::size_t i) {
        ++p[i];
        ++ ++p[i];
        --p[count + i];
        -- --p[count + i];
        found[i] = q[i]++;
        found[count + i] = q[count + i]--;
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(numbers::from(10 + i) += 3, elements[i]);
        EXPECT_EQ(numbers::from(10 + count + i) -= 3, elements[count + i]);
        EXPECT_EQ(2.5, values[i]);
        EXPECT_EQ(0.5, values[count + i]);
    }
    EXPECT_EQ(std::vector<double>(2 * count, 1.5), found);
}

struct with_postfix_steps {
    int value[5];
    void operator++(int) { ++value[3]; }
    with_postfix_steps operator--(int)
    {
        with_postfix_steps const before = *this;
        --value[3];
        return before;
    }
};

TEST_P(coalesced_ref_arithmetic, calls_postfix_operators)
{
    std::vector<with_postfix_steps> elements(count), before(count);
    coalesced_ptr<with_postfix_steps> const p(elements.data());
    run(count, [&](std::size_t i) {
        p[i]++;
        p[i]++;
        before[i] = p[i]--;
    });
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(1, elements[i].value[3]);
        EXPECT_EQ(2, before[i].value[3]);
    }
}

TEST_P(coalesced_ref_arithmetic, mix_types_as_the_elements_do)
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

TEST_P(coalesced_ref_arithmetic, of_complex_numbers_and_arrays)
{
    using complex = std::complex<double>;
    std::vector<complex> numbers(count);
    std::vector<std::array<int, 5>> arrays(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = {1.0 * static_cast<double>(i), 2};
    coalesced_ptr<complex> const p(numbers.data());
    coalesced_ptr<complex const> const c = p;
    coalesced_ptr<std::array<int, 5>> const a(arrays.data());
    coalesced_ptr<std::array<int, 5> const> const b = a;
    run(count, [&](std::size_t i) {
        p[i] = p[i] * c[i] + 2.0;
        complex sum = 1.0;
        sum += c[i];
        p[i] = sum - 1.0;
        a[i][4] = static_cast<int>(i);
        a[i][0] = b[i][4] + 1;
    });
    for (std::size_t i = 0; i < count; ++i) {
        complex const number(1.0 * static_cast<double>(i), 2);
        EXPECT_EQ(number * number + 2.0, numbers[i]);
        EXPECT_EQ((std::array<int, 5>{static_cast<int>(i) + 1, 0, 0, 0, static_cast<int>(i)}), arrays[i]);
    }
    static_assert(std::is_same_v<decltype(b[0][1]), int const&>);
    static_assert(std::is_same_v<decltype(a[0][1]), int&>);
}

TEST_P(coalesced_ref_arithmetic, of_enumerations)
{
    using user::bits;
    std::vector<bits> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<bits>(i);
    coalesced_ptr<bits> const p(values.data());
    coalesced_ptr<bits const> const c = p;
    run(count, [&](std::size_t i) {
        p[i] |= bits{128};
        bits sum = p[i] | bits{256};
        sum |= c[i];
        p[i] = c[i] | sum;
    });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(static_cast<bits>(i | 384), values[i]);
}

TEST_P(coalesced_ref_arithmetic, compares_with_other_types)
{
    std::vector<user::with_members> elements(count);
    std::vector<std::complex<float>> values(count);
    std::vector<unsigned> numbers(count);
    std::vector<double> others(count);
    for (std::size_t i = 0; i < count; ++i) {
        elements[i].number = static_cast<int>(i);
        values[i] = static_cast<float>(i);
        numbers[i] = static_cast<unsigned>(i);
        others[i] = static_cast<double>(i) + 0.5;
    }
    std::vector<char> holds(count);
    coalesced_ptr<user::with_members> const p(elements.data());
    coalesced_ptr<std::complex<float>> const z(values.data());
    coalesced_ptr<unsigned> const n(numbers.data());
    coalesced_ptr<double const, heddle::lane_by_lane> const d(others.data());
    run(count, [&](std::size_t i) {
        holds[i] = p[i] == static_cast<int>(i) && z[i] == static_cast<float>(i) && -1.0f != z[i] && n[i] < d[i] &&
                   d[i] > n[i] && n[i] != i + 1;
    });
    EXPECT_EQ(std::vector<char>(count, 1), holds);
}

}  // namespace
