// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reverse, reverse_copy, swap_ranges and adjacent_difference in emulated blocks, for elements of many sizes, for
// counts around the tile size, and for misaligned arrays.

#include "emulated_blocks.hpp"

#include <heddle/algorithm/detail/difference_tile.cuh>
#include <heddle/algorithm/detail/mirrored_tile.cuh>

#include <algorithm>

namespace {

namespace detail = heddle::detail;
using namespace heddle_test;

template <class Element>
void check_place(random_source& random, std::size_t count, std::size_t skew)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, " << count << " elements, " << skew
                                    << " bytes behind a line");
    constexpr unsigned capacity = detail::common_capacity<tile_threads, Element*, Element*>();
    auto& stages = shared<detail::stage_set<capacity, Element const*, Element*>>();
    auto& swapped = shared<detail::stage_set<capacity, Element*, Element*>>();
    guarded_array<Element> in(count, random, skew), out(count, random);
    std::vector<Element> expected(in.data(), in.data() + count);
    Element const* const first = in.data();

    run_tiles(count, capacity, [&](auto const& block, std::size_t tile) {
        detail::reverse_copy_share<capacity>(block, stages, tile, first, count, out.data());
    });
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(expected[count - 1 - k], out[k]) << k;

    auto difference = [](Element a, Element const& b) {
        a.value[0] = static_cast<unsigned char>(a.value[0] - b.value[0]);
        return a;
    };
    run_tiles(count, capacity, [&](auto const& block, std::size_t tile) {
        detail::difference_share<capacity>(block, stages, tile, first, count, out.data(), difference);
    });
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(k == 0 ? expected[0] : difference(expected[k], expected[k - 1]), out[k]) << k;
    }

    std::vector<Element> const others(out.data(), out.data() + count);
    run_tiles(count, capacity, [&](auto const& block, std::size_t tile) {
        detail::swap_share<detail::counterpart::same_place, capacity>(block, swapped, tile, in.data(), out.data(),
                                                                      count);
    });
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(others[k], in[k]) << k;
        ASSERT_EQ(expected[k], out[k]) << k;
    }

    run_tiles(count / 2, capacity, [&](auto const& block, std::size_t tile) {
        detail::swap_share<detail::counterpart::mirrored, capacity>(block, swapped, tile, out.data(),
                                                                    out.data() + (count - count / 2), count / 2);
    });
    std::reverse(expected.begin(), expected.end());
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(expected[k], out[k]) << k;
    EXPECT_TRUE(in.guards_intact() && out.guards_intact());
}

template <class Element>
void check(random_source& random)
{
    constexpr std::size_t capacity = detail::common_capacity<tile_threads, Element*>();
    for (std::size_t const count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, capacity - 1,
                                    capacity, capacity + 1, 2 * capacity, 4 * capacity + 5}) {
        for (std::size_t const shift : {0, 1, 5}) check_place<Element>(random, count, shift * alignof(Element));
    }
}

TEST(mirrored_test, elements_of_all_kinds_of_sizes)
{
    random_source random("mirrored tiles");
    check<bytes<1>>(random);
    check<bytes<3>>(random);
    check<bytes<4>>(random);
    check<bytes<13>>(random);
    check<bytes<28>>(random);
    check<bytes<50>>(random);
    check<bytes<132>>(random);
    check<bytes<512>>(random);
}

}  // namespace
