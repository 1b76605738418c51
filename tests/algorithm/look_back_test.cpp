// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the look-back with instrumented states of parts (tiles or groups of tiles). The look-back must read only parts
// that exist, and no more parts than it needs. scan_test.cpp tests the look-back of scans with real states.

#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/look_back.cuh>
#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/algorithm/detail/value_states.cuh>
#include <heddle/emulation.hpp>

#include <common/bytes.hpp>
#include <common/random.hpp>
#include <common/warp/associative.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

namespace detail = heddle::detail;
using detail::tile_state;
using detail::tile_status;
using namespace heddle_test;

//! The states and values of parts. At read number `read` of a lane, part i has known(i, read). Counts all reads.
template <class Value, unsigned PartsAsked, class Known>
struct watched_states {
    using value_type = Value;
    static constexpr unsigned parts_asked = PartsAsked;

    Known const& known;
    unsigned* reads;

    template <class Warp, class Enough>
    detail::known_of_tile<Value> await(Warp const&, std::size_t i, Enough const& enough) const
    {
        for (unsigned read = 0; read < 3; ++read) {
            ++*reads;
            detail::known_of_tile<Value> const found = known(i, read);
            if (enough(found.state)) return found;
        }
        ADD_FAILURE() << "an emulated lane would wait forever for part " << i;
        return known(i, 2);
    }
};

constexpr unsigned lanes = 8;

//! Checks exclusive_prefix with an operation that is not commutative. Part t of `count` parts has published its
//! inclusive prefix if knows[t] is true. Otherwise it has published its own sum.
template <unsigned PartsAsked, unsigned Lanes>
void check_exclusive_prefix(std::size_t count, std::vector<bool> const& knows, random_source& random)
{
    using value = bytes<6>;
    std::vector<detail::known_of_tile<value>> parts(count);
    value all{};
    for (std::size_t t = 0; t < count; ++t) {
        value own;
        random.fill(&own, sizeof own);
        all = t == 0 ? own : compose{}(all, own);
        parts[t] = {knows[t] ? tile_state::inclusive : tile_state::partial, knows[t] ? all : own};
    }
    auto const known = [&](std::size_t i, unsigned) { return parts.at(i); };
    unsigned reads = 0;
    watched_states<value, PartsAsked, decltype(known)> const states{known, &reads};
    heddle::emulate_group<Lanes>([&](auto const& warp) {
        value const found = detail::exclusive_prefix(warp, states, count, compose{});
        EXPECT_TRUE(all == found) << count << " parts, " << PartsAsked << " asked";
    });
    EXPECT_EQ(Lanes, reads);  // each lane reads one value
}

// Part count - nearest has published its inclusive prefix. All later parts have published only their own sums. Each
// earlier part has published one of the two, at random.
TEST(look_back, adds_what_it_finds_up_to_one_that_knows_all)
{
    random_source random("looking back");
    for (std::size_t count = 1; count < 70; ++count) {
        for (std::size_t nearest = 1; nearest <= 32 && nearest <= count; ++nearest) {
            std::vector<bool> knows(count);
            for (std::size_t t = 0; t < count - nearest; ++t) knows[t] = random.below(2) == 0;
            knows[count - nearest] = true;
            if (nearest <= 3) check_exclusive_prefix<3, 8>(count, knows, random);
            if (nearest <= 4) check_exclusive_prefix<4, 32>(count, knows, random);
            if (nearest <= 8) check_exclusive_prefix<32, 8>(count, knows, random);
            check_exclusive_prefix<32, 32>(count, knows, random);
        }
    }
}

// Parts are published while exclusive_prefix reads them. At the first read, no part has a state. At the third read, part
// `knowing` has its inclusive prefix, and all other parts have their own sums. At the second read, if others_are_later,
// only part `knowing` has a state. Otherwise, every part has its own sum.
TEST(look_back, waits_until_one_of_those_asked_knows_all)
{
    constexpr std::size_t number = 50;
    for (bool const others_are_later : {false, true}) {
        for (std::size_t knowing = number - 4; knowing < number; ++knowing) {
            auto const known = [&](std::size_t i, unsigned read) -> detail::known_of_tile<std::uint64_t> {
                EXPECT_LT(i, number) << "a part that is not there";
                if (read == 0 || (read == 1 && others_are_later && i != knowing)) return {tile_state::invalid, 0};
                if (i == knowing && (read == 2 || others_are_later)) return {tile_state::inclusive, 1000};
                return {tile_state::partial, 1};
            };
            unsigned reads = 0;
            watched_states<std::uint64_t, 4, decltype(known)> const states{known, &reads};
            heddle::emulate_group<32>([&](auto const& warp) {
                EXPECT_EQ(1000 + (number - 1 - knowing),
                          detail::exclusive_prefix(warp, states, number, heddle::plus{}));
            });
            EXPECT_EQ(3u * 32, reads);
        }
    }
}

