// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of elements in shared memory, for 1 to 144 bytes and some larger sizes, with every
// misalignment within a chunk. Also tests the words in which threads move these elements: the words cover the element,
// and cause few or no bank conflicts.

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/random.hpp>
#include <common/shared_memory_steps.hpp>

#include <heddle/block/detail/shared_element.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using namespace heddle_test;

// Loads and stores each element of an array that begins `skew` bytes after a multiple of 16.
template <class Element>
void check_array(std::size_t skew, random_source& random)
{
    constexpr unsigned count = 9;
    constexpr std::size_t guard = 32;
    std::vector<unsigned char> memory(2 * guard + 32 + count * sizeof(Element));
    auto const address = reinterpret_cast<std::uintptr_t>(memory.data());
    unsigned char* const first = memory.data() + guard + (16 - address % 16) % 16 + skew;
    random.fill(memory.data(), memory.size());
    auto* const array = reinterpret_cast<Element*>(first);
    for (unsigned k = 0; k < count; ++k) {
        Element expected, value;
        std::memcpy(&expected, first + k * sizeof(Element), sizeof(Element));
        EXPECT_TRUE((heddle::detail::load_shared<heddle::detail::shared_neighbors::unchanged, Element>(array, k)) ==
                    expected);
        EXPECT_TRUE((heddle::detail::load_shared<heddle::detail::shared_neighbors::written, Element>(array, k)) ==
                    expected);

        random.fill(&value, sizeof(Element));
        std::vector<unsigned char> after = memory;
        std::memcpy(after.data() + (first - memory.data()) + k * sizeof(Element), &value, sizeof(Element));
        heddle::detail::store_shared(array, k, value);
        EXPECT_TRUE(memory == after) << "element " << k;
    }
}

template <std::size_t Size, std::size_t Alignment>
void check_alignment(random_source& random)
{
    if constexpr (Size % Alignment == 0) {
        for (std::size_t skew = 0; skew < 16; skew += Alignment) {
            SCOPED_TRACE(testing::Message() << Size << " bytes, aligned to " << Alignment << ", skewed by " << skew);
            check_array<bytes<Size, Alignment>>(skew, random);
        }
    }
}

template <std::size_t... Size>
void check_sizes(std::index_sequence<Size...>)
{
    static_assert(sizeof...(Size) > 0);
    random_source random("elements in shared memory");
    (check_alignment<Size, 1>(random), ...);
    (check_alignment<Size, 2>(random), ...);
    (check_alignment<Size, 4>(random), ...);
    (check_alignment<Size, 16>(random), ...);
}

TEST(shared_element, of_every_size) { check_sizes(heddle_test::sizes<1, 144>()); }

TEST(shared_element, of_large_sizes)
{
    check_sizes(std::index_sequence<192, 199, 248, 250, 255, 256, 320, 511, 512, 513, 1024, 2000>());
}

using heddle::detail::make_shared_words;
using heddle::detail::shared_words;

unsigned packed_alignment(unsigned size) { return size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1; }

// Returns the number of bank conflicts if 32 threads move the elements k to k + 31 word by word. The tile begins `skew`
// bytes after a multiple of 16.
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
        result += bank_conflicts(positions, s.word_bytes);
    }
    return result;
}

TEST(shared_words, meet_no_conflicts_where_they_are_whole)
{
    for (unsigned size = 4; size <= heddle::detail::max_register_bytes; size += 4) {
        shared_words const s = make_shared_words(size, 4);
        ASSERT_FALSE(s.is_unaligned);
        ASSERT_EQ(size, s.word_count * s.word_bytes);
        for (unsigned k = 0; k < 64; k += 32) {
            for (unsigned skew = 0; skew < 128; skew += s.word_bytes) {
                EXPECT_EQ(0u, conflicts_of_elements(s, size, k, skew)) << size << " bytes";
            }
        }
    }
}

TEST(shared_words, hold_an_element_wherever_it_starts_and_meet_few_conflicts)
{
    for (unsigned size = 5; size <= heddle::detail::max_register_bytes; ++size) {
        if (size % 4 == 0) continue;
        unsigned const alignment = packed_alignment(size);
        shared_words const s = make_shared_words(size, alignment);
        ASSERT_TRUE(s.is_unaligned);
        ASSERT_EQ(1u, s.rotations);
        EXPECT_GE(4 * s.word_count, size + 4 - alignment) << size;
        EXPECT_LT(4 * (s.word_count - 1), size + 4 - alignment) << size;
        for (unsigned skew = 0; skew < 16; skew += alignment) {
            EXPECT_LE(conflicts_of_elements(s, size, 0, skew), 3 * s.word_count) << size;
        }
    }
}

// Rotations avoid bank conflicts but cost select instructions, so there must be no more rotations than needed.
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
