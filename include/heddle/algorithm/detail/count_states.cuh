// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The published counts of tiles and of groups of tiles, each of which is stored with its state in one word.
#pragma once

#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The counts of groups of tiles. A group has as many tiles as a warp has lanes. Each tile adds its own count
//! atomically, so that no tile has to add up the counts of its group. A group's word holds the number of tiles added (6
//! bits), whether the count of all earlier groups was added (1 bit), and the count.
class count_sums {
public:
    using value_type = std::uint64_t;  // below 2^57
    //! The number of groups that a look-back reads at once (docs/tuning-log.md, "Selections and scans wait for each
    //! other").
    static constexpr unsigned parts_asked = 8;

    count_sums() = default;
    //! `ordered`: as for count_states
    HEDDLE_INLINE count_sums(std::uint64_t* words, bool ordered) : words_(words), ordered_(ordered) {}

    //! Adds the count of a tile to group i. Lane 0 passes the count.
    //! Group:    all lanes of one warp
    //! Requires: the tile's count was published, because publish() executes the fence
    template <class Warp>
    HEDDLE_INLINE void add(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (detail::lane_rank(warp) == 0) add_to_word(words_[i], count << count_bit | 1);
    }
    //! Adds the total count of the groups 0 … i - 1 to the state of group i. Lane 0 passes this total.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void add_before(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (detail::lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        add_to_word(words_[i], count << count_bit | 1ull << before_bit);
    }
    //! Waits until enough(state of group i) holds, and returns the group's state and count. The state is `invalid`
    //! until all tiles of the group have been added.
    //! Group: all lanes of one warp, each with its own i
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i, Enough const& enough) const
    {
        std::uint64_t bits;
        tile_state state;
        do {
            bits = read_word(words_[i]);
            bool const has_before = (bits >> before_bit & 1u) != 0;
            state = bits % (1u << before_bit) < lane_count_v<Warp> ? tile_state::invalid
                    : has_before                                   ? tile_state::inclusive
                                                                   : tile_state::partial;
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

//! The counts of tiles, each of which is stored with its state in one word.
class count_states {
public:
    using value_type = std::uint64_t;  // below 2^62
    using of_groups = count_sums;
    static constexpr std::size_t words_of_part = 1;

    count_states() = default;
    //! `ordered`: true if a block that has read a tile's count can go on to overwrite elements of that tile
    HEDDLE_INLINE count_states(std::uint64_t* words, bool ordered) : words_(words), ordered_(ordered) {}

    //! Publishes the state and count of tile i. Lane 0 passes the count.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void publish(Warp const& warp, std::size_t i, tile_state state, std::uint64_t count) const
    {
        if (detail::lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        write_word(words_[i], tile_status::of(state, count).bits);
    }
    //! Waits until enough(state of tile i) holds, and returns the tile's state and count.
    //! Group: all lanes of one warp, each with its own i
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i, Enough const& enough) const
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

#include <heddle/detail/restore_macros.hpp>
