// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads one element for each lane of a group.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/policy.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads the words of the valid lanes' elements, or of some of them a range. Each element begins at byte 0 of `words`.
template <route Route, class Access, class Words>
HEDDLE_INLINE void load_words(Access& access, Words& words)
{
    using element = typename Access::element_type;
    if constexpr (Route == route::staged) {
        detail::load_staged(access.scratch, access.group, access.own, access.valid, access.places().first, words);
    } else if constexpr (Route == route::rows) {
        detail::load_rows(access, words);
    } else {
        detail::load_own<element>(access.group, access.own, access.range(), access.is_valid, words);
    }
}

//! Returns the element of each valid lane, and `fallback` in other lanes.
template <class Access, class Element = typename Access::element_type>
HEDDLE_INLINE carried_t<Element> load(Access& access, Element const* pointer, carried_t<Element> const& fallback)
{
    constexpr plan p = Access::p;
    detail::check_access(access.group, access.is_converged, access.is_valid, pointer);
    if constexpr (!p.moves_words()) {
        detail::announce_plain<false>(access.group, pointer, access.is_valid);
        if (access.is_valid) return detail::as_carried(*pointer);
    } else {
        memory_word<p.word_bytes> words[p.held_words()];
        bool starts_in_word = p.is_unaligned();
        detail::with_route(p, access_kind::load, access, [&](auto chosen) HEDDLE_INLINE_LAMBDA {
            constexpr route taken = decltype(chosen)::value;
            if constexpr (Access::is_possible(taken)) {
                if (taken == route::staged) starts_in_word = false;
                detail::load_words<taken>(access, words);
            }
        });
        if (starts_in_word) detail::move_start<false>(words, offset_in_word(access.own, p.word_bytes));
        if (access.is_valid) return detail::element_from_words<Element>(words);
    }
    return fallback;
}

template <class Element, class Scratch, class Group, class Locate, class Lanes>
HEDDLE_INLINE carried_t<Element> load(Scratch const& scratch, Group const& group, bool converged,
                                      Element const* pointer, Locate const& locate, Lanes const& valid,
                                      carried_t<Element> const& fallback)
{
    access<Element const, Group, Locate, Lanes, Scratch> it(group, scratch, converged, pointer, locate, valid);
    return detail::load(it, pointer, fallback);
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
