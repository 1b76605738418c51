// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests coalesced_accessor in emulated warps: elements of an mdspan have the same traffic as those of a coalesced_ptr.
#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/mdspan.cuh>

#include <gtest/gtest.h>

#include <cuda/std/mdspan>

#include <cstddef>
#include <cstring>
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
        heddle_test::random_source random("mdspan");
        random.fill(in, sizeof in);
    }
    //! Calls copy(i, j) for every row i, in a warp of lanes j. Expects that this copies `in` to `out`.
    template <class Copy>
    heddle::memory_traffic expect_copied(Copy const& copy)
    {
        auto const traffic = heddle::emulate_grid(columns, [&](std::size_t j) {
            for (int i = 0; i < rows; ++i) copy(i, static_cast<int>(j));
        });
        EXPECT_EQ(0, std::memcmp(in, out, sizeof in));
        std::memset(out, 0, sizeof out);
        return traffic;
    }
};

TEST_F(mdspan, has_the_traffic_of_a_pointer)
{
    matrix<element const> const from(in, rows, columns);
    matrix<element> const to(out, rows, columns);
    heddle::coalesced_ptr<element const> const p = in;
    heddle::coalesced_ptr<element> const q = out;
    heddle::coalesced_ptr<element, heddle::lane_by_lane> const alone(out);
    auto const counted = expect_copied([&](int i, int j) { to(i, j) = from(i, j).load(); });
    auto const expected = expect_copied([&](int i, int j) { q[i * columns + j] = p[i * columns + j].load(); });
    auto const plain = expect_copied([&](int i, int j) { alone[i * columns + j] = p[i * columns + j].load(); });
    EXPECT_EQ(expected.loads, counted.loads);
    EXPECT_EQ(expected.stores, counted.stores);
    EXPECT_NE(plain.stores, counted.stores);
}

TEST_F(mdspan, takes_any_layout_and_policy)
{
    matrix<element, cuda::std::layout_left, heddle::whole_warps> const to(out, columns, rows);
    expect_copied([&](int i, int j) { to(j, i) = in[i * columns + j]; });
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
