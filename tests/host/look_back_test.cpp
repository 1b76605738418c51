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

//! What the lanes of a warp have seen of a states's parts.
class watched_parts {
public:
    explicit watched_parts(std::size_t count) : statuses(count), read_(32), settled_(32) {}

    std::vector<tile_status> statuses;
    unsigned values_taken = 0;

    void read(std::size_t i)
    {
        if (i >= statuses.size()) throw std::out_of_range("a status that is not there");
        read_[lane()] = i;
        settled_[lane()] = false;
    }
    void settle() { settled_[lane()] = true; }
    void take(std::size_t i)
    {
        EXPECT_EQ(i, read_[lane()]) << "a value whose status was not read";
        EXPECT_TRUE(settled_[lane()]) << "no fence between the status of part " << i << " and it";
        ++values_taken;
    }

private:
    static unsigned lane() { return heddle::emulated_lane::current()->rank(); }

    std::vector<std::size_t> read_;
    std::vector<bool> settled_;
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
    tile_status const& status(std::size_t i) const
    {
        parts->read(i);
        return parts->statuses[i];
    }
    std::uint64_t value(std::size_t i, tile_status status) const
    {
        parts->take(i);
        return status.count();
    }
    void settle() const { parts->settle(); }
};

TEST(look_back, takes_values_behind_fences)
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
TEST(look_back, takes_values_of_every_window_behind_fences)
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
