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
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/policy_of_access.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Loads the words of an access by the route that with_route passes. (A class, because NVRTC 12.9 and 13.0 take generic
//! lambdas for host code.)
template <class Access, class Words>
struct load_by_route {
    Access& access;
    Words& words;
    bool& starts_in_word;

    template <route Route>
    HEDDLE_INLINE void operator()(route_constant<Route>) const
    {
        if constexpr (Access::template is_possible<Route>) {
            mover<Route>::load(access, words);
            if constexpr (mover<Route>::loads_from_byte_0) starts_in_word = false;
        }
    }
};

//! Returns the element of each valid lane, and `fallback` in other lanes.
template <class Access, class Element = typename Access::element_type>
HEDDLE_INLINE carried_t<Element> load(Access& access, carried_t<Element> const& fallback)
{
    constexpr plan p = Access::p;
    if constexpr (!p.moves_words) {
        return detail::load_plainly<Element>(access.group, access.pointer, access.is_valid, fallback);
    } else {
        memory_word<p.word_bytes> words[p.held_words];
        bool starts_in_word = p.is_unaligned;
        detail::with_route(p, access_kind::load, access,
                           load_by_route<Access, decltype(words)>{access, words, starts_in_word});
        if constexpr (p.is_unaligned) {
            if (starts_in_word) detail::move_start<direction::down>(words, offset_in_word(access.own, p.word_bytes));
        }
        if (access.is_valid) return detail::element_from_words<Element>(words);
        return fallback;
    }
}

//! Loads the element at each lane's pointer through a policy. The lanes of a converged warp cooperate; other lanes load
//! per-thread.
//! is_valid: an every_lane, a bool that says whether the calling lane is valid, or what lanes.valid made of it
template <class Policy, class Element, class Valid, bool Asks = loads_together<Policy, Element>>
HEDDLE_ALWAYS_INLINE carried_t<Element> load_through(Element const* pointer, Valid const& is_valid,
                                                     active_lanes<Asks> const& lanes = active_lanes<Asks>())
{
    auto const fallback = indeterminate_element<Element>();
    auto const valid = lanes.valid(is_valid);
    if (!lanes.is_warp) return valid.own() ? detail::load_plainly(pointer) : fallback;
    if constexpr (loads_together<Policy, Element>) {
        access it(full_warp{lanes.mask}, lanes.are_converged, pointer, indexed_at<Element>{}, valid,
                  scratch_of<Policy, Element>(), separate_lanes{});
        return detail::load(it, fallback);
    } else {
        access it(lone_lane{lanes.mask}, false, pointer, indexed_at<Element>{}, valid, no_scratch{}, separate_lanes{});
        return detail::load(it, fallback);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
