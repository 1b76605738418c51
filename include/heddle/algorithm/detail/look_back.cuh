// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How blocks that take the tiles of a sequence in one pass learn what the tiles before theirs
// have come to, without waiting for all of them (Merrill and Garland, "Single-pass Parallel Prefix
// Scan with Decoupled Look-back", 2016).
//
// Each tile has a word in global memory that says what is known of it: nothing, its own sum, or the
// sum of it and all before. A block publishes its own sum as soon as it has it, then walks back over
// the tiles before, adding what it finds, until it comes to one that knows all before itself.
//
// Here that is done for groups of as many tiles as a warp has lanes: only the last tile of a group
// walks, over groups. The others add up the tiles before them in their group, and wait for what all
// groups before have come to. So less is read: of counts that makes no difference, but scans of structs
// of 248 bytes were half as fast again (measured on an H200, in docs/tuning-log.md).
//
// Blocks wait for blocks of earlier tiles only. Tiles are numbered in the order in which blocks ask
// for one, so each earlier tile has a block that runs already, and waits for none but even earlier
// ones: the first can always go on, therefore all can.
#pragma once

#include "../../config.cuh"
#include "../../detail/group/group.cuh"
#include "../../shuffle.cuh"
#include "../../warp/operations.cuh"
#include "../../warp/reduce.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

enum class tile_state : unsigned {
    nothing = 0,  // so that cleared memory says so
    own = 1,
    all = 2,
};

//! What is known of a tile: a state and a count, in one word that is read and written as a whole.
struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

//! As many tiles are a group as a warp has lanes; the last group, if it is smaller, is none.
inline constexpr unsigned tiles_of_group = 32;

//! What the blocks of one launch share. Words are 0 before. A single tile needs none: all is null then.
template <class States>
struct look_back {
    std::uint64_t* drawn;  //!< how many tiles have been
    States tiles;          //!< their own sums
    States groups;         //!< of tiles_of_group
};

//! How many words the statuses of so many tiles take, and the number of those that were drawn.
constexpr std::size_t look_back_words(std::size_t tiles)
{
    return tiles > 1 ? 1 + tiles + tiles / tiles_of_group : 0;
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

// Where blocks read what others write, a status is written behind a fence, and what is done because of
// one stands behind a fence too. So whatever a block did or read before it wrote its status is done
// when another block has seen that: values beside a status are there, and what the block has read may
// be overwritten. Fences are cumulative: where block c saw b's status, and b had seen a's, what a did
// before is done for c too.

// Not __threadfence(), which orders more than is needed, and takes longer for it.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

//! Group: one thread, behind a fence
HEDDLE_INLINE void write_status(tile_status& to, tile_status status)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(status.bits)
                 : "memory");
#else
    to = status;
#endif
}

//! What is known of a tile by now. A fence stands between this and what relies on it.
HEDDLE_INLINE tile_status read_status(tile_status const& of)
{
#if defined(__CUDA_ARCH__)
    tile_status status;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(status.bits)
                 : "l"(__cvta_generic_to_global(&of))
                 : "memory");
    return status;
#else
    HEDDLE_EXPECTS(of.state() != tile_state::nothing, "an emulated tile comes before its turn");
    return of;
#endif
}

//! Waits until something is known of a tile, or all.
HEDDLE_INLINE tile_status await_status(tile_status const& of, tile_state least)
{
    tile_status status = read_status(of);
    while (status.state() < least) status = read_status(of);
    return status;
}

//! Counts, in the words of their statuses.
class count_states {
public:
    using value_type = std::uint64_t;  // below 2^62

    count_states() = default;
    //! `ordered`: whether what blocks read is overwritten by others that have seen their counts.
    HEDDLE_INLINE count_states(std::uint64_t* words, bool ordered)
        : statuses_(reinterpret_cast<tile_status*>(words)), ordered_(ordered)
    {
    }

    //! Group: one thread
    HEDDLE_INLINE void publish(std::size_t i, tile_state state, std::uint64_t count) const
    {
        if (ordered_) fence_statuses();
        write_status(statuses_[i], tile_status::of(state, count));
    }
    HEDDLE_INLINE tile_status const& status(std::size_t i) const { return statuses_[i]; }
    //! The count of part i, of which `status` was read.
    HEDDLE_INLINE std::uint64_t value(std::size_t, tile_status status) const
    {
        return status.count();
    }
    //! Between statuses and what is done because of them.
    HEDDLE_INLINE void settle() const
    {
        if (ordered_) fence_statuses();
    }

private:
    tile_status* statuses_;
    bool ordered_;
};

