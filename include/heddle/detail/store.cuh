// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores one element for each lane of a group.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/compacted.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/plan/plan.hpp>
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

//! Stores the element of each valid lane. plan/route.hpp returns the decisions of this function as a value.
//! Group, scratch, converged, locate, valid: as for load
//! Compacts: whether lanes may use store_compacted if the group as a whole does not cooperate
//! storing:  the mask of the active valid lanes, used only if Compacts. All these lanes got the mask from one
//!           instruction
template <class Element, bool Compacts = false, class Scratch, class Group, class Locate, class Lanes>
HEDDLE_INLINE void store(Scratch const& scratch, Group const& group, bool converged, Element* pointer,
                         Locate const& locate, Lanes const& valid, Element const& value, std::uint32_t storing = 0)
{
    static_assert(!std::is_const_v<Element>,
                  "heddle: cannot store through a pointer to const T (an array must be passed as +array)");
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    bool const is_valid = valid.lane(detail::lane_rank(group));
    detail::check_access(group, converged, is_valid, pointer);

    // A very small or very large element is copied plainly.
    if constexpr (!p.moves_words()) {
        detail::announce_plain<true>(group, pointer, is_valid);
        if (is_valid) detail::store_plainly(pointer, value);
    } else {
        auto* const own = opaque(reinterpret_cast<std::byte*>(pointer));
        constexpr bool compacts = Compacts && detail::compacted_plan_of(words_of<Element>()).cooperates();
        memory_word<p.word_bytes> words[words_to_store<Element, p.lane_count, compacts>()];
        detail::words_from_element(words, value);

        if (!p.cooperates() || !converged || !p.cooperates_for(valid.count(p.lane_count))) {
            // The element is small, the lanes are diverged, or too few are valid: stores compacted or per-thread.
            if constexpr (compacts) {
                if (is_valid) detail::store_compacted<Element>(storing, own, words);
            } else if (is_valid || observes_accesses<Group>::value) {
                detail::store_own<Element>(group, own, is_valid, words);
            }
        } else if constexpr (p.cooperates()) {
            detail::promise_convergence(group);
            auto const places = locate.find(group, own, valid);
            bool const whole_words = detail::begin_with_words<Element>(group, places, valid);
            bool const in_rows =
                !Scratch::has_memory && places.consecutive && whole_words && valid.count(p.lane_count) == p.lane_count;
            row_addresses<std::byte> const rows = {{places.first, in_rows, places.same_first}, whole_words};
            if (scratch.is_usable && places.consecutive && whole_words) {
                detail::store_staged(scratch, group, own, valid, places.first, words);
            } else if constexpr (!p.stores_sectors()) {
                detail::store_rows<Element>(group, own, valid, rows, words);
            } else if (in_rows) {
                detail::store_dense_rows<Element>(group, places.first, own, words);
            } else {
                detail::store_sector_rows<Element>(group, valid, rows, words);
            }
            group.sync();
        }
    }
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
