// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that operators for all types, in the namespace of the element, do not replace the operators of pointers, and
// that references to elements use them for the elements.
#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace {

// Whether an expression with two operands compiles.
#define DEFINE_COMPILES(name, ...)            \
    template <class A, class B, class = void> \
    constexpr bool name = false;              \
    template <class A, class B>               \
    constexpr bool name<A, B, std::void_t<decltype(__VA_ARGS__)>> = true;
DEFINE_COMPILES(has_element, std::declval<A&>()[std::declval<B>()])
DEFINE_COMPILES(has_sum, std::declval<A&>() + std::declval<B>())
DEFINE_COMPILES(has_reversed_sum, std::declval<B>() + std::declval<A&>())
DEFINE_COMPILES(has_difference, std::declval<A>() - std::declval<B>())
DEFINE_COMPILES(steps_forward, std::declval<A&>() += std::declval<B>())
DEFINE_COMPILES(steps_back, std::declval<A&>() -= std::declval<B>())
DEFINE_COMPILES(temporary_steps_forward, std::declval<A>() += std::declval<B>())
DEFINE_COMPILES(temporary_steps_back, std::declval<A>() -= std::declval<B>())
DEFINE_COMPILES(is_less, std::declval<A>() < std::declval<B>())
DEFINE_COMPILES(is_equal, std::declval<A>() == std::declval<B>())

template <class Number>
struct object {
    Number number;
    operator Number() const { return number; }
};
struct changing_object {
    operator int() { return 1; }
};
template <class First, class Second>
struct object_of_both {
    operator First() const { return 1; }
    operator Second() const { return 1; }
};
struct explicit_object {
    explicit operator int() const { return 1; }
};
enum class scoped { one = 1 };
enum unscoped { one = 1 };

struct base {
    float x[5];
};
struct derived : base {};
template <class T>
using ptr = heddle::coalesced_ptr<T>;
template <class T>
using element = typename ptr<T>::reference;

template <class Index, class Pointer = ptr<base>>
constexpr int index_forms =
    has_element<Pointer, Index> + has_sum<Pointer, Index> + has_reversed_sum<Pointer, Index> +
    has_difference<Pointer, Index> + steps_forward<Pointer, Index> + steps_back<Pointer, Index> +
    temporary_steps_forward<Pointer, Index> + temporary_steps_back<Pointer, Index>;

// All forms compile, or none.
static_assert(index_forms<int> == 8 && index_forms<unsigned char const&> == 8 && index_forms<std::size_t> == 8);
static_assert(index_forms<bool> == 8 && index_forms<unscoped> == 8 && index_forms<int volatile&> == 8);
static_assert(index_forms<object<int>> == 8 && index_forms<object<int> const&> == 8);
static_assert(index_forms<object<bool>> == 8 && index_forms<object<unscoped>&> == 8);
static_assert(index_forms<object<unsigned char>> == 8 && index_forms<object<std::size_t>&> == 8);
static_assert(index_forms<changing_object> == 8 && index_forms<std::integral_constant<short, 2>> == 8);
static_assert(index_forms<element<int>> == 8 && index_forms<element<short const>> == 8);
static_assert(index_forms<float> == 0 && index_forms<double const&> == 0 && index_forms<object<float>> == 0);
static_assert(index_forms<object<float>&> == 0 && index_forms<object<double> const&> == 0);
static_assert(index_forms<object<float>, ptr<base const>> == 0);
static_assert(index_forms<object_of_both<int, std::ptrdiff_t>> == 8);
static_assert(index_forms<object_of_both<std::ptrdiff_t, float> const&> == 8);
static_assert(index_forms<object_of_both<int, short>> == 0 && index_forms<object_of_both<int, float>> == 0);
static_assert(index_forms<explicit_object> == 0 && index_forms<scoped> == 0);
static_assert(index_forms<element<float>> == 0 && index_forms<element<double const>> == 0);
static_assert(index_forms<element<object<int>>> == 8 && index_forms<element<object<short> const>> == 8);
static_assert(index_forms<element<object_of_both<int, std::ptrdiff_t>>> == 8);
static_assert(index_forms<element<object_of_both<int, short>>> == 0 && index_forms<element<object<float>>> == 0);
static_assert(index_forms<long double> == 0 && index_forms<void*> == 0 && index_forms<base> == 0);

