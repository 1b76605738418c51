// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests for which lists of member types lacks_members() reports a missing member. Tests the lists of HEDDLE_FIELDS.

#include "field_shapes.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/detail/aggregate.cuh>

#include <gtest/gtest.h>

#include <vector>

namespace heddle_aggregates {

struct pair {
    float x, y;
};
struct no_members {};
template <class Derived>
struct mixin {
};

// In these structs, sizeof does not reveal that a list omits a member: without the member, its bytes would be padding.
struct behind_double {
    double d;
    int a, b;
};
struct between {
    int a;
    short b, c;
};
struct first_bytes {
    char a, b;
    int c;
};
struct nested {
    double d;
    pair i;
    char c;
};
struct arrays {
    double d;
    pair i[2];
    char n[3][2];
    char c;
    bool f;
};
struct long_array {
    double d;
    char name[500];
    char c;
};
struct base {
    double a;
    char b;
};
struct derived : base {};
struct base_and_member : base {
    base in;
    char t;
};
struct mixed_in : mixin<mixed_in>, no_members {
    double x;
    char y, z;
};
struct mixed_in_last : base, no_members {};
struct empty_member {
    double x;
    no_members t;
};
enum class color : char { red };
struct every_kind {
    double x;
    int const k;
    float* p;
    void (*fn)(int);
    float pair::*member;
    color c, last;
};
struct initialized {
    double x;
    int b = 3;
    bool t = false;
    char u = 'c';
};
struct alignas(16) aligned {
    float x, y, z;
};
struct with_union {
    double x;
    union {
        int u;
        float v;
    };
    char c;
};
struct with_bits {
    double x;
    int a : 3, b : 4;
};
template <class Real, int N>
struct vec {
    Real a;
    Real rest[N];
    char t, u;
};

struct converted {
    converted(int) {}
    converted(converted const&) = default;
    int v = 0;
};
struct from_anything {
    template <class U>
    from_anything(U const&)
    {
    }
    int v = 0;
};
struct copied_explicitly {
    copied_explicitly() = default;
    explicit copied_explicitly(copied_explicitly const&) = default;
    int v;
};
struct not_copied {
    not_copied() = default;
    not_copied(not_copied const&) = delete;
    not_copied& operator=(not_copied const&) = default;
    int v;
};
template <class Class>
struct with_class {
    double x;
    Class v;
    char t, u;
};

// Types that are not aggregates.
struct with_constructor {
    explicit with_constructor(double from) : x(from) {}
    double x;
    char c = 0, d = 0;
};
class with_private_member {
public:
    double x;
    char d;

private:
    [[maybe_unused]] char c = 0;
};
struct base_with_constructor : converted {
    float x, y;
    double d;
    char c, e;
};

template <class T, class... Member>
constexpr bool lacks = heddle::detail::lacks_members<T, Member...>();

static_assert(lacks<behind_double, double, int> && !lacks<behind_double, double, int, int>);
static_assert(lacks<between, int, short> && !lacks<between, int, short, short>);
static_assert(!lacks<first_bytes, char, char, int>);
static_assert(lacks<nested, double, pair> && !lacks<nested, double, pair, char>);
static_assert(lacks<arrays, double, pair[2], char[3][2], char>);
static_assert(lacks<arrays, double, pair[2], char[3][2]>);
static_assert(!lacks<arrays, double, pair[2], char[3][2], char, bool>);
static_assert(lacks<long_array, double, char[500]> && !lacks<long_array, double, char[500], char>);
static_assert(lacks<derived, double> && !lacks<derived, double, char>);
static_assert(lacks<base_and_member, double, char, base>);
static_assert(!lacks<base_and_member, double, char, base, char>);
static_assert(lacks<mixed_in, double, char> && !lacks<mixed_in, double, char, char>);
static_assert(lacks<mixed_in_last, double> && !lacks<mixed_in_last, double, char>);
static_assert(lacks<empty_member, double> && !lacks<empty_member, double, no_members>);
static_assert(lacks<every_kind, double, int const, float*, void (*)(int), float pair::*, color>);
static_assert(!lacks<every_kind, double, int const, float*, void (*)(int), float pair::*, color, color>);
static_assert(lacks<initialized, double, int, bool> && !lacks<initialized, double, int, bool, char>);
static_assert(lacks<aligned, float, float> && !lacks<aligned, float, float, float>);
static_assert(lacks<with_union, double, int> && !lacks<with_union, double, int, char>);
static_assert(!lacks<with_union, double, float, char>);
static_assert(lacks<with_bits, double>);
static_assert(lacks<vec<double, 3>, double, double[3], char>);
static_assert(!lacks<vec<double, 3>, double, double[3], char, char>);

template <class Class>
constexpr bool is_counted =
    lacks<with_class<Class>, double, Class, char> && !lacks<with_class<Class>, double, Class, char, char>;
static_assert(is_counted<converted> && is_counted<copied_explicitly> && is_counted<not_copied>);
static_assert(is_counted<pair>);
// Compilers disagree about this class, but every compiler accepts its complete list.
static_assert(!lacks<with_class<from_anything>, double, from_anything, char, char>);

// One expression initializes a base class that is not an aggregate, whatever members the base class has.
static_assert(lacks<base_with_constructor, float, float, double, char, char>);
static_assert(!lacks<base_with_constructor, float, float, float, double, char, char>);
// In these structs, the member that the list omits lies in the middle or cannot be initialized implicitly.
struct two_kinds {
    char kind, flags;
    int next;
};
struct made_of_int {
    made_of_int(int number) : value(number) {}
    int value;
};
struct ends_with_made {
    double d;
    int a;
    made_of_int b;
};
static_assert(lacks<two_kinds, char, int> && !lacks<two_kinds, char, char, int>);
static_assert(lacks<ends_with_made, double, int> && !lacks<ends_with_made, double, int, made_of_int>);

// If the library cannot count the members, it reports no member as missing.
static_assert(!lacks<with_constructor, double, char> && !lacks<with_private_member, double, char>);
static_assert(!lacks<long_array, double, char[600]>);

}  // namespace heddle_aggregates

