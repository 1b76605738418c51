// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests HEDDLE_FIELDS for structs of every shape: p[i].x has the address and the type of the field x of the element.
// Tests p[i].x for the vector types of CUDA, which do not need HEDDLE_FIELDS.

#include "field_shapes.hpp"

#include <heddle/coalesced_ptr.cuh>

#include <vector_types.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <type_traits>

struct counted {
    float x, y;
    mutable int reads;
};
HEDDLE_FIELDS(counted, x, y, reads);

namespace {

using heddle::coalesced_ptr;

// Defines raw pointers and coalesced pointers to four elements of a type.
#define TEST_POINTERS(type)                                   \
    alignas(type) unsigned char bytes[4 * sizeof(type)] = {}; \
    auto* const raw = reinterpret_cast<type*>(bytes);         \
    coalesced_ptr<type> const p = raw;                        \
    coalesced_ptr<type const> const c = raw;

// Expects that the field of p[2] has the address and the type of the field of raw[2].
#define TEST_EXPECT_FIELD(name)                                                              \
    EXPECT_EQ(static_cast<void const*>(&raw[2].name), static_cast<void const*>(&p[2].name)); \
    EXPECT_EQ(static_cast<void const*>(&raw[2].name), static_cast<void const*>(&c[2].name)); \
    static_assert(std::is_same_v<decltype(raw[2].name), decltype(p[2].name)>);               \
    static_assert(sizeof(raw[2]) == sizeof(p[2]));

#define TEST_EXPECT_FIELDS(type, ...)                   \
    {                                                   \
        TEST_POINTERS(type)                             \
        HEDDLE_FOR_EACH(TEST_EXPECT_FIELD, __VA_ARGS__) \
    }

TEST(field_places, of_structs_of_every_shape)
{
    using shapes::vec;
    using template_of_double = vec<double, 5>;
    using template_of_char = vec<char, 1>;
    TEST_EXPECT_FIELDS(shapes::many_64, TEST_LIST_64(0))
    TEST_EXPECT_FIELDS(shapes::many_256, TEST_LIST_64(0), TEST_LIST_64(1), TEST_LIST_64(2), TEST_LIST_64(3))
    TEST_EXPECT_FIELDS(shapes::nested, tag, corners[1].y, corners[2].inner[1].b[1][2], last.b)
    TEST_EXPECT_FIELDS(shapes::derived, id, flag, tail, weight, number)
    TEST_EXPECT_FIELDS(shapes::mixed, used, shade, what, fixed, where, call, field, wide)
    TEST_EXPECT_FIELDS(template_of_double, y, rest[4])
    TEST_EXPECT_FIELDS(template_of_char, rest)
    TEST_EXPECT_FIELDS(shapes::wide, z)
    TEST_EXPECT_FIELDS(shapes::wide_member, b[1].z, c)
    TEST_EXPECT_FIELDS(shapes::with_union, x, v, c)
    TEST_EXPECT_FIELDS(uchar3, z)
    TEST_EXPECT_FIELDS(longlong3, z)
#if defined(__NV_SILENCE_DEPRECATION_BEGIN)
    TEST_EXPECT_FIELDS(ulonglong4_16a, w)
    TEST_EXPECT_FIELDS(double4_32a, w)
    __NV_SILENCE_DEPRECATION_BEGIN
#endif
    TEST_EXPECT_FIELDS(double4, w)
    TEST_EXPECT_FIELDS(long4, w)
#if defined(__NV_SILENCE_DEPRECATION_BEGIN)
    __NV_SILENCE_DEPRECATION_END
#endif
}

static_assert(!std::is_assignable_v<decltype((coalesced_ptr<shapes::nested const>()[0].tag)), int>);
static_assert(!std::is_assignable_v<decltype((coalesced_ptr<shapes::mixed>()[0].fixed)), int>);
static_assert(alignof(std::remove_reference_t<decltype(coalesced_ptr<shapes::wide>()[0])>) == 16);

TEST(field_places, of_classes_with_constructors)
{
    TEST_EXPECT_FIELDS(shapes::range, last)
    TEST_EXPECT_FIELDS(shapes::range::step, times)
    TEST_POINTERS(shapes::range)
    p[3] = shapes::range(3, 9);
    EXPECT_EQ(6, (c + 3)->size());
}

// A packed field may be misaligned, so EXPECT_EQ cannot take a reference to the field. The unary + makes a copy.
template <class T>
void expect_packed_fields()
{
    TEST_POINTERS(T)
    for (std::size_t k = 0; k < sizeof bytes; ++k) bytes[k] = static_cast<unsigned char>(k * 7);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(+raw[i].a, +p[i].a);
        EXPECT_EQ(+raw[i].b, +c[i].b);
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

// Only the vector types of CUDA have fields without HEDDLE_FIELDS.

struct own {
    float x, y, z;
};
struct __attribute__((packed)) own_packed {
    float x, y;
    short z;
};
struct has_deleted_address {
    float value;
    void operator&() = delete;
};
struct of_these {
    has_deleted_address x, y;
};

template <unsigned Count, class... T>
constexpr bool have_components = ((heddle::detail::vector_component_count<T>() == Count) && ...);
static_assert(have_components<1, uchar1> && have_components<2, short2, longlong2> && have_components<4, int4>);
static_assert(have_components<3, float3, ulonglong3>);
static_assert(have_components<0, own, own_packed, dim3, float, float4*, void>);

//! Returns whether vector_fields has the same layout as T.
template <class T>
constexpr bool fits()
{
    using vector = heddle::types::vector_fields<T, heddle::detail::vector_component_count<T>()>;
    return sizeof(vector) == sizeof(T) && alignof(vector) == alignof(T) && offsetof(vector, y) == offsetof(T, y) &&
           std::is_same_v<decltype(vector::y), decltype(T::y)>;
}
template <class... T>
constexpr bool all_fit = (fits<T>() && ...);
static_assert(all_fit<char2, uint2, float2, double2, long2, char3, short3, float3, double3, ulonglong3>);
static_assert(all_fit<uchar4, ushort4, int4, float4>);

template <class T>
using field_of = decltype((std::declval<coalesced_ptr<T>>()[0].x));
static_assert(std::is_same_v<float&, field_of<float3>> && std::is_same_v<float const&, field_of<float3 const>>);

// A field that is mutable in T is const in c[i]: c->reads is the element's own.
TEST(mutable_fields, of_const_elements_are_written_through_the_arrow)
{
    counted raw[2] = {{1, 2, 3}, {4, 5, 6}};
    coalesced_ptr<counted> const p = raw;
    coalesced_ptr<counted const> const c = raw;
    p[1].reads = 7;
    EXPECT_EQ(7, c[1].reads);
    (c + 1)->reads = 8;
    EXPECT_EQ(8, p[1].reads);
    static_assert(std::is_same_v<decltype((c[1].reads)), int const&> && std::is_same_v<decltype((c->reads)), int&>);
    p[0] = c[1];
    EXPECT_EQ(8, raw[0].reads);
    counted const copy = c[0];
    EXPECT_EQ(8, copy.reads);
}

TEST(vector_fields, of_other_structs_are_not_asked_for)
{
    own_packed packed[2] = {{1, 2, 3}, {}};
    coalesced_ptr<own_packed> const p = packed;
    p[1] = p[0];
    EXPECT_EQ(3, packed[1].z);
    of_these addressless[2] = {{{1}, {2}}, {}};
    coalesced_ptr<of_these> const q = addressless;
    q[1] = q[0];
    EXPECT_EQ(2.0f, addressless[1].y.value);
}

}  // namespace