TEST(look_back, counts_by_tiles_of_the_group_and_by_groups)
{
    constexpr std::size_t tiles = 2 * lanes * lanes + 5 * lanes + 3;
    using states = detail::count_states;
    for (bool const ordered : {false, true}) {
        std::vector<std::uint64_t> words(detail::look_back_words<states, lanes>(tiles));
        auto const shared = detail::look_back_in<states, lanes>(words.data(), tiles, ordered);
        random_source random("counts of tiles");
        std::uint64_t sum = 0;
        for (std::size_t t = 0; t < tiles; ++t) {
            std::uint64_t const own = random.below(std::size_t{1} << 40);
            heddle::emulate_group<lanes>([&](auto const& warp) {
                EXPECT_TRUE(warp.thread_rank() != 0 || t == detail::claim_tile(shared.claimed));
                std::uint64_t const found = detail::exclusive_count(warp, shared, t, own);
                EXPECT_TRUE(warp.thread_rank() != 0 || found == sum) << t;
            });
            sum += own;
        }
        EXPECT_EQ(tiles, words.back());
    }
}

// The inclusive prefix of a group is the count before the group plus the counts of its tiles. The prefix must be
// published after all these counts have been added, in any order.
TEST(look_back, adds_up_the_tiles_of_a_group)
{
    std::uint64_t const large = std::uint64_t{1} << 50;
    for (unsigned when = 0; when < lanes; ++when) {
        std::uint64_t word = 0;
        detail::count_sums const sums(&word, true);
        heddle::emulate_group<lanes>([&](auto const& warp) {
            for (unsigned t = 0; t < lanes; ++t) {
                if (t == when) sums.add_before(warp, 0, 1000);
                sums.add(warp, 0, large + t);
            }
            using all_lanes_know = detail::all_lanes_know<std::decay_t<decltype(warp)>>;
            auto const known = sums.await(warp, 0, all_lanes_know{warp, tile_state::partial});
            EXPECT_EQ(tile_state::inclusive, known.state);
            EXPECT_EQ(lanes * large + 28 + 1000, known.value);
        });
    }
}

// The last tile of a group publishes the sum of the group, which is an inclusive prefix only for the first group.
TEST(look_back, publishes_the_sum_of_a_group)
{
    using states = detail::value_states<std::uint64_t>;
    std::vector<std::uint64_t> words(detail::look_back_words<states, lanes>(2 * lanes));
    auto const shared = detail::look_back_in<states, lanes>(words.data(), 2 * lanes);
    heddle::emulate_group<lanes>([&](auto const& warp) {
        for (std::uint64_t t = 0; t < 2 * lanes; ++t) detail::sum_in_group(warp, shared, t, t, heddle::plus{});
        for (unsigned const group : {0u, 1u}) {
            using all_lanes_know = detail::all_lanes_know<std::decay_t<decltype(warp)>>;
            auto const known = shared.groups.await(warp, group, all_lanes_know{warp, tile_state::partial});
            EXPECT_EQ(group == 0 ? tile_state::inclusive : tile_state::partial, known.state);
            EXPECT_EQ(group == 0 ? 28u : 92u, known.value);
        }
    });
}

// The look-back of a single tile gets a null pointer, so it must not access memory.
TEST(look_back, needs_no_memory_for_a_single_tile)
{
    using counts = detail::count_states;
    using values = detail::value_states<bytes<28>>;
    static_assert(detail::look_back_words<counts>(0) == 0 && detail::look_back_words<counts>(1) == 0);
    static_assert(detail::look_back_words<counts>(2) == 2 + 1 + 1);
    static_assert(detail::look_back_words<counts>(31) == 33 && detail::look_back_words<counts>(32) == 32 + 2 + 1);
    static_assert(detail::look_back_words<values>(1) == 0 && detail::look_back_words<values>(65) == (65 + 3) * 8 + 1);
    auto const shared = detail::look_back_in<counts>(nullptr, 1, false);
    EXPECT_EQ(0u, detail::claim_tile(shared.claimed));
    auto const of_values = detail::look_back_in<detail::value_states<std::uint64_t>>(nullptr, 1);
    heddle::emulate_group<32>([&](auto const& warp) {
        EXPECT_EQ(0u, detail::exclusive_count(warp, shared, 0, 5));
        EXPECT_EQ(5u, detail::sum_in_group(warp, of_values, 0, std::uint64_t{5}, heddle::plus{}));
    });
}

TEST(look_back, keeps_a_state_beside_a_count)
{
    std::uint64_t const most = std::numeric_limits<std::uint64_t>::max() >> 2;
    for (tile_state const state : {tile_state::invalid, tile_state::partial, tile_state::inclusive}) {
        for (std::uint64_t const count : {std::uint64_t{0}, std::uint64_t{1}, most - 1, most}) {
            tile_status const status = tile_status::of(state, count);
            EXPECT_EQ(state, status.state());
            EXPECT_EQ(count, status.count());
        }
    }
    EXPECT_EQ(tile_state::invalid, tile_status{0}.state());
}

}  // namespace
