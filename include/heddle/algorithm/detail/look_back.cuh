// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How blocks that take the tiles of a sequence in one pass learn what the tiles before theirs
// have come to, without waiting for all of them (Merrill and Garland, "Single-pass Parallel Prefix
// Scan with Decoupled Look-back", 2016).
//
// A block publishes its tile's own sum as soon as it has it, then walks back over the tiles before, adding what it
// finds, until it comes to one that knows all before itself.
//
// Here that is done for groups of as many tiles as a warp has lanes, so that less is read. Each tile adds up the tiles
// before it in its group, and the groups before that, back to one that knows all before itself: it waits for one to be
// among the nearest, in place of walking to one farther back. The last tile of a group says what the group has come to
// (counts are added by all), and then what all have (docs/tuning-log.md, "Selections and scans wait for each other").
//
// Blocks wait for blocks of earlier tiles only. Tiles are numbered in the order in which blocks ask
// for one, so each earlier tile has a block that runs already, and waits for none but even earlier
// ones: the first can always go on, therefore all can.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "../../shuffle.cuh"
#include "../../warp/operations.cuh"
#include "../../warp/reduce.cuh"
#include "count_states.cuh"
#include "tile_states.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! As many tiles are a group as a warp has lanes.
inline constexpr unsigned tiles_of_group = 32;

//! What the blocks of one launch share. Words are 0 before. A single tile needs none: all is null then.
template <class States>
struct look_back {
    std::uint64_t* drawn;  //!< how many tiles have been
    States tiles;          //!< their own sums
    typename States::of_groups groups;
};

//! How many words it takes, of which those come first that say what is known of tiles, then those of groups.
template <class States, unsigned GroupTiles = tiles_of_group>
constexpr std::size_t look_back_words(std::size_t tiles)
{
    return tiles > 1 ? (tiles + tiles / GroupTiles + 1) * States::words_of_part + 1 : 0;
}

//! A look-back in cleared words, aligned to 16 bytes.
//! arguments: of the states' constructor, after the words
template <class States, unsigned GroupTiles = tiles_of_group, class... Arguments>
look_back<States> look_back_in(std::uint64_t* words, std::size_t tiles, Arguments... arguments)
{
    if (tiles <= 1) return {};
    return {words + look_back_words<States, GroupTiles>(tiles) - 1, States(words, arguments...),
            typename States::of_groups(words + tiles * States::words_of_part, arguments...)};
}

//! The number of a tile that no other block has.
//! Group: one thread of the block
HEDDLE_INLINE std::size_t draw_tile(std::uint64_t* drawn)
{
    if (drawn == nullptr) return 0;
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(drawn), 1ull);
#else
    return (*drawn)++;  // emulated blocks run one after the other
#endif
}

//! The sum of parts first … first + count - 1, in lane 0; waits for them.
//! Group:    all lanes of one warp
//! Requires: 0 < count <= lanes
template <class Warp, class States, class Operation>
HEDDLE_INLINE auto sum_of_tiles(Warp const& warp, States const& states, std::size_t first,
                                unsigned count, Operation const& combine)
{
    using value = typename States::value_type;
    unsigned const lane = lane_rank(warp);
    std::size_t const part = first + (lane < count ? lane : count - 1);
    value const own(states.await(warp, part, all_lanes_know<Warp>{warp, tile_state::own}).value);
    return heddle::reduce(warp, own, combine, count);
}

//! The sum of all parts before one, in all lanes; waits until one of the nearest knows what all before it have come to.
//! Group:    all lanes of one warp, converged
//! Requires: number > 0; the first part comes to know all
//! Cost:     a load of States::parts_asked parts; a shuffle and an operation for each that is added
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Operation>
HEDDLE_INLINE auto sum_before(Warp const& warp, States const& states, std::size_t number,
                              Operation const& combine)
{
    using value = typename States::value_type;
    constexpr unsigned lanes = lane_count_v<Warp>;
    constexpr unsigned asked = States::parts_asked < lanes ? States::parts_asked : lanes;
    unsigned const lane = lane_rank(warp);
    // Lane l asks for part number - asked + l. Lanes that have none ask for one of another lane, for nothing.
    unsigned const back = asked - lane % asked;
    bool const has_part = lane < asked && back <= number;
    std::size_t const part = number - (back <= number ? back : 1);
    auto const lanes_that_know_all = [&](tile_state known) HEDDLE_INLINE_LAMBDA {
        return warp.ballot(has_part && known == tile_state::all);
    };
    all_lanes_know<Warp> const all_know{warp, tile_state::own};
    known_of_tile<value> const known =
        states.await(warp, part, [&](tile_state state) HEDDLE_INLINE_LAMBDA {
            return all_know(state) && lanes_that_know_all(state) != 0;
        });
    unsigned const nearest = highest_lane(lanes_that_know_all(known.state));
    value sum(heddle::shuffle(warp, known.value, nearest));
    for (unsigned l = nearest + 1; l < asked; ++l) {
        sum = combine(sum, heddle::shuffle(warp, known.value, l));
    }
    return sum;
}

//! Publishes the sum of a tile; returns that of the tiles before it in its group, in lane 0.
//! Group:    all lanes of one warp, converged
//! Requires: the tile is not the first of its group, or the result is not used
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Value, class Operation>
HEDDLE_INLINE Value sum_in_group(Warp const& warp, look_back<States> const& shared,
                                 std::size_t number, Value const& own, Operation const& combine)
{
    if (shared.drawn == nullptr) return own;  // nobody asks
    constexpr unsigned lanes = lane_count_v<Warp>;
    auto const place = static_cast<unsigned>(number % lanes);
    shared.tiles.publish(warp, number, tile_state::own, own);
    if (place == 0) return own;
    Value const before = sum_of_tiles(warp, shared.tiles, number - place, place, combine);
    if (place == lanes - 1) {
        tile_state const known = number < lanes ? tile_state::all : tile_state::own;
        shared.groups.publish(warp, number / lanes, known, combine(before, own));
    }
    return before;
}

//! Publishes the count of a tile; returns that of all tiles before it, in lane 0.
//! Group:    all lanes of one warp, converged
template <class Warp>
HEDDLE_INLINE std::uint64_t exclusive_count(Warp const& warp, look_back<count_states> const& shared,
                                            std::size_t number, std::uint64_t own)
{
    if (shared.drawn == nullptr) return 0;
    constexpr unsigned lanes = lane_count_v<Warp>;
    std::size_t const group = number / lanes;
    auto const place = static_cast<unsigned>(number % lanes);
    shared.tiles.publish(warp, number, tile_state::own, own);
    shared.groups.add(warp, group, own);
    std::uint64_t in_group = 0;
    if (place > 0) in_group = sum_of_tiles(warp, shared.tiles, number - place, place, plus{});
    std::uint64_t before = 0;
    if (group > 0) before = sum_before(warp, shared.groups, group, plus{});
    if (place == lanes - 1) shared.groups.add_before(warp, group, before);
    return before + in_group;
}

}  // namespace heddle::detail
