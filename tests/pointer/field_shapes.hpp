// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines structs of every shape, with HEDDLE_FIELDS.
#pragma once

#include <heddle/coalesced_ptr.cuh>

#include <cstdint>

// TEST_LIST_8(n) and TEST_LIST_64(n) expand to the names of 8 and 64 members.
#define TEST_LIST_8(n) m##n##0, m##n##1, m##n##2, m##n##3, m##n##4, m##n##5, m##n##6, m##n##7
#define TEST_LIST_64(n)                                                                                               \
    TEST_LIST_8(n##0), TEST_LIST_8(n##1), TEST_LIST_8(n##2), TEST_LIST_8(n##3), TEST_LIST_8(n##4), TEST_LIST_8(n##5), \
        TEST_LIST_8(n##6), TEST_LIST_8(n##7)
#define TEST_MEMBER(name) unsigned char name;

namespace shapes {

//! An aggregate of two to four members.
template <class... Member>
struct struct_of;
template <class A, class B>
struct struct_of<A, B> {
    A a;
    B b;
};
template <class A, class B, class C>
struct struct_of<A, B, C> {
    A a;
    B b;
    C c;
};
template <class A, class B, class C, class D>
struct struct_of<A, B, C, D> {
    A a;
    B b;
    C c;
    D d;
};

struct many_64 {
    HEDDLE_FOR_EACH(TEST_MEMBER, TEST_LIST_64(0))
};
struct many_256 {
    HEDDLE_FOR_EACH(TEST_MEMBER, TEST_LIST_64(0), TEST_LIST_64(1), TEST_LIST_64(2), TEST_LIST_64(3))
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
#pragma pack(2)
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

struct with_union {
    double x;
    union {
        int u;
        float v;
    };
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

// HEDDLE_FIELDS(…) can be written with or without a semicolon.
// clang-format off
HEDDLE_FIELDS(shapes::many_64, TEST_LIST_64(0));
HEDDLE_FIELDS(shapes::many_256, TEST_LIST_64(0), TEST_LIST_64(1), TEST_LIST_64(2), TEST_LIST_64(3));
HEDDLE_FIELDS(shapes::nested, tag, corners, last);
HEDDLE_FIELDS(shapes::derived, id, flag, tail, weight, number)
HEDDLE_FIELDS(shapes::mixed, used, shade, what, fixed, where, call, field, wide);
HEDDLE_TEMPLATE_FIELDS((class Real, int N), (shapes::vec<Real, N>), x, y, rest)
HEDDLE_PACKED_FIELDS(shapes::packed_to_1, a, b, c, d)
#pragma pack(push, 2)
HEDDLE_FIELDS(shapes::packed_to_2, a, b, c);
#pragma pack(pop)
HEDDLE_FIELDS(shapes::wide, x, y, z)
HEDDLE_FIELDS(shapes::wide_member, a, b, c);
HEDDLE_FIELDS(shapes::with_union, x, v, c);
HEDDLE_FIELDS(shapes::range, first, last);
HEDDLE_FIELDS(shapes::range::step, width, times)
// clang-format on
