// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests transposes in emulated groups, in both directions, with any number of words of 1 to 16 bytes.

#include <common/warp/emulated_runner.hpp>
#include <common/warp/moves.hpp>

#include <heddle/transpose.cuh>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace heddle_test {
namespace {

template <unsigned Bytes>
struct alignas(Bytes) wide {
    std::uint32_t part[Bytes / 4];
};

struct odd_word {
    unsigned char part[3];
};

template <class Word, unsigned... WordCount>
void check_warps(std::integer_sequence<unsigned, WordCount...>)
{
    (check_types_in_warps<transposes<WordCount>, emulated_runner, Word>(), ...);
}

template <class Word, unsigned... WordCount>
void check_groups()
{
    (check_types<transposes<WordCount>, emulated_runner, Word>(), ...);
}

template <unsigned First, unsigned... Index>
auto counted_from(std::integer_sequence<unsigned, Index...>) -> std::integer_sequence<unsigned, First + Index...>;

TEST(transpose, of_1_to_64_words_on_a_warp)
{
    check_warps<std::uint32_t>(decltype(counted_from<1>(std::make_integer_sequence<unsigned, 64>()))());
}

TEST(transpose, of_many_words)
{
    check_warps<std::uint32_t>(std::integer_sequence<unsigned, 65, 96, 100, 120, 127, 128, 129, 192, 255, 256>());
    check_groups<std::uint32_t, 31, 64, 100, 256>();
}

TEST(transpose, of_words_of_every_size)
{
    check_groups<std::uint8_t, 1, 3, 8, 12>();
    check_groups<std::uint16_t, 1, 3, 8, 12>();
    check_groups<std::uint32_t, 1, 2, 3, 4, 6, 7, 8, 12, 13, 16, 24, 33>();
    check_groups<wide<8>, 1, 3, 8, 12>();
    check_groups<wide<16>, 1, 3, 8, 12>();
    check_groups<odd_word, 5, 12>();
    check_every_size<transposes<5>, emulated_runner>();
}

}  // namespace
}  // namespace heddle_test
