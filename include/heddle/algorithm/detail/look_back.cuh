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
// What is known of a tile is in words that are each read and written as a whole, and say so themselves: no fence
// stands between a value and a status, and so none between one block's tile and the next one's.
//
// Blocks wait for blocks of earlier tiles only. Tiles are numbered in the order in which blocks ask
// for one, so each earlier tile has a block that runs already, and waits for none but even earlier
// ones: the first can always go on, therefore all can.
#pragma once

#include "../../config.cuh"
#include "../../detail/group/group.cuh"
#include "../../detail/group/words.cuh"
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

//! What is known of a tile by now.
template <class Value>
struct known_of_tile {
    tile_state state;
    Value value;
};

//! A state and a count, in one word that is read and written as a whole.
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

//! How many words it takes that say what is known of so many tiles, and how many were drawn.
//! of_one: words of one tile
constexpr std::size_t look_back_words(std::size_t tiles, std::size_t of_one = 1)
{
    return tiles > 1 ? 1 + (tiles + tiles / tiles_of_group) * of_one : 0;
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

// Where blocks overwrite what others read, a status is written after a fence, and what is done because of
// one stands after a fence too. So whatever a block read before it wrote its status may be overwritten when
// another block has seen that. Fences are cumulative: where block c saw b's status, and b had seen a's, what a
// did before is done for c too.

// Not __threadfence(), which orders more than is needed, and takes longer for it.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

//! Group: one thread, after a fence
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
    //! Waits until something is known of part i, or all.
    HEDDLE_INLINE known_of_tile<value_type> await(std::size_t i, tile_state least) const
    {
        tile_status status = read_status(statuses_[i]);
        while (status.state() < least) status = read_status(statuses_[i]);
        if (ordered_) fence_statuses();
        return {status.state(), status.count()};
    }

private:
    tile_status* statuses_;
    bool ordered_;
};

//! Values of any size, 4 bytes in a word beside their state: word w of part i is words[w * parts + i], so that a
//! warp that asks for consecutive parts reads consecutive words.
template <class Value>
class value_states {
public:
    using value_type = Value;
    static constexpr unsigned words_of_value = static_cast<unsigned>((sizeof(Value) + 3) / 4);

    value_states() = default;
    HEDDLE_INLINE value_states(std::uint64_t* words, std::size_t parts)
        : words_(reinterpret_cast<tile_status*>(words)), parts_(parts)
    {
    }

    //! Group: one thread
    HEDDLE_INLINE void publish(std::size_t i, tile_state state, Value const& value) const
    {
        memory_word<4> words[words_of_value];
        words_from_element(words, value);
        HEDDLE_UNROLL
        for (unsigned w = 0; w < words_of_value; ++w) {
            write_status(words_[w * parts_ + i], tile_status::of(state, words[w].part[0]));
        }
    }
    //! Waits until something is known of part i, or all. Its words may be those of two states while another block
    //! writes them.
    HEDDLE_INLINE known_of_tile<Value> await(std::size_t i, tile_state least) const
    {
        memory_word<4> words[words_of_value];
        for (;;) {
            tile_status const first = read_status(words_[i]);
            if (first.state() < least) continue;
            words[0].part[0] = static_cast<std::uint32_t>(first.count());
            bool is_one = true;
            HEDDLE_UNROLL
            for (unsigned w = 1; w < words_of_value; ++w) {
                tile_status const next = read_status(words_[w * parts_ + i]);
                words[w].part[0] = static_cast<std::uint32_t>(next.count());
                is_one = is_one && next.state() == first.state();
            }
            if (is_one) return {first.state(), element_from_words<Value>(words)};
        }
    }

private:
    tile_status* words_;
    std::size_t parts_;
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
    value const own(states.await(part, tile_state::own).value);
    return reduce(warp, own, combine, count);
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
    // Lane l asks for part end - lanes + l, and where there is none for the last one, for nothing: no
    // lane below that of the first part is used.
    for (std::size_t end = number; !found; end -= lanes) {
        bool const exists = lanes - lane <= end;
        std::size_t const part = exists ? end - lanes + lane : end - 1;
        known_of_tile<Value> const known = states.await(part, tile_state::own);
        unsigned const knowing = warp.ballot(exists && known.state == tile_state::all);
        found = knowing != 0;
        unsigned const nearest = found ? highest_lane(knowing) : 0;
        Value const shifted = shuffle(warp, known.value, (lane + nearest) % lanes);
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
    Value const before(shared.groups.await(group - 1, tile_state::all).value);
    return place == 0 ? before : combine(before, in_group);
}

}  // namespace heddle::detail
