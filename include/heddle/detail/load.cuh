// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads one element for each lane of a group.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/policy.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads the element of each valid lane; returns `fallback` in other lanes. plan/route.hpp returns the decisions of
//! this function as a value.
//! Group:     all lanes of the group if `converged`, otherwise any of its lanes
//! scratch:   the group's shared memory: a warp_stage, or no_scratch
//! converged: whether all lanes of the group make this call together
//! locate:    finds the addresses of the group's elements: an indexed_at or a contiguous_from
//! valid:     the lanes that have an element to load: an every_lane, lanes_of_mask or first_lanes
template <class Element, class Scratch, class Group, class Locate, class Lanes>
HEDDLE_INLINE carried_t<Element> load(Scratch const& scratch, Group const& group, bool converged,
                                      Element const* pointer, Locate const& locate, Lanes const& valid,
                                      carried_t<Element> const& fallback)
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    bool const is_valid = valid.lane(detail::lane_rank(group));
    detail::check_access(group, converged, is_valid, pointer);

    // A very small or very large element is copied plainly.
    if constexpr (!p.moves_words()) {
        detail::announce_plain<false>(group, pointer, is_valid);
        if (is_valid) return detail::as_carried(*pointer);
    } else {
        auto const* const own = opaque(reinterpret_cast<std::byte const*>(pointer));
        auto range = detail::range_of<Element>(own);  // bytes that this lane may read
        memory_word<p.word_bytes> words[p.held_words()];
        bool starts_in_word = p.is_unaligned();

        // The group cooperates if the element is large enough, enough lanes are valid, and per-thread loads through the
        // L1 cache would be slower.
        bool together = false;
        element_addresses<std::byte const> places;
        bool const is_full = valid.count(p.lane_count) == p.lane_count;
        if constexpr (p.loads_together()) {
            together = converged && p.cooperates_for(valid.count(p.lane_count));
            if (together) {
                detail::promise_convergence(group);
                places = locate.find(group, own, valid);
                if (p.loads_through_cache() && places.consecutive) {
                    together = false;
                    // If all lanes are valid, a lane may read whole words, even those that its element shares with
                    // other lanes' elements.
                    if (is_full) range = detail::range_of<Element>(places.first, p.lane_count);
                }
            }
        }
        if (!together) {
            detail::load_own<Element>(group, own, range, is_valid, words);
        } else if constexpr (p.loads_together()) {
            // If loads_through_cache() holds, the elements are not consecutive here. The second condition tells this to
            // the compiler, which would otherwise keep dead code.
            bool const consecutive = places.consecutive && !p.loads_through_cache();
            bool const whole_words = detail::begin_with_words<Element>(group, places, valid);
            if (scratch.is_usable && consecutive && whole_words) {
                detail::load_staged(scratch, group, own, valid, places.first, words);
                starts_in_word = false;
            } else {
                bool const in_rows = consecutive && whole_words && is_full;
                detail::load_rows<Element>(group, own, valid, {{places.first, in_rows, places.same_first}, whole_words},
                                           words);
            }
        }
        if (starts_in_word) detail::move_start<false>(words, offset_in_word(own, p.word_bytes));
        if (is_valid) return detail::element_from_words<Element>(words);
    }
    return fallback;
}

//! Loads the element at each lane's pointer. The lanes of a converged warp cooperate; other lanes load per-thread.
template <class Policy, bool Asks, class Element, class Lanes>
HEDDLE_ALWAYS_INLINE carried_t<Element> load_in_warp(active_lanes<Asks> const& lanes, Element const* pointer,
                                                     Lanes const& valid)
{
    auto const fallback = indeterminate_element<Element>();
    if (!lanes.is_warp()) return valid.lane(0) ? detail::as_carried(*pointer) : fallback;
    if constexpr (loads_together<Policy, Element>) {
        return detail::load(scratch_of<Policy, Element>(), lanes.warp(), lanes.are_converged(), pointer,
                            indexed_at<Element>{}, valid, fallback);
    } else {
        return detail::load(no_scratch{}, lanes.alone(), false, pointer, indexed_at<Element>{}, valid, fallback);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