// Pointers to different types have no difference, but can be compared if one of them converts to the other one's type.
template <class A, class B>
constexpr bool differ = has_difference<ptr<A>, ptr<B>>;
template <class A, class B>
constexpr bool differ_from_raw = has_difference<ptr<A>, B*>&& has_difference<A*, ptr<B>>;
template <class A, class B>
constexpr bool differ_from_raw_or = has_difference<ptr<A>, B*> || has_difference<A*, ptr<B>>;
static_assert(differ<base, base> && differ<base, base const> && differ<base const, base>);
static_assert(differ_from_raw<base, base> && differ_from_raw<base, base const> && differ_from_raw<base const, base>);
static_assert(has_difference<ptr<base>, base (&)[3]> && has_difference<base const (&)[3], ptr<base>>);
static_assert(!differ<derived, base> && !differ<base, derived> && !differ<derived, base const>);
static_assert(!differ_from_raw_or<derived, base> && !differ_from_raw_or<base, derived const>);
static_assert(!differ<base, int> && !differ_from_raw_or<base, int> && !has_difference<ptr<base>, void*>);
static_assert(!has_difference<ptr<base>, derived (&)[3]>);
static_assert(is_less<ptr<derived>, ptr<base>> && is_less<ptr<base const>, derived*> && is_less<base*, ptr<derived>>);
static_assert(is_equal<ptr<derived>, ptr<base>> && is_equal<ptr<base const>, derived*>);
static_assert(!is_less<ptr<base>, ptr<int>> && !is_equal<ptr<base>, int*>);

}  // namespace

// Operators for all types, as some libraries of vectors have them.
namespace greedy {

struct vec {
    float v[5];
};
template <class A>
bool operator==(A const& a, A const& b)
{
    return a[0].v[0] == b[0].v[0];
}
template <class A>
bool operator!=(A const& a, A const& b)
{
    return a[0].v[0] != b[0].v[0];
}
template <class A>
bool operator<(A const& a, A const& b)
{
    return a[0].v[0] < b[0].v[0];
}
template <class A>
A operator-(A const& a, A const& b)
{
    return a.v - b.v;
}
template <class A>
bool operator!(A const& a)
{
    return a.v;
}
template <class A, class B>
A& operator+=(A& a, B const& b)
{
    return a.v += b;
}

}  // namespace greedy

// Operators for two operands of any types, which must be called with elements.
namespace greedier {

struct vec {
    float v[5];
};
template <class A, class B>
A operator+(A const& a, B const&)
{
    return {a.v[0] + 1};
}
template <class A, class B>
A operator-(A const& a, B const&)
{
    return {a.v[0] - 1};
}
template <class A, class B>
A& operator+=(A& a, B const&)
{
    static_assert(std::is_same_v<A, vec> && (std::is_same_v<B, vec> || std::is_arithmetic_v<B>));
    a.v[0] += 1;
    return a;
}
template <class A, class B>
A& operator-=(A& a, B const&)
{
    static_assert(std::is_same_v<A, vec>);
    a.v[0] -= 1;
    return a;
}
template <class A, class B>
bool operator==(A const& a, B const& b)
{
    return a.v[0] == b.v[0];
}

}  // namespace greedier

namespace alike {

struct vec {
    float v[5];
};
template <class A>
A operator+(A const& a, A const& b)
{
    return {a.v[0] + b.v[0]};
}
template <class A>
A& operator*=(A& a, A const& b)
{
    static_assert(std::is_same_v<A, vec>);
    a.v[0] *= b.v[0];
    return a;
}
template <class A>
A operator-(A const& a)
{
    return {-a.v[0]};
}
template <class A>
bool operator==(A const& a, A const& b)
{
    return a.v[0] == b.v[0];
}
template <class A>
bool operator<(A const& a, A const& b)
{
    return a.v[0] < b.v[0];
}

}  // namespace alike

