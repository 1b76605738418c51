// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Decoupled look-back: the blocks of a single-pass scan or selection find the exclusive prefixes of their tiles
// (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
//
// In the published algorithm, a block publishes the sum of its tile. Then it adds the sums of the earlier tiles, from
// the nearest one backwards, until it reaches a tile that has published its inclusive prefix.
//
// Here tiles form groups, so that blocks read less; a group has as many tiles as a warp has lanes. A block adds the
// sums of the earlier tiles in its group, then the sums of the nearest earlier groups, until one of these groups has
// published its inclusive prefix. In scans, the last tile of a group publishes the group's sum and inclusive prefix. In
// selections, every tile adds its count to the group's count (docs/tuning-log.md, "Selections and scans wait for each
// other").
//
// There is no deadlock, because a block waits only for earlier tiles, whose blocks are already running, because blocks
// claim tiles in order. The block of the first tile waits for nothing, so every block can proceed.
#pragma once

#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/atomics.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/shuffle.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/reduce.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The number of tiles in a group, which is the number of lanes in a warp.
inline constexpr unsigned tiles_of_group = 32;

//! The global memory through which the blocks of a launch communicate. The memory is 0 before the launch. A launch with
//! a single tile needs no such memory, and all pointers are null.
template <class States>
struct look_back {
    std::uint64_t* claimed;  //!< the number of tiles claimed
    States tiles;            //!< the sums of tiles
    typename States::of_groups groups;
};

//! Returns the number of words that a look_back needs: for tiles, then for groups, then for the counter.
template <class States, unsigned GroupTiles = tiles_of_group>
constexpr std::size_t look_back_words(std::size_t tiles)
{
    return tiles > 1 ? (tiles + tiles / GroupTiles + 1) * States::words_of_part + 1 : 0;
}

//! Returns a look_back that uses `words`, which are 0 and aligned to 16 bytes. Passes `words`, then `arguments`, to the
//! constructors of the states.
template <class States, unsigned GroupTiles = tiles_of_group, class... Arguments>
look_back<States> look_back_in(std::uint64_t* words, std::size_t tiles, Arguments... arguments)
{
    if (tiles <= 1) return {};
    return {words + detail::look_back_words<States, GroupTiles>(tiles) - 1, States(words, arguments...),
            typename States::of_groups(words + tiles * States::words_of_part, arguments...)};
}

//! Claims the next tile, and returns its number.
//! Group: one thread of the block
HEDDLE_INLINE std::size_t claim_tile(std::uint64_t* claimed)
{
    return claimed == nullptr ? 0 : detail::fetch_add(*claimed, std::uint64_t{1});
}

//! Waits until tiles first … first + count - 1 have published. Returns the sum of their values in lane 0.
//! Group:    all lanes of one warp
//! Requires: 0 < count <= the number of lanes
template <class Warp, class States, class Operation>
HEDDLE_INLINE auto sum_of_tiles(Warp const& warp, States const& states, std::size_t first, unsigned count,
                                Operation const& combine)
{
    using value = typename States::value_type;
    unsigned const lane = detail::lane_rank(warp);
    std::size_t const part = first + (lane < count ? lane : count - 1);
    value const own(states.await(warp, part, all_lanes_know<Warp>{warp, tile_state::partial}).value);
    return heddle::reduce(warp, own, combine, count);
}

//! Returns, in all lanes, the sum of all parts (tiles or groups) before part `number`. Waits until one of the nearest
//! parts has published its inclusive prefix.
//! Group:    all lanes of one warp, converged
//! Requires: number > 0; the first part publishes its inclusive prefix
//! Cost:     one load of States::parts_asked parts; a shuffle and an operation for each part that is added
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Operation>
HEDDLE_INLINE auto exclusive_prefix(Warp const& warp, States const& states, std::size_t number,
                                    Operation const& combine)
{
    using value = typename States::value_type;
    constexpr unsigned lanes = lane_count_v<Warp>;
    constexpr unsigned asked = States::parts_asked < lanes ? States::parts_asked : lanes;
    unsigned const lane = detail::lane_rank(warp);
    // Lane l reads part `number - asked + l`, while a lane without a part reads another lane's part and ignores it.
    unsigned const back = asked - lane % asked;
    bool const has_part = lane < asked && back <= number;
    std::size_t const part = number - (back <= number ? back : 1);
    auto const lanes_with_inclusive = [&](tile_state known) HEDDLE_INLINE_LAMBDA {
        return warp.ballot(has_part && known == tile_state::inclusive);
    };
    all_lanes_know<Warp> const all_know{warp, tile_state::partial};
    known_of_tile<value> const known = states.await(warp, part, [&](tile_state state) HEDDLE_INLINE_LAMBDA {
        return all_know(state) && lanes_with_inclusive(state) != 0;
    });
    unsigned const nearest = detail::highest_lane(lanes_with_inclusive(known.state));
    value sum(heddle::shuffle(warp, known.value, nearest));
    for (unsigned l = nearest + 1; l < asked; ++l) {
        sum = combine(sum, heddle::shuffle(warp, known.value, l));
    }
    return sum;
}

//! Publishes the sum of a tile. Returns, in lane 0, the sum of the earlier tiles in the tile's group.
//! Group:    all lanes of one warp, converged
//! Requires: the tile is not the first of its group, or the caller ignores the result
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Value, class Operation>
HEDDLE_INLINE Value sum_in_group(Warp const& warp, look_back<States> const& shared, std::size_t number,
                                 Value const& own, Operation const& combine)
{
    if (shared.claimed == nullptr) return own;  // a single tile
    constexpr unsigned lanes = lane_count_v<Warp>;
    auto const place = static_cast<unsigned>(number % lanes);
    shared.tiles.publish(warp, number, tile_state::partial, own);
    if (place == 0) return own;
    Value const before = detail::sum_of_tiles(warp, shared.tiles, number - place, place, combine);
    if (place == lanes - 1) {
        tile_state const known = number < lanes ? tile_state::inclusive : tile_state::partial;
        shared.groups.publish(warp, number / lanes, known, combine(before, own));
    }
    return before;
}

//! Publishes the count of a tile. Returns, in lane 0, the count of all earlier tiles.
//! Group:    all lanes of one warp, converged
template <class Warp>
HEDDLE_INLINE std::uint64_t exclusive_count(Warp const& warp, look_back<count_states> const& shared, std::size_t number,
                                            std::uint64_t own)
{
    if (shared.claimed == nullptr) return 0;
    constexpr unsigned lanes = lane_count_v<Warp>;
    std::size_t const group = number / lanes;
    auto const place = static_cast<unsigned>(number % lanes);
    shared.tiles.publish(warp, number, tile_state::partial, own);
    shared.groups.add(warp, group, own);
    std::uint64_t in_group = 0;
    if (place > 0) in_group = detail::sum_of_tiles(warp, shared.tiles, number - place, place, plus{});
    std::uint64_t before = 0;
    if (group > 0) before = detail::exclusive_prefix(warp, shared.groups, group, plus{});
    if (place == lanes - 1) shared.groups.add_before(warp, group, before);
    return before + in_group;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
