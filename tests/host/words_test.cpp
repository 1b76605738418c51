// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element as words and back, for every size, and words on their way from and to memory.

#include <common/bytes.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/rows.cuh>
#include <heddle/words.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <utility>

namespace {

using namespace heddle::detail;
using namespace heddle_test;

// 1 if all is well, so that sizes can be counted.
template <std::size_t Size, std::size_t WordBytes>
unsigned check_words(random_source& random)
{
    using element = bytes<Size, WordBytes>;
    constexpr unsigned word_count = Size / WordBytes;
    static_assert(sizeof(memory_word<WordBytes>) == WordBytes);
    static_assert(alignof(memory_word<WordBytes>) == WordBytes);
    static_assert(sizeof(register_word<WordBytes>) == (WordBytes < 4 ? 4 : WordBytes));

    element original;
    random.fill(&original, sizeof original);
    register_word<WordBytes> words[word_count];
    words_from_element<WordBytes>(words, original);
    bool right = true;
    for (unsigned w = 0; w < word_count; ++w) {
        // The word's own bytes are its lowest ones.
        right &= std::memcmp(&words[w], original.value + w * WordBytes, WordBytes) == 0;
    }

    guarded_array<element> memory(3, random);
    store_words<WordBytes>(reinterpret_cast<std::byte*>(&memory[1]), words);
    right &= memory[1] == original && memory.guards_intact();

    register_word<WordBytes> loaded[word_count];
    load_words<WordBytes>(reinterpret_cast<std::byte const*>(&memory[1]), loaded);
    return right && element_from_words<element, WordBytes>(loaded) == original ? 1 : 0;
}

template <std::size_t WordBytes, std::size_t... Index>
unsigned check_sizes(random_source& random, std::index_sequence<Index...>)
{
    return (check_words<(Index + 1) * WordBytes, WordBytes>(random) + ...);
}

TEST(words, are_the_bytes_of_their_element)
{
    random_source random("words");
    EXPECT_EQ(65u, check_sizes<1>(random, std::make_index_sequence<65>()));
    EXPECT_EQ(65u, check_sizes<2>(random, std::make_index_sequence<65>()));
    EXPECT_EQ(20u, check_sizes<4>(random, std::make_index_sequence<20>()));
    EXPECT_EQ(10u, check_sizes<8>(random, std::make_index_sequence<10>()));
    EXPECT_EQ(10u, check_sizes<16>(random, std::make_index_sequence<10>()));
}

TEST(words, are_stored_without_what_their_registers_hold_above)
{
    bytes<4, 1> const original = {{1, 2, 3, 4}};
    register_word<1> words[4];
    words_from_element<1>(words, original);
    for (auto& word : words) word |= 0xabcdef00u;
    guarded_bytes memory(4);
    store_words<1>(reinterpret_cast<std::byte*>(memory.data()), words);
    EXPECT_EQ(0, std::memcmp(&original, memory.data(), 4));
    EXPECT_TRUE(memory.guards_intact());
}

TEST(words, storage_needs_no_default_constructor)
{
    struct stubborn {
        explicit stubborn(int n) : value(n) {}
        int const value;
    };
    static_assert(sizeof(element_storage<stubborn>) == sizeof(stubborn));
    register_word<4> const words[1] = {17};
    EXPECT_EQ(17, (element_from_words<stubborn, 4>(words).value));
}

}  // namespace