//! Values of any size, beside their statuses.
template <class Value>
class value_states {
public:
    using value_type = Value;

    value_states() = default;
    //! `all` is not used if each part's own value is all that is published.
    HEDDLE_INLINE value_states(std::uint64_t* words, Value* own, Value* all)
        : statuses_(reinterpret_cast<tile_status*>(words)), own_(own), all_(all)
    {
    }

    HEDDLE_INLINE void publish(std::size_t i, tile_state state, Value const& value) const
    {
        (state == tile_state::all ? all_ : own_)[i] = value;
        fence_statuses();
        write_status(statuses_[i], tile_status::of(state, 0));
    }
    HEDDLE_INLINE tile_status const& status(std::size_t i) const { return statuses_[i]; }
    HEDDLE_INLINE Value const& value(std::size_t i, tile_status status) const
    {
        return (status.state() == tile_state::all ? all_ : own_)[i];
    }
    HEDDLE_INLINE void settle() const { fence_statuses(); }

private:
    tile_status* statuses_;
    Value* own_;
    Value* all_;
};

//! The sum of parts first … first + count - 1, in lane 0; waits for them.
//! Group:    all lanes of one warp
//! Requires: 0 < count <= lanes
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Operation>
HEDDLE_INLINE auto sum_of_tiles(Warp const& warp, States const& states, std::size_t first,
                                unsigned count, Operation const& combine)
{
    using value = typename States::value_type;
    unsigned const lane = lane_rank(warp);
    std::size_t const part = first + (lane < count ? lane : count - 1);
    tile_status const status = await_status(states.status(part), tile_state::own);
    states.settle();
    return reduce(warp, value(states.value(part, status)), combine, count);
}

//! Publishes the sum of a part; returns that of all parts before it, in lane 0.
//! Group:    all lanes of one warp, converged
//! Requires: number > 0
//! Cost:     a load and a reduction for as many parts as the warp has lanes
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Value, class Operation>
HEDDLE_INLINE Value look_back_from(Warp const& warp, States const& states, std::size_t number,
                                   Value const& own, Operation const& combine)
{
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = lane_rank(warp);
    if (lane == 0) states.publish(number, tile_state::own, own);
    Value sum(own);
    bool found = false;
    // Lane l asks for part end - lanes + l, and where there is none for the last one, in vain: no
    // lane below that of the first part is used.
    for (std::size_t end = number; !found; end -= lanes) {
        bool const exists = lanes - lane <= end;
        std::size_t const part = exists ? end - lanes + lane : end - 1;
        tile_status const status = await_status(states.status(part), tile_state::own);
        states.settle();
        Value const value(states.value(part, status));
        unsigned const knowing = warp.ballot(exists && status.state() == tile_state::all);
        found = knowing != 0;
        unsigned const nearest = found ? highest_lane(knowing) : 0;
        Value const shifted = shuffle(warp, value, (lane + nearest) % lanes);
        Value const window = reduce(warp, shifted, combine, lanes - nearest);
        sum = end == number ? window : combine(window, sum);
    }
    if (lane == 0) states.publish(number, tile_state::all, combine(sum, own));
    return sum;
}

//! Publishes the sum of a tile; returns that of all tiles before it, in lane 0.
//! Group:    all lanes of one warp, converged
//! Requires: number > 0, or the result is not used
HEDDLE_EXEC_CHECK_DISABLE
template <class Warp, class States, class Value, class Operation>
HEDDLE_INLINE Value exclusive_prefix(Warp const& warp, look_back<States> const& shared,
                                     std::size_t number, Value const& own, Operation const& combine)
{
    if (shared.drawn == nullptr) return own;  // nobody asks
    constexpr unsigned lanes = lane_count_v<Warp>;
    unsigned const lane = lane_rank(warp);
    std::size_t const group = number / lanes;
    auto const place = static_cast<unsigned>(number % lanes);
    if (lane == 0) shared.tiles.publish(number, tile_state::own, own);
    Value in_group(own);
    if (place > 0) in_group = sum_of_tiles(warp, shared.tiles, number - place, place, combine);
    if (place == lanes - 1) {
        Value const of_group = combine(in_group, own);
        if (group > 0) {
            return combine(look_back_from(warp, shared.groups, group, of_group, combine), in_group);
        }
        if (lane == 0) shared.groups.publish(0, tile_state::all, of_group);
        return in_group;
    }
    if (group == 0) return in_group;
    tile_status const status = await_status(shared.groups.status(group - 1), tile_state::all);
    shared.groups.settle();
    Value const before(shared.groups.value(group - 1, status));
    return place == 0 ? before : combine(before, in_group);
}

}  // namespace heddle::detail
