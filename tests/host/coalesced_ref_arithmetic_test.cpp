// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of p[i] by operators that are templates or members, which a conversion to T does not find, and p[i][k].

#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace user {

//! Its operators are templates, and some take any type, as those of GLM do.
template <class Number>
struct vec {
    Number x, y, z, w, t;

    template <class Other>
    vec& operator+=(vec<Other> const& other)
    {
        x += static_cast<Number>(other.x);
        t += static_cast<Number>(other.t);
        return *this;
    }
    template <class Scalar>
    vec& operator+=(Scalar scalar)
    {
        x += static_cast<Number>(scalar);
        t += static_cast<Number>(scalar);
        return *this;
    }
    Number& operator[](int k) { return k == 0 ? x : t; }
    Number const& operator[](int k) const { return k == 0 ? x : t; }
    bool operator==(vec const& other) const { return x == other.x && t == other.t; }
};
template <class Number>
vec<Number> operator+(vec<Number> const& a, vec<Number> const& b)
{
    vec<Number> sum = a;
    return sum += b;
}
template <class Number>
vec<Number> operator*(Number a, vec<Number> const& b)
{
    return {a * b.x, b.y, b.z, b.w, a * b.t};
}
template <class Number>
Number operator*(vec<Number> const& a, vec<Number> const& b)
{
    return a.x * b.x + a.t * b.t;
}
template <class Number>
vec<Number> operator-(vec<Number> const& a)
{
    return Number{-1} * a;
}
//! Its operators are members.
template <class Number>
struct mat {
    vec<Number> rows[2];

    vec<Number> operator*(vec<Number> const& v) const { return v * rows[1] * rows[0]; }
    mat operator~() const { return {{rows[1], rows[0]}}; }
    bool operator!() const { return rows[0].x == 0; }
    vec<Number>& operator[](unsigned row) { return rows[row]; }
};

//! An expression that refers to its operands.
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

//! Its operators are templates for any such enumeration.
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

}  // namespace user

HEDDLE_TEMPLATE_FIELDS((class Number), (user::vec<Number>), x, y, z, w, t);

namespace {

using heddle::coalesced_ptr;
using user::mat;
using user::vec;
constexpr std::size_t count = 35;

class coalesced_ref_arithmetic : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(coalesced_ref_arithmetic);

template <class Left, class Right, class = void>
constexpr bool has_sum = false;
template <class Left, class Right>
constexpr bool has_sum<Left, Right, std::void_t<decltype(std::declval<Left const&>() + std::declval<Right const&>())>> =
    true;
template <class T>
using reference = std::remove_reference_t<decltype(std::declval<coalesced_ptr<T>>()[0])>;

// Refused, because the operands would no longer exist.
static_assert(has_sum<user::lazy, user::lazy> && !has_sum<reference<user::lazy>, user::lazy>);
static_assert(!has_sum<reference<user::lazy>, reference<user::lazy>>);
static_assert(has_sum<reference<vec<int>>, vec<int>> && !has_sum<reference<vec<int>>, vec<float>>);
static_assert(has_sum<reference<int>, float> && has_sum<reference<user::flags>, int>);
static_assert(has_sum<reference<int*>, int>);

struct arithmetic {
    template <class Vectors, class Matrices, class Numbers>
    void operator()(Vectors p, Matrices m, Numbers out, std::size_t i) const
    {
        std::size_t const j = i + count;
        p[i] = p[i] + p[j];
        p[j] = 2.0f * p[i];
        vec<float> sum = p[i] + vec<float>{1, 2, 3, 4, 5};
        sum += p[j];
        p[i] += p[j];
        p[j] = -p[j];
        out[i] = (p[i] + sum) * p[j];
        out[i] = out[i] * out[i] + p[i].t;
        p[i] = out[i] * p[i];
        p[i] = m[i] * p[j];
        m[i] = ~m[j];
        out[j] = !m[i] ? 1.0f : -out[i];
        p[i][0] = p[j][1] + 1;
        p[i][1] += m[i][1][0];
        m[j][1] = p[i];
        m[j][0][1] = 7;
    }
};

template <class T>
std::vector<T> any_of_floats()
{
    constexpr std::size_t floats = sizeof(T) / sizeof(float);
    std::vector<T> values(2 * count);
    for (std::size_t i = 0; i < 2 * count; ++i) {
        for (std::size_t k = 0; k < floats; ++k) {
            reinterpret_cast<float*>(&values[i])[k] = static_cast<float>((i * 7 + k * 3) % 11) - 4;
        }
    }
    return values;
}

TEST_P(coalesced_ref_arithmetic, is_that_of_the_elements)
{
    auto vectors = any_of_floats<vec<float>>(), expected_vectors = vectors;
    auto matrices = any_of_floats<mat<float>>(), expected_matrices = matrices;
    auto numbers = any_of_floats<float>(), expected_numbers = numbers;
    for (std::size_t i = 0; i < count; ++i) {
        arithmetic{}(expected_vectors.data(), expected_matrices.data(), expected_numbers.data(), i);
    }
    run(count, [&](std::size_t i) {
        arithmetic{}(coalesced_ptr<vec<float>>(vectors.data()),
                     coalesced_ptr<mat<float>, heddle::in_block<64>>(matrices.data()),
                     coalesced_ptr<float>(numbers.data()), i);
    });
    EXPECT_EQ(expected_vectors, vectors);
    EXPECT_EQ(expected_numbers, numbers);
    for (std::size_t i = 0; i < 2 * count; ++i) {
        EXPECT_EQ(expected_matrices[i].rows[0], matrices[i].rows[0]);
        EXPECT_EQ(expected_matrices[i].rows[1], matrices[i].rows[1]);
    }
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

}  // namespace
