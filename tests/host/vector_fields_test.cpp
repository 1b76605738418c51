// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// p[i].x without HEDDLE_FIELDS: for structs whose data members are the first of x, y, z and w, and for no others.

#include <heddle/coalesced_ptr.cuh>

#include <vector_types.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace {

struct one {
    short x;
};
struct two {
    float x, y;
};
struct mixed {
    double x;
    std::int8_t y[3];
    float z;
};
struct four {
    two x;
    int const* y;
    char z, w;
};
struct derived : two {};
struct templated_conversion {
    float x, y;
    template <class T>
    operator T() const;
};
struct with_functions {
    float x;
    float y() const { return x; }
};
struct with_static {
    float x;
    static float y;
};

struct other_order {
    float y, x;
};
struct other_names {
    float x, y, other;
};
struct skips_one {
    float x, z;
};
struct functions_alone {
    float x() const { return 0; }
};
struct is_private {
    float x;

private:
    [[maybe_unused]] float y = 0;
};
struct of_bits {
    int x : 16;
    int y : 16;
};
struct with_base_members : two {
    float z;
};
struct is_virtual {
    virtual ~is_virtual() = default;
    float x;
};
union either {
    float x;
    int y;
};

template <class T>
constexpr unsigned names = heddle::detail::vector_name_count<T>();

static_assert(names<one> == 1 && names<two> == 2 && names<mixed> == 3 && names<four> == 4);
static_assert(names<derived> == 2 && names<templated_conversion> == 2);
static_assert(names<with_functions> == 1 && names<with_static> == 1);
static_assert(names<other_order> == 0 && names<other_names> == 0 && names<skips_one> == 0);
static_assert(names<functions_alone> == 0 && names<is_private> == 0 && names<of_bits> == 0);
static_assert(names<with_base_members> == 0 && names<is_virtual> == 0 && names<either> == 0);
static_assert(names<float> == 0 && names<int*> == 0);

static_assert(names<uchar1> == 1 && names<short2> == 2 && names<float3> == 3 && names<int4> == 4);
static_assert(names<longlong2> == 2 && names<ulonglong3> == 3 && names<dim3> == 3);

template <class T>
using field_of = decltype((std::declval<heddle::coalesced_ptr<T>>()[0].x));
static_assert(std::is_same_v<float&, field_of<float3>>);
static_assert(std::is_same_v<float const&, field_of<float3 const>>);

TEST(vector_fields, are_those_of_the_element)
{
    mixed array[3] = {};
    heddle::coalesced_ptr<mixed> const p(array);
    p[1].x = 2.5;
    p[1].y[2] = 7;
    p[2].z += 4;
    EXPECT_EQ(2.5, array[1].x);
    EXPECT_EQ(7, array[1].y[2]);
    EXPECT_EQ(4.0f, array[2].z);
    EXPECT_EQ(static_cast<void*>(&array[1].y), &p[1].y);

    float4 vectors[2] = {};
    heddle::coalesced_ptr<float4> const v(vectors);
    v[1].w = 3;
    EXPECT_EQ(3.0f, vectors[1].w);
    EXPECT_EQ(&vectors[1].z, &v[1].z);
}

}  // namespace
