// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests for which lists of member types lacks_members() reports a missing member. Tests the lists of HEDDLE_FIELDS.

#include "field_shapes.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/detail/aggregate.cuh>

namespace heddle_aggregates {

struct pair {
    float x, y;
};
using shapes::struct_of;
struct no_members {};
template <class Derived>
struct mixin {
};

struct arrays {
    double d;
    pair i[2];
    char n[3][2];
    char c;
    bool f;
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
enum class color : char { red };
struct initialized {
    double x;
    int b = 3;
    bool t = false;
    char u = 'c';
};
struct with_bits {
    double x;
    int a : 3, b : 4;
};
struct made_of_int {
    made_of_int(int number) : value(number) {}
    int value;
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

// A type that is not an aggregate, as shapes::range.
class with_private_member {
public:
    double x;
    char d;

private:
    [[maybe_unused]] char c = 0;
};
struct base_with_constructor : made_of_int {
    float x, y;
    double d;
    char c, e;
};

template <class T, class... Member>
constexpr bool lacks = heddle::detail::lacks_members<T, Member...>();

// In these structs, sizeof does not reveal that a list omits a member: without the member, its bytes would be padding.
template <class T, class Last, class... Member>
constexpr bool lacks_only_last = lacks<T, Member...> && !lacks<T, Member..., Last>;
template <class Last, class... Member>
constexpr bool is_counted = lacks_only_last<struct_of<Member..., Last>, Last, Member...>;
static_assert(is_counted<int, double, int> && is_counted<short, int, short> && is_counted<char, double, pair>);
static_assert(is_counted<char, double, char[500]> && is_counted<no_members, double>);
static_assert(is_counted<char, int const, void (*)(int)> && is_counted<color, float*, float pair::*, color>);
static_assert(is_counted<made_of_int, double, int>);
static_assert(is_counted<char, double, made_of_int, char> && is_counted<char, double, copied_explicitly, char>);
static_assert(is_counted<char, double, not_copied, char> && is_counted<char, double, pair, char>);
// Compilers disagree about this class, but every compiler accepts its complete list.
static_assert(!lacks<struct_of<double, from_anything, char>, double, from_anything, char>);

static_assert(lacks_only_last<arrays, bool, double, pair[2], char[3][2], char>);
static_assert(lacks<arrays, double, pair[2], char[3][2]>);
static_assert(lacks_only_last<derived, char, double> && lacks_only_last<base_and_member, char, double, char, base>);
static_assert(lacks_only_last<mixed_in, char, double, char> && lacks_only_last<mixed_in_last, char, double>);
static_assert(lacks_only_last<initialized, char, double, int, bool>);
static_assert(lacks_only_last<shapes::wide, float, float, float>);
static_assert(lacks_only_last<shapes::with_union, char, double, int>);
static_assert(lacks_only_last<shapes::with_union, char, double, float>);
static_assert(lacks<with_bits, double>);
static_assert(lacks_only_last<shapes::vec<double, 3>, double[3], double, double>);
// The list omits a member in the middle.
static_assert(lacks<struct_of<char, char, int>, char, int>);
static_assert(!lacks<struct_of<char, char, int>, char, char, int>);

// One expression initializes a base class that is not an aggregate, whatever members the base class has.
static_assert(lacks<base_with_constructor, float, float, double, char, char>);
static_assert(!lacks<base_with_constructor, float, float, float, double, char, char>);

// If the library cannot count the members, it reports no member as missing.
static_assert(!lacks<shapes::range, int> && !lacks<with_private_member, double, char>);
static_assert(!lacks<struct_of<double, char[500], char>, double, char[600]>);

}  // namespace heddle_aggregates

HEDDLE_TEMPLATE_FIELDS((class A, class B, class C), (shapes::struct_of<A, B, C>), a, b);

namespace heddle_aggregates {
namespace {

// (build/compile_fail/pointer.cpp tests other lists.)
using incomplete = heddle::name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<struct_of<double, int, int>>;
static_assert(incomplete::heddle_fault() == heddle::detail::fields_fault::missing);

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
