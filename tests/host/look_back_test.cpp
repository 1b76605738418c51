// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Look-back over a states that watches it: no value is taken before its status was read and a fence
// passed, and nothing is asked that is not there. Emulated blocks run one after the other, so that no
// result would show it.

#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

namespace detail = heddle::detail;
using detail::tile_state;
using detail::tile_status;

//! What is said of parts, and how often it was asked for.
struct watched_parts {
    explicit watched_parts(std::size_t count) : statuses(count) {}

    std::vector<tile_status> statuses;
    unsigned values_taken = 0;
};

//! Counts, as in count_states.
struct watched_board {
    using value_type = std::uint64_t;

    watched_parts* parts;

    void publish(std::size_t i, tile_state state, std::uint64_t count) const
    {
        if (i >= parts->statuses.size()) throw std::out_of_range("a part that is not there");
        EXPECT_LT(parts->statuses[i].state(), state) << "part " << i;
        parts->statuses[i] = tile_status::of(state, count);
    }
    detail::known_of_tile<std::uint64_t> await(std::size_t i, tile_state least) const
    {
        if (i >= parts->statuses.size()) throw std::out_of_range("a part that is not there");
        tile_status const status = parts->statuses[i];
        EXPECT_LE(least, status.state()) << "an emulated lane would wait forever for part " << i;
        ++parts->values_taken;
        return {status.state(), status.count()};
    }
};

TEST(look_back, asks_for_no_part_that_is_not_there)
{
    constexpr unsigned lanes = 8;
    constexpr std::size_t tiles = 2 * lanes * lanes + 2 * lanes + 3;
    watched_parts of_tiles(tiles), of_groups(tiles / lanes);
    std::uint64_t drawn = 0;
    detail::look_back<watched_board> const shared{&drawn, {&of_tiles}, {&of_groups}};
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < tiles; ++t) {
        std::uint64_t const own = 3 * t + 1;
        heddle::emulate_group<lanes>([&](auto const& warp) {
            std::uint64_t const found =
                detail::exclusive_prefix(warp, shared, t, own, heddle::plus{});
            if (warp.thread_rank() == 0 && t > 0) {
                EXPECT_EQ(sum, found) << t;
            }
        });
        sum += own;
        EXPECT_EQ(tile_state::own, of_tiles.statuses[t].state());
        EXPECT_EQ(own, of_tiles.statuses[t].count());
        if (t % lanes == lanes - 1) {
            EXPECT_EQ(tile_state::all, of_groups.statuses[t / lanes].state());
            EXPECT_EQ(sum, of_groups.statuses[t / lanes].count());
        }
    }
    EXPECT_LT(tiles, of_tiles.values_taken);
    EXPECT_LT(tiles / 2, of_groups.values_taken);
}

// More parts than lanes, of which none but the first knows all before.
TEST(look_back, walks_over_every_window)
{
    constexpr std::size_t number = 100;
    watched_parts parts(number + 1);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < number; ++i) {
        parts.statuses[i] = tile_status::of(i == 0 ? tile_state::all : tile_state::own, i + 5);
        sum += i + 5;
    }
    heddle::emulate_group<32>([&](auto const& warp) {
        std::uint64_t const found = detail::look_back_from(warp, watched_board{&parts}, number,
                                                           std::uint64_t{17}, heddle::plus{});
        if (warp.thread_rank() == 0) {
            EXPECT_EQ(sum, found);
        }
    });
    EXPECT_EQ(sum + 17, parts.statuses[number].count());
    EXPECT_EQ(4 * 32u, parts.values_taken);
}

// Nothing is read or written: there is nothing.
TEST(look_back, needs_no_memory_for_a_single_tile)
{
    static_assert(detail::look_back_words(0) == 0);
    static_assert(detail::look_back_words(1) == 0);
    static_assert(detail::look_back_words(2) == 3);
    static_assert(detail::look_back_words(31) == 32);
    static_assert(detail::look_back_words(32) == 34);
    static_assert(detail::look_back_words(1, 7) == 0);
    static_assert(detail::look_back_words(65, 7) == 1 + 67 * 7);
    detail::look_back<detail::count_states> const shared{};
    EXPECT_EQ(0u, detail::draw_tile(shared.drawn));
    unsigned asked = 0;
    heddle::emulate_group<32>([&](auto const& warp) {
        detail::exclusive_prefix(warp, shared, 0, std::uint64_t{5}, heddle::plus{});
        ++asked;
    });
    EXPECT_EQ(32u, asked);
}

TEST(look_back, keeps_a_state_beside_a_count)
{
    std::uint64_t const most = std::numeric_limits<std::uint64_t>::max() >> 2;
    for (tile_state const state : {tile_state::nothing, tile_state::own, tile_state::all}) {
        for (std::uint64_t const count : {std::uint64_t{0}, std::uint64_t{1}, most - 1, most}) {
            tile_status const status = tile_status::of(state, count);
            EXPECT_EQ(state, status.state());
            EXPECT_EQ(count, status.count());
        }
    }
    EXPECT_EQ(tile_state::nothing, tile_status{0}.state());
}

}  // namespace