HEDDLE_FIELDS(heddle_aggregates::behind_double, d, a);
HEDDLE_FIELDS(heddle_aggregates::base_with_constructor, v, x, y, d);
HEDDLE_FIELDS(heddle_aggregates::aligned, x, y);
HEDDLE_FIELDS(heddle_aggregates::arrays, d, i, n, c, f);
HEDDLE_FIELDS(heddle_aggregates::with_union, x, v, c);
HEDDLE_TEMPLATE_FIELDS((class Real, int N), (heddle_aggregates::vec<Real, N>), a, rest, t);

namespace heddle_aggregates {
namespace {

using heddle::detail::fields_fault;
template <class T>
constexpr fields_fault fault_of = heddle::name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<T>::heddle_fault();

static_assert(fault_of<behind_double> == fields_fault::missing);
static_assert(fault_of<vec<double, 3>> == fields_fault::missing);
// The size of the struct shows that the last member is missing, even if the library cannot count the members.
static_assert(fault_of<base_with_constructor> == fields_fault::other_places);
static_assert(fault_of<aligned> == fields_fault::missing);
static_assert(fault_of<arrays> == fields_fault::none);
static_assert(fault_of<with_union> == fields_fault::none);

TEST(aggregate, fields_with_a_member_of_an_anonymous_union)
{
    std::vector<with_union> memory(3);
    heddle::coalesced_ptr<with_union> const p(memory.data());
    p[1].v = 2.5f;
    EXPECT_EQ(2.5f, memory[1].v);
    p[1].c = 'c';
    EXPECT_EQ('c', memory[1].c);
}

#define TEST_ADD(n) +1
#define TEST_LIST_15 a, b, c, d, e, f, g, TEST_LIST_8(0)
static_assert(15 == 0 HEDDLE_FOR_EACH(TEST_ADD, TEST_LIST_15));
static_assert(16 == 0 HEDDLE_FOR_EACH(TEST_ADD, a, TEST_LIST_15));
static_assert(17 == 0 HEDDLE_FOR_EACH(TEST_ADD, a, b, TEST_LIST_15));
static_assert(63 == 0 HEDDLE_FOR_EACH(TEST_ADD, TEST_LIST_15, TEST_LIST_15, TEST_LIST_15, TEST_LIST_15, a, b, c));
static_assert(64 == 0 HEDDLE_FOR_EACH(TEST_ADD, TEST_LIST_64(0)));
static_assert(65 == 0 HEDDLE_FOR_EACH(TEST_ADD, a, TEST_LIST_64(0)));
static_assert(256 == 0 HEDDLE_FOR_EACH(TEST_ADD, TEST_LIST_64(0), TEST_LIST_64(1), TEST_LIST_64(2), TEST_LIST_64(3)));

}  // namespace
}  // namespace heddle_aggregates
