// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The four shuffles for values and groups of any size.

#include <common/bytes.hpp>
#include <common/random.hpp>
#include <common/warp/emulated_runner.hpp>
#include <common/warp/shuffles.hpp>

#include <heddle/emulation.hpp>
#include <heddle/shuffle.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using heddle_test::bytes;
using heddle_test::random_source;

template <class Value, unsigned LaneCount>
unsigned check_shuffles(std::vector<Value> const& values, random_source& random)
{
    std::vector<unsigned> sources(LaneCount);
    for (unsigned& source : sources) source = static_cast<unsigned>(random.below(4 * LaneCount));
    std::vector<unsigned> checked(LaneCount);

    heddle::emulate_group<LaneCount>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const expect = [&](Value const& expected, Value const& found) { checked[l] += expected == found ? 1 : 0; };
        Value const& own = values[l];
        expect(values[sources[l] % LaneCount], heddle::shuffle(tile, own, sources[l]));
        for (unsigned by = 0; by < LaneCount; ++by) {
            expect(values[by], heddle::shuffle(tile, own, by));
            expect(values[by], heddle::shuffle(tile, own, by + 3 * LaneCount));
            expect(values[l >= by ? l - by : l], heddle::shuffle_up(tile, own, by));
            expect(values[l + by < LaneCount ? l + by : l], heddle::shuffle_down(tile, own, by));
            expect(values[l ^ by], heddle::shuffle_xor(tile, own, by));
        }
    });
    for (unsigned const count : checked) EXPECT_EQ(1 + 5 * LaneCount, count);
    return 1;
}

template <std::size_t Size, unsigned LaneCount>
unsigned check_size(random_source& random)
{
    std::vector<bytes<Size, 1>> values(LaneCount);
    random.fill(values.data(), values.size() * Size);
    return check_shuffles<bytes<Size, 1>, LaneCount>(values, random);
}

template <unsigned LaneCount>
unsigned check_tile(random_source& random)
{
    return check_size<1, LaneCount>(random) + check_size<2, LaneCount>(random) + check_size<3, LaneCount>(random) +
           check_size<4, LaneCount>(random) + check_size<13, LaneCount>(random) + check_size<16, LaneCount>(random) +
           check_size<100, LaneCount>(random);
}

TEST(shuffle, moves_values_of_any_size_in_any_tile)
{
    random_source random("shuffles");
    EXPECT_EQ(7u, check_tile<1>(random));
    EXPECT_EQ(7u, check_tile<2>(random));
    EXPECT_EQ(7u, check_tile<4>(random));
    EXPECT_EQ(7u, check_tile<8>(random));
    EXPECT_EQ(7u, check_tile<16>(random));
    EXPECT_EQ(7u, check_tile<32>(random));
}

TEST(shuffle, moves_values_of_any_type)
{
    random_source random("types");
    enum class colour : unsigned char { red, green };
    std::vector<colour> colours;
    std::vector<double> doubles;
    std::vector<bool*> pointers;
    std::vector<long double> wide;
    static bool target[32];
    for (unsigned l = 0; l < 32; ++l) {
        colours.push_back(random.coin() ? colour::red : colour::green);
        doubles.push_back(static_cast<double>(random.next()));
        pointers.push_back(target + l);
        wide.push_back(static_cast<long double>(random.next()) / 3);
    }
    EXPECT_EQ(1u, (check_shuffles<colour, 32>(colours, random)));
    EXPECT_EQ(1u, (check_shuffles<double, 32>(doubles, random)));
    EXPECT_EQ(1u, (check_shuffles<bool*, 32>(pointers, random)));
    EXPECT_EQ(1u, (check_shuffles<long double, 32>(wide, random)));
}

TEST(shuffle, needs_no_default_constructor_and_no_assignment)
{
    struct constant {
        explicit constant(unsigned n) : number(n), more{n + 1, n + 2} {}
        unsigned const number;
        unsigned const more[2];
    };
    unsigned right = 0;
    heddle::emulate_group<8>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        constant const mine(10 * l);
        constant const next = heddle::shuffle(tile, mine, l + 1);
        right += next.number == (l + 1) % 8 * 10 && next.more[1] == next.number + 2 ? 1 : 0;
    });
    EXPECT_EQ(8u, right);
}

TEST(shuffle, stays_in_its_tile)
{
    unsigned right = 0;
    heddle::emulate_group<32>([&](auto const& warp) {
        heddle::emulated_group<8> const tile(*heddle::detail::emulated_lane::current());
        unsigned const first = warp.thread_rank() / 8 * 8;
        unsigned const l = warp.thread_rank() % 8;
        unsigned const number = warp.thread_rank();
        right += heddle::shuffle(tile, number, 3) == first + 3 ? 1 : 0;
        right += heddle::shuffle_up(tile, number, 1) == first + (l == 0 ? 0 : l - 1) ? 1 : 0;
        right += heddle::shuffle_down(tile, number, 1) == first + (l == 7 ? 7 : l + 1) ? 1 : 0;
        right += heddle::shuffle_xor(tile, number, 5) == first + (l ^ 5) ? 1 : 0;
    });
    EXPECT_EQ(4u * 32, right);
}

TEST(shuffle, agrees_with_a_plain_loop_and_knows_whether_the_source_exists)
{
    random_source random("shuffles with predicates");
    using heddle_test::emulated_runner;
    using heddle_test::shuffles;
    // 13 sizes, 3 rounds, 63 lanes in all groups, 6 values and 2 predicates
    EXPECT_EQ(13u * 3 * 63 * 8, (heddle_test::check_every_size<shuffles, emulated_runner>(1, random)));
}

}  // namespace
