// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The one load and the one store of a group's elements: they find the facts, choose a route and take it.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../../plan/route.hpp"
#include "../standard_library.hpp"
#include "element_facts.cuh"
#include "group.cuh"
#include "otherwise.cuh"
#include "own_words.cuh"
#include "plain_access.cuh"
#include "preconditions.cuh"
#include "row_access.cuh"
#include "sector_rows.cuh"
#include "words.cuh"

namespace heddle::detail {

//! What loads and stores require, and checked builds test.
template <class Element, class Group>
HEDDLE_INLINE void check_access([[maybe_unused]] Group const& group,
                                [[maybe_unused]] bool converged, [[maybe_unused]] bool wanted,
                                [[maybe_unused]] Element const* own)
{
    require_movable<Element>();
    HEDDLE_EXPECTS(!converged || is_whole(group), "a lane of the group is missing");
    HEDDLE_EXPECTS(!wanted || own != nullptr, "the pointer to an element is null");
    HEDDLE_EXPECTS(!wanted || is_aligned(own), "an element is not aligned to alignof(T)");
    HEDDLE_EXPECTS(!wanted || is_global(own), "the elements must lie in global memory");
}

//! Takes the route by which elements are loaded.
template <class Element, class Stage, class Group, class Facts, class Words>
struct element_loader {
    Facts& facts;
    Words& words;
    bool& starts_within;  //!< whether the element begins within the first word, not with it

    static constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    static constexpr route_set routes = routes_of<Stage>(p, access_kind::load);

    //! Whether the words are loaded. Own words are not: that stands once after the cases that come to it.
    HEDDLE_INLINE bool operator()(any_route) const { return false; }

    HEDDLE_EXEC_CHECK_DISABLE
    template <route Route,
              std::enable_if_t<routes.has(Route) && Route != route::own_words, int> = 0>
    HEDDLE_INLINE bool operator()(route_constant<Route>) const
    {
        auto const& group = facts.group;
        auto const& wanted = facts.wanted;
        if constexpr (Route == route::shared_words) {
            load_shared_words<Element>(group, facts.own, words);
        } else if constexpr (Route == route::stage) {
            load_through(facts.stage, group, facts.own, wanted, facts.addresses.first, words);
        } else if constexpr (Route == route::narrow_rows) {
            load_in_narrow_rows<Element>(group, facts.own, wanted, facts.addresses, words);
        } else {
            static_assert(Route == route::rows);
            load_in_rows<Element>(group, facts.own, wanted, facts.addresses, words);
        }
        starts_within = p.straddles() && (Route == route::shared_words || Route == route::rows);
        return true;
    }
};

//! What lanes do to store that are not converged, or too few: each stores for itself.
struct each_for_itself {
    //! Words that a lane must have for it.
    template <class Element, unsigned LaneCount>
    static constexpr unsigned held_words = held_store_words<Element, LaneCount>;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Element, class Group, class Words>
    HEDDLE_INLINE void store(Group const& group, std::byte* own, bool wanted, Words& words) const
    {
        if (wanted || observes_accesses<Group>::value) {
            store_own<Element>(group, own, wanted, words);
        }
    }
};

//! Takes the route by which elements are stored, and uses up words that begin with them.
template <class Element, class Stage, class Group, class Facts, class Words, class Apart>
struct element_storer {
    Facts& facts;
    Words& words;
    Apart const& apart;

    static constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    static constexpr route_set routes = routes_of<Stage>(p, access_kind::store);

    HEDDLE_INLINE void operator()(any_route) const {}

    HEDDLE_EXEC_CHECK_DISABLE
    template <route Route, std::enable_if_t<routes.has(Route), int> = 0>
    HEDDLE_INLINE void operator()(route_constant<Route>) const
    {
        auto const& group = facts.group;
        auto const& wanted = facts.wanted;
        if constexpr (Route == route::own_words) {
            apart.template store<Element>(group, facts.own, wanted.lane(lane_rank(group)), words);
        } else if constexpr (Route == route::stage) {
            store_through(facts.stage, group, facts.own, wanted, facts.addresses.first, words);
        } else if constexpr (Route == route::dense_rows) {
            store_dense_rows<Element>(group, facts.addresses.first, facts.own, words);
        } else if constexpr (Route == route::sector_rows) {
            store_sector_rows<Element>(group, wanted, facts.addresses, words);
        } else {
            static_assert(Route == route::rows);
            store_in_rows<Element>(group, facts.own, wanted, facts.addresses, words);
        }
        if constexpr (Route != route::own_words) group.sync();
    }
};

//! Each wanted lane has afterwards the element at its address, any other `otherwise`.
//! Stage:  the shared memory that the group may use: a warp_stage, registers_only or per_thread
//! Locate: how the elements' addresses are found: indexed_at or contiguous_from
//! Lanes:  which lanes want one: every_lane, lanes_of_mask or first_lanes
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Group, class Locate, class Lanes, class Otherwise>
HEDDLE_INLINE carried_t<Element> load_elements(Stage const& stage, Group const& group,
                                               bool converged, Element const* own,
                                               Locate const& locate, Lanes const& wanted,
                                               Otherwise const& otherwise)
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    bool const mine = wanted.lane(lane_rank(group));
    check_access(group, converged, mine, own);
    if constexpr (!p.moves_words()) {
        announce_plain<false>(group, own, mine);
        if (mine) return as_carried(*own);
    } else {
        using facts_type = element_facts<Element, Stage, Group, std::byte const, Locate, Lanes>;
        using words_type = memory_word<p.word_bytes>[p.held_words()];
        facts_type facts{stage,  group, converged, opaque(reinterpret_cast<std::byte const*>(own)),
                         locate, wanted};
        words_type words;
        bool starts_within = p.straddles();
        element_loader<Element, Stage, Group, facts_type, words_type> const load{facts, words,
                                                                                 starts_within};
        if (!choose(p, access_kind::load, facts, load)) {
            load_own<Element>(group, facts.own, facts.range, mine, words);
        }
        if (starts_within) move_start<false>(words, offset_in_word(facts.own, p.word_bytes));
        if (mine) return element_from_words<Element>(words);
    }
    return otherwise.template get<Element>();
}

//! Each wanted lane's value lies afterwards at its address. Lanes that are not together, or too few, do what
//! `apart` says.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Group, class Locate, class Lanes,
          class Apart = each_for_itself>
HEDDLE_INLINE void store_elements(Stage const& stage, Group const& group, bool converged,
                                  Element* own, Locate const& locate, Lanes const& wanted,
                                  Element const& value, Apart const& apart = Apart())
{
    static_assert(!std::is_const_v<Element>, "heddle: cannot store through a pointer to const T");
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    bool const mine = wanted.lane(lane_rank(group));
    check_access(group, converged, mine, own);
    if constexpr (!p.moves_words()) {
        announce_plain<true>(group, own, mine);
        if (mine) store_plainly(own, value);
    } else {
        using facts_type = element_facts<Element, Stage, Group, std::byte, Locate, Lanes>;
        using words_type =
            memory_word<p.word_bytes>[Apart::template held_words<Element, p.lane_count>];
        facts_type facts{stage,  group, converged, opaque(reinterpret_cast<std::byte*>(own)),
                         locate, wanted};
        words_type words;
        words_from_element(words, value);
        choose(p, access_kind::store, facts,
               element_storer<Element, Stage, Group, facts_type, words_type, Apart>{facts, words,
                                                                                    apart});
    }
}

}  // namespace heddle::detail
