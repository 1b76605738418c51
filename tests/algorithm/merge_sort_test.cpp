// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of merges that run on the host: the division of merges and set operations, and the sizes of tiles.
// merge_sort_test.cu sorts on a GPU.

#include <heddle/algorithm/detail/merge_path.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>

#include <common/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace {

using heddle::detail::make_merge_shape;
using heddle::detail::merge_row_bytes;
using heddle::detail::run_pair;
using heddle::detail::thread_search;

//! Returns for each number of outputs how many of them a stable merge takes from the first run.
std::vector<unsigned> taken_of_each(std::vector<int> const& keys, run_pair<unsigned> const& pair)
{
    std::vector<unsigned> all{0};
    unsigned a = pair.begin, b = pair.middle;
    while (a + b < pair.middle + pair.end) {
        b < pair.end && (a == pair.middle || keys[b] < keys[a]) ? ++b : ++a;
        all.push_back(a - pair.begin);
    }
    return all;
}

//! Calls test(keys, pair) with pairs of sorted runs that have few or many distinct keys.
template <class Test>
void with_sorted_runs(Test const& test)
{
    heddle_test::random_source random("merges divided");
    for (int round = 0; round < 500; ++round) {
        auto const first = static_cast<unsigned>(random.below(40)), second = static_cast<unsigned>(random.below(40));
        run_pair<unsigned> const pair{5, 5 + first, 5 + first + second};
        std::vector<int> keys(pair.end);
        for (int& key : keys) key = static_cast<int>(random.below(1 + random.below(30)));
        std::sort(keys.begin() + pair.begin, keys.begin() + pair.middle);
        std::sort(keys.begin() + pair.middle, keys.end());
        test(keys, pair);
    }
}

TEST(merge_path, divides_as_a_stable_merge)
{
    with_sorted_runs([](std::vector<int> const& keys, run_pair<unsigned> const& pair) {
        auto const expected = taken_of_each(keys, pair);
        for (unsigned output = 0; output < expected.size(); ++output) {
            auto const precedes = [&](unsigned i, unsigned j) {
                EXPECT_TRUE(i >= pair.middle && i < pair.end && j >= pair.begin && j < pair.middle);
                return keys[i] < keys[j];
            };
            EXPECT_EQ(expected[output], pair.taken(output, thread_search<decltype(precedes)>{precedes})) << output;
        }
    });
}

//! Returns the number of pairs of equal elements, and of elements without a counterpart, in two sorted ranges.
std::vector<std::size_t> set_counts(int const* first, int const* first_end, int const* second, int const* second_end)
{
    std::vector<int> both, others;
    std::set_intersection(first, first_end, second, second_end, std::back_inserter(both));
    std::set_symmetric_difference(first, first_end, second, second_end, std::back_inserter(others));
    return {both.size(), others.size()};
}

TEST(balanced_path, divides_no_pair_of_equal_elements)
{
    with_sorted_runs([](std::vector<int> const& keys, run_pair<unsigned> const& pair) {
        int const *const first = keys.data() + pair.begin, *const second = keys.data() + pair.middle;
        int const* const end = keys.data() + pair.end;
        auto const expected = set_counts(first, second, second, end);
        auto const precedes = [&](unsigned i, unsigned j) {
            EXPECT_TRUE(i >= pair.begin && i < pair.end && j >= pair.begin && j < pair.end);
            return keys[i] < keys[j];
        };
        for (unsigned output = 0; output <= pair.end - pair.begin; ++output) {
            auto const cut = pair.balanced_cut(output, thread_search<decltype(precedes)>{precedes});
            ASSERT_TRUE(cut.first + cut.second == output || cut.first + cut.second + 1 == output);
            auto counts = set_counts(first, first + cut.first, second, second + cut.second);
            auto const behind = set_counts(first + cut.first, second, second + cut.second, end);
            for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += behind[i];
            EXPECT_EQ(expected, counts) << output;
        }
    });
}

