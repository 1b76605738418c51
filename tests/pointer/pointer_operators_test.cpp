// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which operators pointers have. Tests that operators for all types, in the namespace of the element, do not
// replace the operators of pointers, and that references to elements use them for the elements.
#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

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
enum unscoped { third = 2 };

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
template <class... Index>
constexpr bool are_indices = ((index_forms<Index> == 8) && ...);
template <class... NoIndex>
constexpr bool are_no_indices = ((index_forms<NoIndex> == 0) && ...);
static_assert(are_indices<int, unsigned char const&, std::size_t, bool, unscoped, int volatile&>);
static_assert(are_indices<object<int>, object<int> const&, object<bool>, object<unscoped>&, object<unsigned char>>);
static_assert(are_indices<object<std::size_t>&, changing_object, std::integral_constant<short, 2>>);
static_assert(are_indices<object_of_both<int, std::ptrdiff_t>, object_of_both<std::ptrdiff_t, float> const&>);
static_assert(are_indices<element<int>, element<short const>, element<object<int>>, element<object<short> const>>);
static_assert(are_indices<element<object_of_both<int, std::ptrdiff_t>>>);
static_assert(are_no_indices<float, double const&, long double, void*, base, explicit_object, scoped>);
static_assert(are_no_indices<object<float>, object<float>&, object<double> const&>);
static_assert(are_no_indices<object_of_both<int, short>, object_of_both<int, float>>);
static_assert(are_no_indices<element<float>, element<double const>, element<object<float>>>);
static_assert(are_no_indices<element<object_of_both<int, short>>>);
static_assert(index_forms<object<float>, ptr<base const>> == 0);

// Pointers to different types have no difference, but can be compared if one of them converts to the other one's type.
template <class A, class B>
constexpr int difference_forms =
    has_difference<ptr<A>, ptr<B>> + has_difference<ptr<A>, B*> + has_difference<A*, ptr<B>>;
static_assert(difference_forms<base, base> == 3 && difference_forms<base const, base> == 3);
static_assert(difference_forms<base, base const> == 3);
static_assert(has_difference<ptr<base>, base (&)[3]> && has_difference<base const (&)[3], ptr<base>>);
static_assert(difference_forms<derived, base> == 0 && difference_forms<derived, base const> == 0);
static_assert(difference_forms<base, derived> == 0 && difference_forms<base, derived const> == 0);
static_assert(difference_forms<base, int> == 0 && !has_difference<ptr<base>, void*>);
static_assert(!has_difference<ptr<base>, derived (&)[3]>);
static_assert(is_less<ptr<derived>, ptr<base>> && is_less<ptr<base const>, derived*> && is_less<base*, ptr<derived>>);
static_assert(is_equal<ptr<derived>, ptr<base>> && is_equal<ptr<base const>, derived*>);
static_assert(!is_less<ptr<base>, ptr<int>> && !is_equal<ptr<base>, int*>);

}  // namespace

// Operators for all types, as some libraries of vectors have them. They must be called with elements, not with pointers
// nor references.
namespace alike {

struct vec {
    float v[5];
};
#define DEFINE_OPERATOR(result, op, ...)       \
    template <class A>                         \
    result operator op(A const& a, A const& b) \
    {                                          \
        return __VA_ARGS__;                    \
    }
DEFINE_OPERATOR(A, +, {a.v[0] + b.v[0]})
DEFINE_OPERATOR(A, -, {a.v[0] - b.v[0]})
DEFINE_OPERATOR(bool, ==, a.v[0] == b.v[0])
DEFINE_OPERATOR(bool, !=, a.v[0] != b.v[0])
DEFINE_OPERATOR(bool, <, a.v[0] < b.v[0])
template <class A>
A operator-(A const& a)
{
    return {-a.v[0]};
}
template <class A>
bool operator!(A const& a)
{
    return a.v[0] == 0;
}
template <class A>
A& operator*=(A& a, A const& b)
{
    static_assert(std::is_same_v<A, vec>);
    a.v[0] *= b.v[0];
    return a;
}

}  // namespace alike

// The two operands can have different types.
namespace greedy {

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

}  // namespace greedy

