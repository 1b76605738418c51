// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that operators for all types, in the namespace of the element, do not replace the operators of pointers.
#include <heddle/coalesced_ptr.cuh>

#include <gtest/gtest.h>

#include <cstddef>

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

}  // namespace
