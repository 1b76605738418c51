// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the layout of a stage: elements do not overlap, and accesses have no or few bank conflicts.

#include <common/bytes.hpp>
#include <common/shared_memory_steps.hpp>

#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using heddle::detail::make_plan;
using heddle::detail::make_stage_layout;
using heddle::detail::stage_layout;

// Returns the number of bank conflicts when each lane reads its element. Element 0 begins at byte `skew` of a chunk.
unsigned conflicts_of_elements(stage_layout const& s, unsigned skew)
{
    unsigned const cell = s.stage_word_bytes();
    unsigned result = 0;
    for (unsigned at = 0; at < s.stage_words_per_element() * cell; at += cell) {
        std::vector<unsigned> positions;
        for (unsigned lane = 0; lane < s.capacity; ++lane) {
            unsigned const x = skew + lane * static_cast<unsigned>(s.elements.element_bytes);
            positions.push_back(s.position(x / cell * cell) + at);
        }
        result += heddle_test::bank_conflicts(positions, cell);
    }
    return result;
}

TEST(stage, has_no_conflicts_for_elements_of_whole_words)
{
    for (unsigned size = 16; size <= 1024; size += 4) {
        for (unsigned capacity = 32; capacity >= 8; capacity /= 2) {
            stage_layout const s = make_stage_layout(make_plan(size, 4), capacity);
            // The first element can begin at any word of a chunk.
            for (unsigned skew = 0; skew < 16; skew += s.elements.word_bytes) {
                EXPECT_EQ(0u, conflicts_of_elements(s, skew)) << size << " bytes, " << capacity;
            }
        }
    }
}

// Elements of unaligned sizes are read in overlapping words, so some lanes read from the same bank.
TEST(stage, has_few_conflicts_for_elements_that_straddle_words)
{
    for (unsigned size = 13; size <= 256; ++size) {
        if (size % 4 == 0) continue;
        unsigned const alignment = size % 2 == 0 ? 2 : 1;
        stage_layout const s = make_stage_layout(make_plan(size, alignment), 32);
        for (unsigned skew = 0; skew < 16; skew += alignment) {
            EXPECT_LE(conflicts_of_elements(s, skew), 3 * s.stage_words_per_element()) << size;
        }
    }
}

// Returns the number of bank conflicts when a warp accesses the chunks of a row.
unsigned conflicts_of_rows(stage_layout const& s)
{
    unsigned const bytes = s.capacity * static_cast<unsigned>(s.elements.element_bytes);
    unsigned result = 0;
    for (unsigned row = 0; row < bytes; row += 512) {
        std::vector<unsigned> chunks;
        for (unsigned x = row; x < std::min(bytes, row + 512); x += 16) chunks.push_back(s.position(x));
        result += heddle_test::bank_conflicts(chunks, 16);
    }
    return result;
}

TEST(stage, keeps_everything_apart_and_within_its_memory_without_conflicts_of_rows)
{
    static_assert(heddle::detail::chunk_bytes == 16);
    for (unsigned size = 13; size <= 1024; ++size) {
        unsigned const alignment = size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
        for (unsigned capacity = 1; capacity <= 32; capacity *= 2) {
            stage_layout const s = make_stage_layout(make_plan(size, alignment), capacity);
            EXPECT_TRUE(capacity < 32 || conflicts_of_rows(s) == 0) << size;
            unsigned const skew = s.elements.word_bytes == 16 ? 0 : 15;
            for (unsigned x = 0; x < capacity * size; x += 16) {
                EXPECT_TRUE(x == 0 || s.position(x) >= s.position(x - 16) + 16);
                EXPECT_EQ(0u, s.position(x) % 16);
            }
            EXPECT_LE(s.position(capacity * size - 1) + skew + 1, s.bytes());
            // The words of the last element end inside the stage.
            unsigned const x = skew + (capacity - 1) * size;
            EXPECT_LE(s.position(x / s.elements.word_bytes * s.elements.word_bytes) + size, s.bytes());
        }
    }
}

TEST(stage, takes_as_many_elements_as_fit)
{
    EXPECT_EQ(32u, heddle::detail::make_stage_layout_within(make_plan(28, 4), 4736).capacity);
    EXPECT_EQ(32u, heddle::detail::make_stage_layout_within(make_plan(128, 4), 4736).capacity);
    EXPECT_EQ(16u, heddle::detail::make_stage_layout_within(make_plan(256, 4), 4736).capacity);
    EXPECT_EQ(4u, heddle::detail::make_stage_layout_within(make_plan(1024, 4), 4736).capacity);
    EXPECT_EQ(1u, heddle::detail::make_stage_layout_within(make_plan(1024, 4), 16).capacity);
    for (unsigned size = 16; size <= 256; size += 4) {
        unsigned const needed = make_stage_layout(make_plan(size, 4), 32).bytes();
        EXPECT_EQ(32u, heddle::detail::make_stage_layout_within(make_plan(size, 4), needed).capacity);
        EXPECT_EQ(16u, heddle::detail::make_stage_layout_within(make_plan(size, 4), needed - 1).capacity);
    }
}

TEST(scratch, is_as_large_as_its_stages)
{
    using heddle_test::bytes;
    static_assert(sizeof(heddle::warp_scratch<bytes<28>>) == 28 * 32 + 32);
    static_assert(alignof(heddle::warp_scratch<bytes<28>>) == 16);
    static_assert(sizeof(heddle::block_scratch<bytes<28>, 256>) == 8 * (28 * 32 + 32));
    static_assert(sizeof(heddle::block_scratch<bytes<28>, 33>) == 2 * (28 * 32 + 32));
    // block_scratch is empty for types that never use it: small elements, elements of few words, and large elements.
    static_assert(sizeof(heddle::block_scratch<bytes<8>, 256>) <= 16);
    static_assert(sizeof(heddle::block_scratch<bytes<256>, 256>::element_type) == 256);
    static_assert(!heddle::block_scratch<bytes<256>, 256>::uses_memory);
    static_assert(!heddle::block_scratch<bytes<20>, 256>::uses_memory);
    static_assert(!heddle::block_scratch<bytes<24>, 256>::uses_memory);
    static_assert(heddle::block_scratch<bytes<28>, 1024>::uses_memory);
    static_assert(sizeof(heddle::block_scratch<bytes<64>, 1024>) <= 40 * 1024);
    SUCCEED();
}

}  // namespace
