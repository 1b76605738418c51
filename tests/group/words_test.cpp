// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the conversion of an element to words and back, for every size, every alignment, and every offset in a word.

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/words.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <utility>

namespace {

using namespace heddle::detail;
using namespace heddle_test;

// Converts an element to words and back, for every offset in its first word. Returns the number of correct results.
template <std::size_t Size, std::size_t Alignment>
unsigned check_words(random_source& random)
{
    using element = bytes<Size, Alignment>;
    constexpr heddle::detail::plan p = heddle::detail::plan_of<element>;
    if constexpr (!p.moves_words) {
        return 0;
    } else {
        using word = memory_word<p.word_bytes>;
        static_assert(sizeof(word) == p.word_bytes && alignof(word) == p.word_bytes);
        element original;
        random.fill(&original, sizeof original);
        unsigned right = 0;
        for (unsigned start = 0; start < (p.is_unaligned ? p.word_bytes : 1); start += Alignment) {
            word words[p.held_words];
            words_from_element(words, original);
            if constexpr (p.is_unaligned) move_start<direction::up>(words, start);
            unsigned char expected[sizeof words] = {};
            std::memcpy(expected + start, original.value, Size);
            EXPECT_EQ(0, std::memcmp(expected, words, sizeof words)) << Size << " at " << start;

            random.fill(words, sizeof words);
            std::memcpy(reinterpret_cast<unsigned char*>(words) + start, original.value, Size);
            if constexpr (p.is_unaligned) move_start<direction::down>(words, start);
            if (element_from_words<element>(words) == original) ++right;
        }
        return right;
    }
}

template <std::size_t Alignment, std::size_t... Index>
unsigned check_sizes(random_source& random, std::index_sequence<Index...>)
{
    return (check_words<(Index + 1) * Alignment, Alignment>(random) + ...);
}

TEST(words, are_the_bytes_of_their_element)
{
    random_source random("words");
    // Each term is (number of sizes) * (offsets per size). Unaligned sizes are tested at each offset in a word. Their
    // words have 4 bytes, or 8 bytes for sizes from 65 bytes on (with alignment 2: from 49 bytes on). Other sizes are
    // tested at one offset. Below 12 bytes, only elements of 4 and 8 bytes move as words.
    EXPECT_EQ(2u + 18 + 39 * 4 + 12 * 8, check_sizes<1>(random, std::make_index_sequence<80>()));
    EXPECT_EQ(2u + 14 + 9 * 2 + 4 * 4, check_sizes<2>(random, std::make_index_sequence<32>()));
    EXPECT_EQ(1u + 18, check_sizes<4>(random, std::make_index_sequence<20>()));
    EXPECT_EQ(9u, check_sizes<8>(random, std::make_index_sequence<10>()));
    EXPECT_EQ(10u, check_sizes<16>(random, std::make_index_sequence<10>()));
}

}  // namespace
