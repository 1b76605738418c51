// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests p[i].x without HEDDLE_FIELDS. It works for the vector types of CUDA and for no other types.

#include <heddle/coalesced_ptr.cuh>

#include <vector_types.h>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

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

template <class T>
constexpr unsigned components = heddle::detail::vector_component_count<T>();

static_assert(components<uchar1> == 1 && components<short2> == 2 && components<float3> == 3);
static_assert(components<int4> == 4 && components<longlong2> == 2 && components<ulonglong3> == 3);
static_assert(components<own> == 0 && components<own_packed> == 0 && components<dim3> == 0);
static_assert(components<float> == 0 && components<float4*> == 0 && components<void> == 0);

//! Returns whether vector_fields has the layout of T.
template <class T>
constexpr bool fits()
{
    using fields = heddle::detail::vector_fields<T, components<T>>;
    return sizeof(fields) == sizeof(T) && alignof(fields) == alignof(T) && offsetof(fields, y) == offsetof(T, y) &&
           std::is_same_v<decltype(fields::y), decltype(T::y)>;
}
static_assert(fits<char2>() && fits<uint2>() && fits<float2>() && fits<double2>() && fits<long2>());
static_assert(fits<char3>() && fits<short3>() && fits<float3>() && fits<double3>() && fits<ulonglong3>());
static_assert(fits<uchar4>() && fits<ushort4>() && fits<int4>() && fits<float4>());

template <class T>
using field_of = decltype((std::declval<heddle::coalesced_ptr<T>>()[0].x));
static_assert(std::is_same_v<float&, field_of<float3>> && std::is_same_v<float const&, field_of<float3 const>>);

TEST(vector_fields, are_those_of_the_element)
{
    float4 vectors[3] = {};
    heddle::coalesced_ptr<float4> const v(vectors);
    v[1].w = 3;
    v[2].x += 2;
    EXPECT_EQ(3.0f, vectors[1].w);
    EXPECT_EQ(2.0f, vectors[2].x);
    EXPECT_EQ(&vectors[1].z, &v[1].z);
}

//! Copies a whole element through the pointer.
template <class T>
void copy_whole(T (&array)[2])
{
    heddle::coalesced_ptr<T> const p(array);
    p[1] = p[0];
}

TEST(vector_fields, of_other_structs_are_not_asked_for)
{
    own_packed packed[2] = {{1, 2, 3}, {}};
    copy_whole(packed);
    EXPECT_EQ(3, packed[1].z);
    of_these addressless[2] = {{{1}, {2}}, {}};
    copy_whole(addressless);
    EXPECT_EQ(2.0f, addressless[1].y.value);
}

}  // namespace
