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
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/rows.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/unaligned_rows.cuh>
#include <heddle/detail/words.cuh>
#include <heddle/policy.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <route Route, class Access, class Words>
HEDDLE_INLINE void store_words(Access& access, Words& words)
{
    using element = typename Access::element_type;
    if constexpr (Route == route::compacted) {
        if (access.is_valid) detail::store_compacted<element>(access.storing, access.own, words);
    } else if constexpr (Route == route::per_thread) {
        if (access.is_valid || observes_accesses<typename Access::group_type>::value) {
            detail::store_own<element>(access.group, access.own, access.is_valid, words);
        }
    } else {
        if constexpr (Route == route::staged) {
            detail::store_staged(access.scratch, access.group, access.own, access.valid, access.places().first, words);
        } else if constexpr (Route == route::rows) {
            detail::store_rows(access, words);
        } else if constexpr (Route == route::dense_rows) {
            detail::store_dense_rows<element>(access.group, access.places().first, access.own, words);
        } else {
            detail::store_sector_rows<element>(access.group, access.valid, access.places(), words);
        }
        access.group.sync();
    }
}

//! Stores the element of each valid lane.
template <class Access, class Element = typename Access::element_type>
HEDDLE_INLINE void store(Access& access, Element* pointer, Element const& value)
{
    static_assert(!std::is_const_v<Element>,
                  "heddle: cannot store through a pointer to const T (an array must be passed as +array)");
    constexpr plan p = Access::p;
    detail::check_access(access.group, access.is_converged, access.is_valid, pointer);
    if constexpr (!p.moves_words()) {
        detail::announce_plain<true>(access.group, pointer, access.is_valid);
        if (access.is_valid) detail::store_plainly(pointer, value);
    } else {
        memory_word<p.word_bytes> words[words_to_store<Element, p.lane_count, Access::may_compact()>()];
        detail::words_from_element(words, value);
        detail::with_route(p, access_kind::store, access, [&](auto chosen) HEDDLE_INLINE_LAMBDA {
            constexpr route taken = decltype(chosen)::value;
            if constexpr (Access::is_possible(taken)) detail::store_words<taken>(access, words);
        });
    }
}

template <class Element, bool Compacts = false, class Scratch, class Group, class Locate, class Lanes>
HEDDLE_INLINE void store(Scratch const& scratch, Group const& group, bool converged, Element* pointer,
                         Locate const& locate, Lanes const& valid, Element const& value, std::uint32_t storing = 0)
{
    access<Element, Group, Locate, Lanes, Scratch, Compacts> it(group, scratch, converged, pointer, locate, valid, storing);
    detail::store(it, pointer, value);
}

//! Stores an element at each lane's pointer. The lanes of a converged warp cooperate; other lanes store compacted or
//! per-thread.
template <class Policy, bool Asks, class Element, class Lanes>
HEDDLE_ALWAYS_INLINE void store_in_warp(active_lanes<Asks> const& lanes, Element* pointer, Lanes const& valid,
                                        Element const& value)
{
    if (!lanes.is_warp()) {
        if (valid.lane(0)) detail::store_plainly(pointer, value);
        return;
    }
    if constexpr (stores_together<Policy, Element>) {
        detail::store<Element, Policy::value.cooperates_diverged>(scratch_of<Policy, Element>(), lanes.warp(),
                                                                  lanes.are_converged(), pointer, indexed_at<Element>{},
                                                                  valid, value, lanes.storing(valid));
    } else {
        detail::store(no_scratch{}, lanes.alone(), false, pointer, indexed_at<Element>{}, valid, value);
    }
}

//! Stores the elements of the valid lanes of a group. If enough lanes are valid, all lanes cooperate; otherwise the
//! valid lanes store compacted or per-thread.
//! Group:    all lanes of the group, converged
template <class Element, class Scratch, class Group>
HEDDLE_INLINE void store_valid(Scratch const& scratch, Group const& group, Element* pointer, lanes_of_mask const& valid,
                               Element const& value)
{
#if defined(__CUDA_ARCH__)
    constexpr bool has_lanes = true;
#else
    constexpr bool has_lanes = observes_accesses<Group>::value;
#endif
    constexpr bool is_warp = lane_count_v<Group> == 32 && has_consecutive_lanes<Group>::value;
    detail::store<Element, is_warp && has_lanes>(scratch, group, true, pointer, indexed_at<Element>{}, valid, value,
                                                 valid.mask);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
