// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores by some lanes of a warp, those of a diverged one or those that want to: together by rank if
// their elements lie apart, else each for itself.
#pragma once

#include "../../active_group.cuh"
#include "../../config.cuh"
#include "../../plan/active_plan.hpp"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "element_access.cuh"
#include "element_addresses.cuh"
#include "emulated_group.hpp"
#include "ends.cuh"
#include "group.cuh"
#include "lane_mask.cuh"
#include "own_words.cuh"
#include "ranked_rows.cuh"
#include "words.cuh"

namespace heddle::detail {

// Why lanes may work together that are not a whole warp: the set of lanes is what one instruction returned to all
// of them, so that they take the same branches on it, and each step names all of them and nobody else. No lane
// waits for one that may be elsewhere: a lane of the set can be nowhere but on its way to that step. Other lanes of
// the warp, that have another set, may do the same at any moment: nothing is shared with them.

//! A lane that stores for itself: enough of a group for that.
struct single_lane {
    std::uint32_t lanes;  //!< all that do so here

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

//! Stores the elements of lanes that fill their groups of ranks. Their words begin with the element, and are used
//! up.
//! Group:    all lanes of the set, a multiple of ranked_lanes
//! Requires: words that elements do not straddle are whole in memory
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_ranks(std::uint32_t lanes, std::byte* own,
                               memory_word<WordBytes> (&words)[WordCount])
{
    active_groups<ranked_lanes> const groups(lanes);
    std::byte* const first = own - groups.thread_rank() * sizeof(Element);
    if constexpr (words_of<Element>().straddles()) {
        move_start(words, offset_in_word(own, WordBytes));
        store_ends<Element>(groups, own, range_of<Element>(own), true, words);
    }
    store_ranked_rows<Element>(groups, first, words);
    groups.sync();
}

//! Whether two of the lanes' elements lie apart: any lane's and that of the highest.
//! Group:    all lanes of the mask
HEDDLE_EXEC_CHECK_DISABLE
template <class Element>
HEDDLE_INLINE bool any_lie_apart(std::uint32_t mask, std::byte const* own)
{
    auto const place = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(own));
    std::uint32_t const from = shuffle_of_lanes(mask, place, highest_lane(mask));
    return ballot_of_lanes(mask, lie_apart(words_of<Element>(), place, from)) != 0;
}

//! What lanes do to store that are not the whole warp: those of the mask do so together by rank, if they are enough
//! and their elements not side by side.
//! mask:     the lanes that store, or will once they are asked
template <class Stage>
struct by_rank {
    std::uint32_t mask;

    template <class Element>
    static constexpr bool is_possible =
        !std::is_same_v<Stage, whole_warps_only> && plan_of_ranks(words_of<Element>()).cooperates();

    template <class Element>
    static constexpr unsigned words_of_ranks = is_possible<Element>
                                                   ? plan_of_ranks(words_of<Element>()).held_words()
                                                   : 0;
    template <class Element, unsigned LaneCount>
    static constexpr unsigned held_words =
        words_of_ranks<Element> > held_store_words<Element, LaneCount>
            ? words_of_ranks<Element>
            : held_store_words<Element, LaneCount>;

    //! Group:    all lanes of the mask, if they want to; they have it from one instruction
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE void store(Group const&, std::byte* own, bool wanted,
                             memory_word<WordBytes> (&words)[WordCount]) const
    {
        if (!wanted) return;
        // So that the compiler does not compute for all what only these need.
        own = opaque(own);
        if constexpr (!is_possible<Element>) {
            store_own<Element>(single_lane{mask}, own, true, words);
        } else if constexpr (stores_copied_words(words_of<Element>())) {
            // Both ways change the words under predicates. ptxas 13.0 would then take two instructions in place of
            // one for each word that full warps move so (docs/tuning-log.md, "The transpose").
            memory_word<WordBytes> own_words[WordCount];
            copy_to_own_registers(own_words, words);
            store_words<Element>(own, own_words);
        } else {
            store_words<Element>(own, words);
        }
    }

private:
    //! Stores words that begin with the element, and uses them up.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE void store_words(std::byte* own, memory_word<WordBytes> (&words)[WordCount]) const
    {
        constexpr element_words p = words_of<Element>();
        unsigned const count = count_of_lanes(mask);
        bool together = count >= ranked_lanes;
        if (together) together = any_lie_apart<Element>(mask, own);
        if constexpr (!p.straddles() && p.alignment < p.word_bytes) {
            if (together) {
                bool const whole = words_are_whole<Element>(own);
                together = ballot_of_lanes(mask, whole) == mask;
            }
        }
        bool in_group = false;
        std::uint32_t grouped = 0;
        if (together || !votes_in_branch(p)) {
            // A branch of its own: in one condition kernels of 64 and 68 bytes take 8 registers more.
            if (together) in_group = rank_in(mask) < count / ranked_lanes * ranked_lanes;
            grouped = ballot_of_lanes(mask, in_group);
        }
        // In this order and with these returns nvcc writes the groups' code once.
        if (!in_group) store_own<Element>(single_lane{mask & ~grouped}, own, true, words);
        if (!together) return;
        if (!in_group) return;
        store_ranks<Element>(grouped, own, words);
    }
};

//! Stores by the lanes of a warp that are converged, all of the warp or some.
//! lanes:    those that came, from one instruction
//! Requires: the plan cooperates
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Warp>
HEDDLE_INLINE void store_by_active(Stage const& stage, Warp const& warp, std::uint32_t lanes,
                                   Element* pointer, every_lane, Element const& value)
{
    store_elements<Element>(stage, warp, lanes == 0xffffffffu, pointer, indexed_at<Element>{},
                            every_lane{}, value, by_rank<Stage>{lanes});
}
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Warp>
HEDDLE_INLINE void store_by_active(Stage const& stage, Warp const& warp, std::uint32_t lanes,
                                   Element* pointer, lanes_of_mask const& wanted,
                                   Element const& value)
{
    bool const whole = lanes == 0xffffffffu;
    std::uint32_t const wanting = whole ? wanted.mask : ballot_of_lanes(lanes, wanted.own);
    store_elements<Element>(stage, warp, whole, pointer, indexed_at<Element>{}, wanted, value,
                            by_rank<Stage>{wanting});
}

//! The lanes of a group that want to store do so: the group by the stage given, or, if they are few, those lanes.
//! Group:    all lanes of the group, converged
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Group>
HEDDLE_INLINE void store_wanted(Stage const& stage, Group const& group, Element* pointer,
                                lanes_of_mask const& wanted, Element const& value)
{
    constexpr bool is_warp = lane_count_v<Group> == 32 && has_consecutive_lanes<Group>::value;
#if defined(__CUDA_ARCH__)
    constexpr bool runs_here = true;
#else
    constexpr bool runs_here = observes_accesses<Group>::value;
#endif
    if constexpr (is_warp && runs_here) {
        store_elements<Element>(stage, group, true, pointer, indexed_at<Element>{}, wanted, value,
                                by_rank<Stage>{wanted.mask});
    } else {
        store_elements<Element>(stage, group, true, pointer, indexed_at<Element>{}, wanted, value);
    }
}

}  // namespace heddle::detail
