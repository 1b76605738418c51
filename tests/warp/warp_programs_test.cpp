// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests shuffles, broadcast, rotate, exchange, transposes in both directions, reductions and scans, for values and groups
// of every size. Tests that reductions and scans of groups and segments combine the lanes in order.

#include "special_numbers.hpp"

#include <common/warp/emulated_runner.hpp>
#include <common/warp/moves.hpp>
#include <common/warp/reductions.hpp>
#include <common/warp/shuffles.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace heddle_test {
namespace {

TEST(shuffle, needs_no_default_constructor_and_no_assignment)
{
    struct constant {
        explicit constant(unsigned n) : number(n), more{n + 1, n + 2} {}
        unsigned const number;
        unsigned const more[2];
    };
    heddle::emulate_group<8>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        constant const mine(10 * l);
        constant const next = heddle::shuffle(tile, mine, l + 1);
        EXPECT_EQ((l + 1) % 8 * 10, next.number);
        EXPECT_EQ(next.number + 2, next.more[1]);
    });
}

TEST(shuffle, agrees_with_a_plain_loop_and_knows_whether_the_source_exists)
{
    enum class color : unsigned char { red, green };
    check_every_size<shuffles, emulated_runner>();
    check_types<shuffles, emulated_runner, bytes<100>, color, double, bool*, long double>();
}

TEST(warp_moves, agree_with_a_plain_loop) { check_every_size<moves, emulated_runner>(); }

TEST(warp_moves, five_butterflies_transpose_a_square)
{
    check_types_in_warps<butterfly, emulated_runner, int, bytes<6>>();
}

template <unsigned Bytes>
struct alignas(Bytes) wide {
    std::uint32_t part[Bytes / 4];
};

struct odd_word {
    unsigned char part[3];
};

template <unsigned... WordCount>
void check_transposes_in_warps(std::integer_sequence<unsigned, WordCount...>)
{
    (check_types_in_warps<transposes<WordCount + 1>, emulated_runner, std::uint32_t>(), ...);
}
template <class Word, unsigned... WordCount>
void check_transposes()
{
    (check_types<transposes<WordCount>, emulated_runner, Word>(), ...);
}

TEST(transpose, of_1_to_256_words)
{
    check_transposes_in_warps(std::make_integer_sequence<unsigned, 64>());
    check_transposes_in_warps(
        std::integer_sequence<unsigned, 64, 95, 99, 119, 126, 127, 128, 191, 254, 255>());  // one less than the words
    check_transposes<std::uint32_t, 1, 2, 3, 4, 6, 7, 8, 12, 13, 16, 24, 31, 33, 64, 100, 256>();
}

TEST(transpose, of_words_of_every_size)
{
    check_transposes<std::uint8_t, 1, 3, 8, 12>();
    check_transposes<std::uint16_t, 1, 3, 8, 12>();
    check_transposes<wide<8>, 1, 3, 8, 12>();
    check_transposes<wide<16>, 1, 3, 8, 12>();
    check_transposes<odd_word, 5, 12>();
    check_every_size<transposes<5>, emulated_runner>();
}

template <template <class> class Program>
void check_operations()
{
    check_every_size<Program<compose>, emulated_runner>();
    check_types<Program<multiply>, emulated_runner, matrix>();
    check_types<Program<concatenate>, emulated_runner, text>();
    check_types<Program<known<heddle::plus>>, emulated_runner, int, unsigned char, float, double, std::uint64_t>();
}

TEST(warp_scan, keeps_the_order_of_the_lanes) { check_operations<scans>(); }

TEST(warp_reduce, keeps_the_order_of_the_lanes)
{
    check_operations<reductions>();
    check_types<reductions<known<heddle::minimum>>, emulated_runner, int, unsigned, float>();
    check_types<reductions<known<heddle::bit_xor>>, emulated_runner, unsigned, std::uint64_t>();
}

// Signed overflow in a constant expression is a compile error, so plus must wrap around without overflow.
constexpr int greatest_int = std::numeric_limits<int>::max();
constexpr int least_int = std::numeric_limits<int>::min();
static_assert(heddle::plus{}(greatest_int, 1) == least_int);
static_assert(heddle::plus{}(-1LL, std::numeric_limits<long long>::min()) == std::numeric_limits<long long>::max());
static_assert(heddle::plus{}(short{-1}, short{1}) == 0);

TEST(warp_reduce, of_integers_wraps_around_as_on_a_gpu)
{
    heddle::emulate_group<32>([&](auto const& tile) {
        // In lane 31, each step adds greatest_int to itself. This overflow must not affect the sum in lane 0.
        int const sum = heddle::reduce(tile, tile.thread_rank() == 31 ? greatest_int : 0);
        EXPECT_TRUE(tile.thread_rank() != 0 || sum == greatest_int);
        EXPECT_EQ(-32, heddle::reduce_to_all(tile, greatest_int));
    });
}

TEST(warp_reduce, of_floating_point_numbers_knows_nan_and_the_sign_of_zero)
{
    check_types<reductions_of_special_numbers, emulated_runner, float, double>();
}

TEST(warp_scan, adds_if_nothing_is_said)
{
    heddle::emulate_group<16>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        EXPECT_EQ(l * (l + 1) / 2, heddle::inclusive_scan(tile, l));
        EXPECT_EQ(l % 4 + 1, heddle::segmented_inclusive_scan(tile, 1u, l % 4 == 0));
    });
}

}  // namespace
}  // namespace heddle_test
