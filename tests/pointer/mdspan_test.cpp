// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_accessor in emulated warps: elements of an mdspan have the same traffic as those of a coalesced_ptr.
#include <common/bytes.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/mdspan.cuh>

#include <gtest/gtest.h>

#include <cuda/std/mdspan>

#include <cstddef>
#include <type_traits>

namespace {

using element = heddle_test::bytes<64, 4>;
using extents = cuda::std::dextents<int, 2>;

template <class T, class Layout = cuda::std::layout_right, class Policy = heddle::by_plan>
using matrix = cuda::std::mdspan<T, extents, Layout, heddle::coalesced_accessor<T, Policy>>;

constexpr int rows = 3, columns = 40;

struct mdspan : testing::Test {
    element in[rows * columns], out[rows * columns] = {};

    mdspan()
    {
        for (std::size_t i = 0; i < rows * columns; ++i) {
            for (unsigned char& byte : in[i].value) byte = static_cast<unsigned char>(17 * i + (&byte - in[i].value));
        }
    }
    bool is_equal(std::size_t k) const { return in[k] == out[k]; }
};

TEST_F(mdspan, has_the_traffic_of_a_pointer)
{
    matrix<element const> const from(in, rows, columns);
    matrix<element> const to(out, rows, columns);
    auto const counted = heddle::emulate_grid(columns, [&](std::size_t j) {
        for (int i = 0; i < rows; ++i) to(i, static_cast<int>(j)) = from(i, static_cast<int>(j)).load();
    });
    for (std::size_t k = 0; k < rows * columns; ++k) EXPECT_TRUE(is_equal(k)) << k;

    heddle::coalesced_ptr<element const> const p = in;
    heddle::coalesced_ptr<element> const q = out;
    auto const expected = heddle::emulate_grid(columns, [&](std::size_t j) {
        for (std::size_t i = 0; i < rows; ++i) q[i * columns + j] = p[i * columns + j].load();
    });
    EXPECT_EQ(expected.loads, counted.loads);
    EXPECT_EQ(expected.stores, counted.stores);

    heddle::coalesced_ptr<element, heddle::lane_by_lane> const alone(out);
    auto const plain = heddle::emulate_grid(columns, [&](std::size_t j) {
        for (std::size_t i = 0; i < rows; ++i) alone[i * columns + j] = p[i * columns + j].load();
    });
    EXPECT_NE(plain.stores, counted.stores);
}

TEST_F(mdspan, takes_any_layout_and_policy)
{
    matrix<element, cuda::std::layout_left, heddle::whole_warps> const to(out, columns, rows);
    heddle::emulate_grid(columns, [&](std::size_t j) {
        for (int i = 0; i < rows; ++i) to(static_cast<int>(j), i) = in[i * columns + static_cast<int>(j)];
    });
    for (std::size_t k = 0; k < rows * columns; ++k) EXPECT_TRUE(is_equal(k)) << k;
}

TEST_F(mdspan, converts_from_raw_pointers_and_to_const)
{
    cuda::std::mdspan<element, extents> const raw(out, rows, columns);
    matrix<element> const to = raw;
    matrix<element const> const constant = to;
    to(1, 2) = in[0];
    EXPECT_EQ(in[0], constant(1, 2).load());
    EXPECT_EQ(in[0], out[columns + 2]);

    using accessor = heddle::coalesced_accessor<element>;
    static_assert(std::is_trivially_copyable_v<matrix<element>>);
    static_assert(std::is_empty_v<accessor>);
    static_assert(!std::is_convertible_v<heddle::coalesced_accessor<element const>, accessor>);
    static_assert(!std::is_convertible_v<cuda::std::default_accessor<element const>, accessor>);
    static_assert(!std::is_convertible_v<heddle::coalesced_accessor<element, heddle::whole_warps>, accessor>);
    static_assert(!std::is_convertible_v<cuda::std::default_accessor<int>, accessor>);
    EXPECT_EQ(out + 7, accessor().offset(out, 7).get());
}

}  // namespace
