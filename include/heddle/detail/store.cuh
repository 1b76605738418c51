// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores one element for each lane of a group.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/compacted.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/policy_of_access.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/unaligned_rows.cuh>
#include <heddle/detail/words.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Number of words that a lane of a group needs in registers to store its element, by any route.
template <class Element, unsigned LaneCount, bool Compacts>
HEDDLE_HOST_DEVICE constexpr unsigned words_to_store()
{
    constexpr unsigned own = words_of<Element>.stores_wide_words ? touched_wide_parts<Element>
                                                                 : detail::plan_of<Element, LaneCount>.held_words;
    constexpr unsigned compacted = Compacts ? compacted_plan<Element>.held_words : 0;
    return own < compacted ? compacted : own;
}

template <class Access, class Words>
struct store_by_route {
    Access& access;
    Words& words;

    template <route Route>
    HEDDLE_INLINE void operator()(route_constant<Route>) const
    {
        if constexpr (Access::template is_possible<Route>) mover<Route>::store(access, words);
    }
};

//! Stores the element of each valid lane.
template <class Access, class Element = typename Access::element_type>
HEDDLE_INLINE void store(Access& access, Element const& value)
{
    constexpr plan p = Access::p;
    static_assert(Access::kind == access_kind::store,
                  "heddle: cannot store through a pointer to const T (an array must be passed as +array)");
    if constexpr (!p.moves_words) {
        detail::store_plainly(access.group, access.pointer, access.is_valid, value);
    } else {
        memory_word<p.word_bytes> words[words_to_store<Element, p.lane_count, Access::compacts>()];
        detail::words_from_element(words, value);
        detail::with_route(p, access_kind::store, access, store_by_route<Access, decltype(words)>{access, words});
    }
}

//! Stores an element in code that does not run in a warp.
template <class Element>
HEDDLE_INLINE void store_alone(Element* pointer, Element const& value)
{
    if constexpr (is_atomic_record<Element>) {
        value.write_to(pointer);
    } else {
        detail::store_plainly(pointer, value);
    }
}

//! Stores an element at each lane's pointer through a policy. The lanes of a converged warp cooperate. Other lanes form
//! groups of 8 that store together, and lanes left over store on their own.
//! is_valid: as for load_through
template <class Policy, class Element, class Valid, bool Asks = stores_together<Policy, Element>>
HEDDLE_ALWAYS_INLINE void store_through(Element* pointer, Valid const& is_valid, Element const& value,
                                        active_lanes<Asks> const& lanes = active_lanes<Asks>())
{
    auto const valid = lanes.valid(is_valid);
    if (!lanes.is_warp) {
        if (valid.own()) detail::store_alone(pointer, value);
        return;
    }
    if constexpr (!stores_together<Policy, Element>) {
        access it(lone_lane{lanes.mask}, false, pointer, indexed_at<Element>{}, valid, no_scratch{}, separate_lanes{});
        detail::store(it, value);
    } else {
        using diverged = std::conditional_t<Policy::value.cooperates_diverged, compacting_lanes, separate_lanes>;
        access it(full_warp{lanes.mask}, lanes.are_converged, pointer, indexed_at<Element>{}, valid,
                  scratch_of<Policy, Element>(), diverged::of(lanes, valid));
        detail::store(it, value);
    }
}

//! Stores the elements of the valid lanes of a group. If enough lanes are valid, all lanes cooperate. Otherwise the
//! valid lanes of a warp form groups of 8 that store together, and lanes left over, like those of smaller groups, store
//! on their own.
//! Group:    all lanes of the group, converged
template <class Element, class Scratch, class Group>
HEDDLE_INLINE void store_valid(Scratch const& scratch, Group const& group, Element* pointer, lanes_of_mask const& valid,
                               Element const& value)
{
    constexpr bool is_warp = lane_count_v<Group> == 32 && has_consecutive_lanes<Group>::value;
    using diverged = std::conditional_t<is_warp, compacting_lanes, separate_lanes>;
    access it(group, true, pointer, indexed_at<Element>{}, valid, scratch, diverged::of(valid));
    detail::store(it, value);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
