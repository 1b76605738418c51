// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 4: stores by some lanes of a warp, those of a diverged one or those that want to: together by rank where
// there are enough of them, else each for itself.
#pragma once

#include "active_plan.hpp"
#include "config.cuh"
#include "element_access.cuh"
#include "element_places.cuh"
#include "emulated_tile.hpp"
#include "ends.cuh"
#include "own_words.cuh"
#include "plan.hpp"
#include "preconditions.cuh"
#include "rank_group.cuh"
#include "tile.cuh"
#include "words.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::detail {

// Why lanes may work together that are not a whole warp: the set of lanes is what one instruction returned to all
// of them, so that they take the same branches on it, and each step names all of them and nobody else. No lane
// waits for one that may be elsewhere: a lane of the set can be nowhere but on its way to that step. Other lanes of
// the warp, that have another set, may do the same at any moment: nothing is shared with them.

//! One of the lanes that go alone: enough of a tile for that.
struct lone_lane {
    std::uint32_t lanes;  //!< all that go alone here

#if !defined(__CUDA_ARCH__)
    using observes_accesses = void;
    void observe_access(bool stores, void const* address, unsigned bytes) const
    {
        emulated_lane::current()->meet(lanes, stores ? collective::store : collective::load,
                                       reinterpret_cast<std::uintptr_t>(address), bytes);
    }
#endif
    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return 1; }
    HEDDLE_HOST_DEVICE static constexpr unsigned thread_rank() { return 0; }
};

//! The lanes of the mask of which `skipped` others are before them.
HEDDLE_INLINE std::uint32_t lanes_behind(std::uint32_t mask, unsigned skipped)
{
    for (; skipped > 0; --skipped) mask &= mask - 1;
    return mask;
}

//! In a group of ranks: all of it, or, where it is not full, nobody.
struct whole_group {
    bool is_full;

    HEDDLE_INLINE bool lane(unsigned) const { return is_full; }
    HEDDLE_INLINE bool any_lane(unsigned) const { return is_full; }
};

//! Stores the elements of all full groups of ranks. Their words begin with the element, and are used up.
//! Group:    all lanes of the set
//! Requires: words that elements do not straddle are whole in memory
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_ranks(std::uint32_t lanes, std::byte* own,
                               memory_word<WordBytes> (&words)[WordCount])
{
    rank_groups<ranked_lanes> const groups(lanes);
    whole_group const wanted{groups.is_full()};
    std::byte* const first = own - groups.thread_rank() * sizeof(Element);
    if constexpr (plan_of<Element>().straddles()) {
        move_start(words, offset_in_word(own, WordBytes));
        store_ends<Element>(groups, own, range_of<Element>(own), wanted.is_full, words);
    }
    store_pieces<Element>(groups, element_places<std::byte>{first, false}, wanted, words);
    groups.sync();
}

//! Each lane's value lies afterwards where its pointer says.
//! lanes:    those that store
//! Group:    all of these; they have them from one instruction
HEDDLE_EXEC_CHECK_DISABLE
template <class Element>
HEDDLE_INLINE void store_by_lanes(std::uint32_t lanes, Element* pointer, Element const& value)
{
    constexpr plan p = plan_of<Element, ranked_lanes>();
    constexpr unsigned fewest = fewest_ranked_lanes(plan_of<Element>());
    static_assert(!std::is_const_v<Element>);
    require_movable<Element>();
    HEDDLE_EXPECTS(pointer != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(is_aligned(pointer), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(is_global(pointer), "the elements must lie in global memory");

    if constexpr (fewest == never_cooperate || !p.cooperates()) {
        store_elements<Element>(alone{}, lone_lane{lanes}, false, pointer, anywhere<Element>{},
                                every_lane{}, value);
    } else {
        auto* const own = of_unknown_origin(reinterpret_cast<std::byte*>(pointer));
        memory_word<p.word_bytes> words[p.held_words()];
        words_from_element(words, value);
        unsigned const count = count_of_lanes(lanes);
        bool together = count >= fewest;
        if constexpr (!p.straddles() && p.alignment < p.word_bytes) {
            if (together) {
                bool const whole = words_are_whole<Element>(own);
                together = ballot_of_lanes(lanes, whole) == lanes;
            }
        }
        unsigned const moved = together ? count / ranked_lanes * ranked_lanes : 0;
        // Who goes alone does so first, as in store_elements.
        if (rank_in(lanes) >= moved) {
#if defined(__CUDA_ARCH__)
            store_own<Element>(lone_lane{lanes}, own, true, words);
#else
            store_own<Element>(lone_lane{lanes_behind(lanes, moved)}, own, true, words);
#endif
        }
        if (together) store_ranks<Element>(lanes, own, words);
    }
}

//! The lanes of a tile that want to store do so: the tile by the way given, or, if they are few, they alone.
//! Group:    all lanes of the tile, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Way, class Tile>
HEDDLE_INLINE void store_wanted(Way const& way, Tile const& tile, Element* pointer,
                                lanes_of_mask const& wanted, Element const& value)
{
    constexpr plan p = plan_of<Element, lane_count_v<Tile>>();
#if defined(__CUDA_ARCH__)
    constexpr bool is_warp = p.lane_count == 32 && has_consecutive_lanes<Tile>::value;
#else
    constexpr bool is_warp = p.lane_count == 32 && observes_accesses<Tile>::value;
#endif
    if constexpr (is_warp && fewest_ranked_lanes(p) != never_cooperate &&
                  !std::is_same_v<Way, alone>) {
        if (!p.cooperates_for(wanted.count(p.lane_count))) {
            if (wanted.own) store_by_lanes<Element>(wanted.mask, pointer, value);
            return;
        }
    }
    store_elements<Element>(way, tile, true, pointer, anywhere<Element>{}, wanted, value);
}

}  // namespace heddle::detail