TEST(balanced_path, stays_in_bounds_without_an_order)
{
    heddle_test::random_source random("no order");
    for (int round = 0; round < 2000; ++round) {
        auto const first = static_cast<unsigned>(random.below(40)), second = static_cast<unsigned>(random.below(40));
        run_pair<unsigned> const pair{0, first, first + second};
        auto const precedes = [&](unsigned i, unsigned j) {
            EXPECT_TRUE(i < pair.end && j < pair.end);
            return random.below(3) == 0;
        };
        auto const output = static_cast<unsigned>(random.below(pair.end + 1));
        auto const cut = pair.balanced_cut(output, thread_search<decltype(precedes)>{precedes});
        EXPECT_TRUE(cut.first <= first && cut.second <= second) << cut.first << ' ' << cut.second;
        EXPECT_TRUE(cut.first + cut.second == output || cut.first + cut.second + 1 == output);
    }
}

TEST(merge_path, pairs_end_with_the_elements)
{
    auto const expect = [](run_pair<std::size_t> const& pair, std::size_t middle, std::size_t end) {
        EXPECT_EQ(middle, pair.middle);
        EXPECT_EQ(end, pair.end);
    };
    std::size_t const far = std::size_t{1} << 40;
    expect(run_pair<std::size_t>::at(8, 4, 100), 12, 16);
    expect(run_pair<std::size_t>::at(96, 4, 100), 100, 100);
    expect(run_pair<std::size_t>::at(96, 3, 100), 99, 100);
    expect(run_pair<std::size_t>::at(96, far, 100), 100, 100);
    expect(run_pair<std::size_t>::at(far, far / 4, 2 * far), far + far / 4, far + far / 2);
}

TEST(merge_shape, fits_shared_memory_and_divides_merges)
{
    for (std::size_t bytes = 16; bytes <= 256; ++bytes) {
        for (std::size_t alignment = 1; bytes % alignment == 0; alignment *= 2) {
            SCOPED_TRACE(testing::Message() << bytes << " bytes, alignment " << alignment);
            std::size_t const row = merge_row_bytes(bytes, alignment);
            EXPECT_TRUE(row >= bytes && row <= bytes + std::max<std::size_t>(alignment, 4) && row % alignment == 0);
            if (bytes % 4 == 0 && alignment <= 4) {
                EXPECT_EQ(1u, row / 4 % 2);
            }
            auto const shape = make_merge_shape(row);
            if (alignment <= 16) {
                EXPECT_GE(shape.threads, 64u);
                EXPECT_LE(4 * shape.probes, shape.capacity());
                // A block that divides its part of two arrays needs two warps, and memory for their searches.
                auto const combined = make_merge_shape(row, heddle::detail::combined_tile_bytes);
                EXPECT_TRUE(combined.threads >= 64 && combined.threads <= 1024);
                EXPECT_LE(4 * combined.probes, combined.capacity());
            }
            EXPECT_TRUE(shape.threads % 32 == 0 && shape.threads <= 512);
            EXPECT_LE(shape.capacity() * (row + 4), heddle::detail::merge_tile_bytes);
            EXPECT_LE(4 * 2 * shape.probes * row, std::size_t{48} * 1024);
        }
    }
}

TEST(merge_shape, of_segments_leaves_room_for_their_places)
{
    constexpr std::size_t most = heddle::detail::segment_rows_bytes;
    for (std::size_t bytes = 1; bytes <= 256; ++bytes) {
        for (std::size_t alignment = 1; bytes % alignment == 0; alignment *= 2) {
            SCOPED_TRACE(testing::Message() << bytes << " bytes, alignment " << alignment);
            std::size_t const row = merge_row_bytes(bytes, alignment);
            auto const shape = make_merge_shape(row, most, 3);
            EXPECT_LE(shape.capacity() * (row + 6), most);
            EXPECT_TRUE(shape.threads % 32 == 0 && shape.threads >= 64 && shape.threads <= 512);
            EXPECT_TRUE(shape.capacity() >= 64 && shape.capacity() <= 2048);
            EXPECT_LE(shape.threads / 32 * 2 * shape.probes, shape.capacity());
        }
    }
}

}  // namespace
