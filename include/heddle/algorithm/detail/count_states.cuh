// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known of the counts of tiles, and of groups of tiles: a count and what it says in one word.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "tile_states.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Counts of groups of tiles, to which each tile adds its own, so that nobody has to add them up and tell the others:
//! selections are 1.1 to 1.3 times as fast for it. As many tiles are a group as a warp has lanes. Of each group one word
//! has how many tiles were added (6 bits), whether all groups before were (1 bit), and the count.
class count_sums {
public:
    using value_type = std::uint64_t;  // below 2^57
    //! Selections of 8 and 12 bytes take 1.05 times as long with 4; of 16 bytes and more 1.00 to 1.02 with 32.
    static constexpr unsigned parts_asked = 8;

    count_sums() = default;
    //! `ordered`: as for count_states
    HEDDLE_INLINE count_sums(std::uint64_t* words, bool ordered) : words_(words), ordered_(ordered)
    {
    }

    //! Adds lane 0's count, of one tile of group i.
    //! Group:    all lanes of one warp
    //! Requires: the tile was published before, which has the fence
    template <class Warp>
    HEDDLE_INLINE void add(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (lane_rank(warp) == 0) add_to_word(words_[i], count << count_bit | 1);
    }
    //! Adds lane 0's count, of all groups before group i.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void add_before(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        add_to_word(words_[i], count << count_bit | 1ull << before_bit);
    }
    //! Waits until enough is known of group i: asks enough(its state) in all lanes. Nothing is, before all of its tiles
    //! were added.
    //! Group: all lanes of one warp, each for a group of its own
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i,
                                                  Enough const& enough) const
    {
        std::uint64_t bits;
        tile_state state;
        do {
            bits = read_word(words_[i]);
            bool const has_before = (bits >> before_bit & 1u) != 0;
            state = bits % (1u << before_bit) < lane_count_v<Warp> ? tile_state::nothing
                    : has_before                                   ? tile_state::all
                                                                   : tile_state::own;
        } while (!enough(state));
        if (ordered_) fence_statuses();
        return {state, bits >> count_bit};
    }

private:
    static constexpr unsigned before_bit = 6;
    static constexpr unsigned count_bit = 7;

    std::uint64_t* words_;
    bool ordered_;
};

//! Counts, in the words of their statuses.
class count_states {
public:
    using value_type = std::uint64_t;  // below 2^62
    using of_groups = count_sums;
    static constexpr std::size_t words_of_part = 1;

    count_states() = default;
    //! `ordered`: whether what blocks read is overwritten by others that have seen their counts.
    HEDDLE_INLINE count_states(std::uint64_t* words, bool ordered)
        : words_(words), ordered_(ordered)
    {
    }

    //! Publishes lane 0's count of part i.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void publish(Warp const& warp, std::size_t i, tile_state state,
                               std::uint64_t count) const
    {
        if (lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        write_word(words_[i], tile_status::of(state, count).bits);
    }
    //! Waits until enough is known of part i: asks enough(its state) in all lanes.
    //! Group: all lanes of one warp, each for a part of its own
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i,
                                                  Enough const& enough) const
    {
        tile_status status;
        do {
            status.bits = read_word(words_[i]);
        } while (!enough(status.state()));
        if (ordered_) fence_statuses();
        return {status.state(), status.count()};
    }

private:
    std::uint64_t* words_;
    bool ordered_;
};

}  // namespace heddle::detail
