// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE_FIELDS of every shape of struct: p[i].x is the field of the element, at its place, and of its type.

#include "ways_to_run.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

// m(0) m(1) …: eight, 64 and 256 numbers of members.
#define TEST_8(m, n) m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7)
#define TEST_64(m, n)                                                               \
    TEST_8(m, n##0)                                                                 \
    TEST_8(m, n##1)                                                                 \
    TEST_8(m, n##2) TEST_8(m, n##3) TEST_8(m, n##4) TEST_8(m, n##5) TEST_8(m, n##6) \
        TEST_8(m, n##7)
#define TEST_256(m) TEST_64(m, 0) TEST_64(m, 1) TEST_64(m, 2) TEST_64(m, 3)
// The same in a list.
#define TEST_LIST_8(n) m##n##0, m##n##1, m##n##2, m##n##3, m##n##4, m##n##5, m##n##6, m##n##7
#define TEST_LIST_64(n)                                                                            \
    TEST_LIST_8(n##0), TEST_LIST_8(n##1), TEST_LIST_8(n##2), TEST_LIST_8(n##3), TEST_LIST_8(n##4), \
        TEST_LIST_8(n##5), TEST_LIST_8(n##6), TEST_LIST_8(n##7)
#define TEST_MEMBER(n) unsigned char m##n;

namespace shapes {

struct one {
    double only;
};
struct many_64 {
    TEST_64(TEST_MEMBER, 0)
};
struct many_128 {
    TEST_64(TEST_MEMBER, 0) TEST_64(TEST_MEMBER, 1)
};
struct many_256 {
    TEST_256(TEST_MEMBER)
};

struct corner {
    float x, y;
    struct deep {
        short a;
        double b[2][3];
    } inner[2];
};
struct nested {
    char tag;
    corner corners[3];
    corner::deep last;
};

struct base {
    int id;
    short flag, tail;
};
struct middle : base {
    float weight;
};
struct derived : middle {
    double number;
};

enum class color : unsigned char { red, green };
enum kind { point, line };
struct mixed {
    bool used;
    color shade;
    kind what;
    int const fixed;
    float* where;
    int (*call)(int);
    float mixed::*field;
    std::uint64_t wide;
};

template <class Real, int N>
struct vec {
    Real x, y;
    Real rest[N];
};

#pragma pack(push, 1)
struct packed_to_1 {
    char a;
    int b;
    double c;
    short d[3];
};
#pragma pack(pop)
#pragma pack(push, 2)
struct packed_to_2 {
    char a;
    int b;
    double c;
};
#pragma pack(pop)

struct alignas(16) wide {
    float x, y, z;
};
struct wide_member {
    char a;
    wide b[2];
    char c;
};

class range {
public:
    range(int from, int to) : first(from), last(to) {}
    int size() const { return last - first; }
    int first, last;

    struct step {
        explicit step(int by) : width(by) {}
        int width;
        short times = 3;
    };
};

}  // namespace shapes

HEDDLE_FIELDS(shapes::one, only);
HEDDLE_FIELDS(shapes::many_64, TEST_LIST_64(0));
HEDDLE_FIELDS(shapes::many_128, TEST_LIST_64(0), TEST_LIST_64(1));
HEDDLE_FIELDS(shapes::many_256, TEST_LIST_64(0), TEST_LIST_64(1), TEST_LIST_64(2), TEST_LIST_64(3));
HEDDLE_FIELDS(shapes::nested, tag, corners, last);
HEDDLE_FIELDS(shapes::derived, id, flag, tail, weight, number);
HEDDLE_FIELDS(shapes::mixed, used, shade, what, fixed, where, call, field, wide);
HEDDLE_TEMPLATE_FIELDS((class Real, int N), (shapes::vec<Real, N>), x, y, rest);
HEDDLE_PACKED_FIELDS(shapes::packed_to_1, a, b, c, d);
#pragma pack(push, 2)
HEDDLE_FIELDS(shapes::packed_to_2, a, b, c);
#pragma pack(pop)
HEDDLE_FIELDS(shapes::wide, x, y, z);
HEDDLE_FIELDS(shapes::wide_member, a, b, c);
HEDDLE_FIELDS(shapes::range, first, last);
HEDDLE_FIELDS(shapes::range::step, width, times);

namespace {

using heddle::coalesced_ptr;
constexpr int count = 70;

class fields : public heddle_test::every_way {};
HEDDLE_TEST_EVERY_WAY(fields);

// The field's address is that of the element's, and its type the same.
#define TEST_EXPECT_FIELD(name)                                                              \
    EXPECT_EQ(static_cast<void const*>(&raw[2].name), static_cast<void const*>(&p[2].name)); \
    EXPECT_EQ(static_cast<void const*>(&raw[2].name), static_cast<void const*>(&c[2].name)); \
    static_assert(std::is_same_v<decltype(raw[2].name), decltype(p[2].name)>);               \
    static_assert(sizeof(raw[2]) == sizeof(p[2]));

#define TEST_POINTERS(type)                                   \
    alignas(type) unsigned char bytes[4 * sizeof(type)] = {}; \
    auto* const raw = reinterpret_cast<type*>(bytes);         \
    coalesced_ptr<type> const p = raw;                        \
    coalesced_ptr<type const> const c = raw;

TEST(field_places, of_one_and_of_256_members)
{
    {TEST_POINTERS(shapes::one) TEST_EXPECT_FIELD(only)}
#define TEST_EXPECT_BYTE(n) TEST_EXPECT_FIELD(m##n)
    {TEST_POINTERS(shapes::many_64) TEST_64(TEST_EXPECT_BYTE, 0)} {
        TEST_POINTERS(shapes::many_128) TEST_64(TEST_EXPECT_BYTE, 0) TEST_64(TEST_EXPECT_BYTE, 1)} {
        TEST_POINTERS(shapes::many_256)
        TEST_256(TEST_EXPECT_BYTE)
    }
}

TEST(field_places, of_nested_structs_and_arrays)
{
    TEST_POINTERS(shapes::nested)
    TEST_EXPECT_FIELD(tag)
    TEST_EXPECT_FIELD(corners[1].y)
    TEST_EXPECT_FIELD(corners[2].inner[1].b[1][2])
    TEST_EXPECT_FIELD(last.b)
    p[1].corners[2].inner[0].b[1][0] = 4.5;
    EXPECT_EQ(4.5, raw[1].corners[2].inner[0].b[1][0]);
}

TEST(field_places, of_base_classes){TEST_POINTERS(shapes::derived) TEST_EXPECT_FIELD(id)
                                        TEST_EXPECT_FIELD(flag) TEST_EXPECT_FIELD(tail)
                                            TEST_EXPECT_FIELD(weight) TEST_EXPECT_FIELD(number)}

TEST(field_places, of_every_kind_of_member)
{
    TEST_POINTERS(shapes::mixed)
    TEST_EXPECT_FIELD(used)
    TEST_EXPECT_FIELD(shade)
    TEST_EXPECT_FIELD(what)
    TEST_EXPECT_FIELD(fixed)
    TEST_EXPECT_FIELD(where)
    TEST_EXPECT_FIELD(call)
    TEST_EXPECT_FIELD(field)
    TEST_EXPECT_FIELD(wide)
    static_assert(!std::is_assignable_v<decltype((p[0].fixed)), int>);
    static_assert(!std::is_assignable_v<decltype((c[0].wide)), int>);
}

TEST(field_places, of_templates_and_alignments)
{
    {
        using type = shapes::vec<double, 5>;
        TEST_POINTERS(type)
        TEST_EXPECT_FIELD(y)
        TEST_EXPECT_FIELD(rest[4])
    }
    {
        using type = shapes::vec<char, 1>;
        TEST_POINTERS(type)
        TEST_EXPECT_FIELD(rest)
    }
    {
        TEST_POINTERS(shapes::wide)
        TEST_EXPECT_FIELD(z)
        static_assert(alignof(std::remove_reference_t<decltype(p[0])>) == 16);
    }
    {
        TEST_POINTERS(shapes::wide_member)
        TEST_EXPECT_FIELD(b[1].z)
        TEST_EXPECT_FIELD(c)
    }
}

TEST(field_places, of_classes_with_constructors)
{
    {
        TEST_POINTERS(shapes::range)
        TEST_EXPECT_FIELD(last)
        p[3] = shapes::range(3, 9);
        auto const q = p[3];
        EXPECT_EQ(6, q.last - q.first);
        EXPECT_EQ(6, (p + 3)->size());
    }
    {
        TEST_POINTERS(shapes::range::step)
        TEST_EXPECT_FIELD(times)
        auto q = p[1];
        q = shapes::range::step(8);
        p[2] = q;
        EXPECT_EQ(8, raw[2].width);
        EXPECT_EQ(3, p[2].times);
    }
}

// The address of a packed member is no pointer to its type: bytes are compared.
template <class T>
void expect_packed_fields()
{
    unsigned char bytes[4 * sizeof(T)];
    for (std::size_t k = 0; k < sizeof bytes; ++k) bytes[k] = static_cast<unsigned char>(k * 7);
    auto* const raw = reinterpret_cast<T*>(bytes);
    coalesced_ptr<T> const p = raw;
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(+raw[i].a, +p[i].a);
        EXPECT_EQ(+raw[i].b, +p[i].b);
        p[i].c = 0.5 + i;
        EXPECT_EQ(0.5 + i, +raw[i].c);
        T expected = raw[i];
        expected.b = 77 + i;
        p[i].b = 77 + i;
        EXPECT_EQ(0, std::memcmp(&expected, raw + i, sizeof(T)));
    }
    static_assert(sizeof(p[0]) == sizeof(T));
}
TEST(field_places, of_packed_structs)
{
    expect_packed_fields<shapes::packed_to_1>();
    expect_packed_fields<shapes::packed_to_2>();
}

// Neighbouring lanes write other fields of the same elements, and other elements: none is lost.
TEST_P(fields, written_by_neighbours_stay)
{
    std::vector<shapes::many_64> elements(count + 1);
    std::memset(elements.data(), 1, elements.size() * sizeof elements[0]);
    auto expected = elements;
    coalesced_ptr<shapes::many_64> const p = elements.data();
    run(count, [&](std::size_t i) {
        auto const value = static_cast<unsigned char>(i + 5);
        p[i].m000 = value;
        p[i + 1].m001 = value;
        p[i / 2].m077 += static_cast<unsigned char>(i % 2);
        p[(i * 29) % count].m050 = value;
    });
    for (std::size_t i = 0; i < count; ++i) {
        auto const value = static_cast<unsigned char>(i + 5);
        expected[i].m000 = value;
        expected[i + 1].m001 = value;
        expected[i / 2].m077 = static_cast<unsigned char>(expected[i / 2].m077 + i % 2);
        expected[(i * 29) % count].m050 = value;
    }
    EXPECT_EQ(0,
              std::memcmp(expected.data(), elements.data(), elements.size() * sizeof elements[0]));
}

// Reads and writes nothing but the field, so that whole elements and fields can be used in turn.
TEST_P(fields, between_whole_elements)
{
    std::vector<shapes::derived> elements(count), others(count);
    for (int i = 0; i < count; ++i) {
        elements[i].number = i;
        elements[i].id = 3 * i;
        elements[i].tail = 'a';
    }
    coalesced_ptr<shapes::derived> const p = elements.data(), q = others.data();
    run(count, [&](std::size_t i) {
        p[i].id += 1;
        q[i] = p[i];
        q[i].number *= 2;
        p[i].number = q[i].number + p[i].id;
        p[i].tail = q[i].tail == 'a' ? 'b' : 'c';
    });
    for (int i = 0; i < count; ++i) {
        EXPECT_EQ(3 * i + 1, elements[i].id);
        EXPECT_EQ(2 * i, others[i].number);
        EXPECT_EQ(2 * i + 3 * i + 1, elements[i].number);
        EXPECT_EQ('b', elements[i].tail);
        EXPECT_EQ('a', others[i].tail);
    }
}

}  // namespace