namespace {

TEST(pointer_operators, are_not_those_of_the_elements_namespace)
{
    greedy::vec const raw[8] = {};
    heddle::coalesced_ptr<greedy::vec const> p = raw;
    heddle::coalesced_ptr<greedy::vec const> const q = p + std::ptrdiff_t(7);
    EXPECT_FALSE(p == q);
    EXPECT_TRUE(p != q);
    EXPECT_TRUE(p < q);
    EXPECT_EQ(7, q - p);
    EXPECT_FALSE(!p);
    ++p;
    p++;
    EXPECT_EQ(raw + 2, p.get());
    --p;
    p--;
    EXPECT_EQ(raw, p.get());
}

enum places { third = 2 };

TEST(pointer_operators, take_integers_of_any_type)
{
    greedier::vec raw[8] = {};
    heddle::coalesced_ptr<greedier::vec> p = raw;
    short const one = 1;
    unsigned const two = 2;
    EXPECT_EQ(raw + 1, (p + 1).get());
    EXPECT_EQ(raw + 2, (two + p).get());
    EXPECT_EQ(raw + 2, (p + third).get());
    EXPECT_EQ(raw + 4, (p + sizeof(float)).get());
    EXPECT_EQ(raw + 1, (p + two - one).get());
    object<unsigned> const three = {3};
    EXPECT_EQ(raw + 3, &p[three]);
    p += 3;
    p -= one;
    EXPECT_EQ(raw + 2, p.get());
}

TEST(pointer_operators, take_indices_that_are_elements)
{
    base raw[8] = {};
    heddle::coalesced_ptr<base> p = raw;
    object<int> values[2] = {{3}, {2}};
    object_of_both<int, std::ptrdiff_t> ones[1];
    heddle::coalesced_ptr<object<int> const> const indices = values;
    heddle::coalesced_ptr<object_of_both<int, std::ptrdiff_t>> const others = ones;
    EXPECT_EQ(raw + 3, &p[indices[0]]);
    EXPECT_EQ(raw + 1, &p[others[0]]);
    p += indices[0];
    p -= indices[1];
    EXPECT_EQ(raw + 1, p.get());
}

TEST(pointer_operators, compare_with_const_and_raw_pointers)
{
    greedier::vec raw[8] = {};
    heddle::coalesced_ptr<greedier::vec> const p = raw;
    heddle::coalesced_ptr<greedier::vec const> const c = raw + 1;
    EXPECT_FALSE(p == c);
    EXPECT_TRUE(p == raw);
    EXPECT_TRUE(&raw[1] == c);
    EXPECT_FALSE(p == nullptr);
    EXPECT_EQ(1, c - p);
    EXPECT_EQ(1, c - raw);
    EXPECT_EQ(-1, raw - c);
}

TEST(pointer_operators, of_elements_are_called_with_elements)
{
    alike::vec raw[3] = {{1}, {2}, {4}};
    heddle::coalesced_ptr<alike::vec> const p = raw;
    heddle::coalesced_ptr<alike::vec const> const c = raw;
    alike::vec const sum = p[1] + p[2];
    EXPECT_EQ(6, sum.v[0]);
    alike::vec const sum_of_const = c[0] + c[1];
    EXPECT_EQ(3, sum_of_const.v[0]);
    alike::vec const sum_of_both = p[0] + c[2];
    EXPECT_EQ(5, sum_of_both.v[0]);
    alike::vec const sum_with_value = p[0] + raw[2];
    EXPECT_EQ(5, sum_with_value.v[0]);
    alike::vec const negative = -p[1];
    EXPECT_EQ(-2, negative.v[0]);
    EXPECT_TRUE(p[1] == c[1]);
    EXPECT_TRUE(p[1] < p[2]);
    p[1] *= p[2];
    p[1] *= raw[0];
    EXPECT_EQ(8, raw[1].v[0]);

    greedier::vec others[2] = {{1}, {2}};
    heddle::coalesced_ptr<greedier::vec> const q = others;
    greedier::vec const next = q[0] + q[1];
    EXPECT_EQ(2, next.v[0]);
    greedier::vec const after = q[1] + 2.0f;
    EXPECT_EQ(3, after.v[0]);
    EXPECT_FALSE(q[0] == q[1]);
    q[0] += q[1];
    q[0] += others[1];
    q[0] += 2.0f;
    q[1] -= 1;
    EXPECT_EQ(4, others[0].v[0]);
    EXPECT_EQ(1, others[1].v[0]);
}

}  // namespace
