// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the words of elements in shared memory. The words cover an element for every start of the element, and
// neighboring threads access different banks.

#include <common/shared_memory_steps.hpp>

#include <heddle/block/detail/shared_element.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <vector>

namespace {

using heddle::detail::make_shared_words;
using heddle::detail::shared_words;

unsigned packed_alignment(unsigned size) { return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1; }

// Returns the number of bank conflicts of 32 threads that move elements k, k + 1 … word by word. The tile starts at
// `skew`.
unsigned conflicts_of_elements(shared_words const& s, unsigned size, unsigned k, unsigned skew)
{
    unsigned result = 0;
    for (unsigned w = 0; w < s.word_count; ++w) {
        std::vector<unsigned> positions;
        for (unsigned lane = 0; lane < 32; ++lane) {
            unsigned const element = k + lane;
            unsigned const word = (w + s.rotation(element)) % s.word_count;
            unsigned const start = (skew + element * size) / s.word_bytes * s.word_bytes;
            positions.push_back(start + word * s.word_bytes);
        }
        result += heddle_test::bank_conflicts(positions, s.word_bytes);
    }
    return result;
}

TEST(shared_words, meet_no_conflicts_where_they_are_whole)
{
    unsigned sizes = 0;
    for (unsigned size = 4; size <= heddle::detail::max_register_bytes; size += 4) {
        shared_words const s = make_shared_words(size, 4);
        ASSERT_FALSE(s.is_unaligned);
        ASSERT_EQ(size, s.word_count * s.word_bytes);
        for (unsigned k = 0; k < 64; k += 32) {
            for (unsigned skew = 0; skew < 128; skew += s.word_bytes) {
                EXPECT_EQ(0u, conflicts_of_elements(s, size, k, skew)) << size << " bytes";
            }
        }
        ++sizes;
    }
    EXPECT_EQ(128u, sizes);
}

TEST(shared_words, meet_few_conflicts_where_elements_straddle_them)
{
    unsigned sizes = 0;
    for (unsigned size = 5; size <= heddle::detail::max_register_bytes; ++size) {
        if (size % 4 == 0) continue;
        shared_words const s = make_shared_words(size, packed_alignment(size));
        ASSERT_TRUE(s.is_unaligned);
        ASSERT_EQ(1u, s.rotations);
        for (unsigned skew = 0; skew < 16; skew += packed_alignment(size)) {
            EXPECT_LE(conflicts_of_elements(s, size, 0, skew), 3 * s.word_count) << size;
        }
        ++sizes;
    }
    EXPECT_EQ(381u, sizes);
}

TEST(shared_words, hold_an_element_wherever_it_starts)
{
    for (unsigned size = 5; size <= heddle::detail::max_register_bytes; ++size) {
        if (size % 4 == 0) continue;
        unsigned const alignment = packed_alignment(size);
        shared_words const s = make_shared_words(size, alignment);
        EXPECT_GE(4 * s.word_count, size + 4 - alignment) << size;
        EXPECT_LT(4 * (s.word_count - 1), size + 4 - alignment) << size;
    }
}

// Rotations avoid bank conflicts but cost selects, so there are no more rotations than needed.
TEST(shared_words, are_rotated_only_where_they_must)
{
    EXPECT_EQ(1u, make_shared_words(28, 4).rotations);
    EXPECT_EQ(1u, make_shared_words(24, 4).rotations);
    EXPECT_EQ(1u, make_shared_words(48, 4).rotations);
    EXPECT_EQ(2u, make_shared_words(32, 4).rotations);
    EXPECT_EQ(2u, make_shared_words(96, 4).rotations);
    EXPECT_EQ(4u, make_shared_words(64, 4).rotations);
    EXPECT_EQ(8u, make_shared_words(128, 4).rotations);
    EXPECT_EQ(8u, make_shared_words(256, 4).rotations);
    EXPECT_EQ(0u, make_shared_words(3, 1).word_bytes);
    EXPECT_EQ(0u, make_shared_words(1024, 4).word_bytes);
}

}  // namespace