namespace {

//! Returns the results of operators of a pointer to an array and of a pointer to its const element 2.
template <class Pointer, class ConstPointer, class Element>
std::vector<std::ptrdiff_t> results_of_operators(Pointer const first, ConstPointer const c, Element* raw)
{
    short const one = 1;
    unsigned const two = 2;
    object<unsigned> const three = {3};
    Pointer p = first;
    std::vector<std::ptrdiff_t> results{p == nullptr, !p, c - p, p - c, c - raw, raw - c};
    auto const compare = [&](auto const& a, auto const& b) {
        bool const less = a < b;
        bool const greater = a > b;
        results.insert(results.end(), {a == b, a != b, less, greater, a <= b, a >= b});
    };
    compare(p, p);
    compare(p, c);
    compare(c, p);
    compare(p, raw);
    compare(raw, c);
    std::vector<Pointer> const places{
        p + 1, two + p, p + sizeof(float), p + two - one, &p[three], p += 3, p -= one, ++p, p++, p, --p, p--, p};
    for (Pointer const& place : places) results.push_back(place - first);
    return results;
}

template <class Element>
void expect_operators_of_raw_pointers()
{
    Element raw[16] = {};
    EXPECT_EQ((results_of_operators<Element*, Element const*>(raw, raw + 2, raw)),
              (results_of_operators<ptr<Element>, ptr<Element const>>(raw, raw + 2, raw)));
}

TEST(pointer_operators, are_not_those_of_the_elements_namespace)
{
    expect_operators_of_raw_pointers<base>();
    expect_operators_of_raw_pointers<alike::vec>();
    expect_operators_of_raw_pointers<greedy::vec>();
    greedy::vec raw[3] = {};
    EXPECT_EQ(raw + 2, (ptr<greedy::vec>(raw) + third).get());
}

TEST(pointer_operators, take_indices_that_are_elements)
{
    base raw[8] = {};
    ptr<base> p = raw;
    object<int> values[2] = {{3}, {2}};
    object_of_both<int, std::ptrdiff_t> ones[1];
    ptr<object<int> const> const indices = values;
    EXPECT_EQ(raw + 3, &p[indices[0]]);
    EXPECT_EQ(raw + 1, &p[heddle::make_coalesced(ones)[0]]);
    p += indices[0];
    p -= indices[1];
    EXPECT_EQ(raw + 1, p.get());
}

//! Calls use(pointer, const pointer) with raw and with coalesced pointers. Expects the same results and elements.
template <class Element, class Use>
void expect_operators_of_raw_elements(Use const& use)
{
    Element expected[3] = {{{1}}, {{2}}, {{4}}}, found[3] = {{{1}}, {{2}}, {{4}}};
    Element const* const constant = expected;
    EXPECT_EQ(use(&expected[0], constant), use(ptr<Element>(found), ptr<Element const>(found)));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(expected[i].v[0], found[i].v[0]) << i;
}

TEST(pointer_operators, of_elements_are_called_with_elements)
{
    expect_operators_of_raw_elements<alike::vec>([](auto p, auto c) {
        alike::vec const value{{5}};
        std::vector<float> const results{
            (p[1] + p[2]).v[0], (c[0] + c[1]).v[0],    (p[0] + c[2]).v[0],   (p[0] + value).v[0],   (value - c[2]).v[0],
            (-p[1]).v[0],       (p[1] == c[1]) * 1.0f, (p[1] < p[2]) * 1.0f, (p[0] != p[1]) * 1.0f, (!p[0]) * 1.0f};
        p[1] *= p[2];
        p[1] *= value;
        return results;
    });
    expect_operators_of_raw_elements<greedy::vec>([](auto p, auto c) {
        greedy::vec const value{{5}};
        std::vector<float> const results{(p[0] + p[1]).v[0], (c[1] + 2.0f).v[0], (p[2] - c[0]).v[0],
                                         (p[0] == p[1]) * 1.0f, (c[0] == p[0]) * 1.0f};
        p[0] += p[1];
        p[0] += value;
        p[0] += 2.0f;
        p[1] -= 1;
        return results;
    });
}

}  // namespace
