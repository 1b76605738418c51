// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// access: one access of a group to its elements, and what is known of it.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Moves the words of elements by one route: by load(access, words), store(access, words), or both. Each route has its
//! own file. After a load, an element begins at byte 0 of `words`; if its size is unaligned and loads_from_byte_0 is
//! false, it begins at its offset in the first word of memory. Before a store, an element begins at byte 0 of `words`,
//! which are overwritten.
template <route Route>
struct mover;

//! Lanes that move their elements per-thread if the group does not move them together.
struct separate_lanes {
    template <class Element>
    static constexpr bool compact = false;

    template <class... Lanes>
    HEDDLE_INLINE static separate_lanes of(Lanes const&...)
    {
        return {};
    }
};
//! Lanes that may store compacted if the group does not store together.
struct compacting_lanes {
    template <class Element>
    static constexpr bool compact = compacted_plan<Element>.cooperates;
    std::uint32_t mask;  //!< the active valid lanes; all of them got the mask from one instruction

    //! Returns the valid lanes of a converged group.
    HEDDLE_INLINE static compacting_lanes of(lanes_of_mask const& valid) { return {valid.mask}; }
    //! Returns the valid ones of a warp's active lanes.
    template <class ActiveLanes, class Lanes>
    HEDDLE_INLINE static compacting_lanes of(ActiveLanes const& lanes, Lanes const& valid)
    {
        compacting_lanes const found{lanes.storing(valid)};
        return found;
    }
};

//! One access: each valid lane of a group moves the element at its pointer. The group's lanes take each vote only once,
//! when its result is first needed.
//! Element:  const for a load
//! Locate:   finds the addresses of the group's elements: an indexed_at or a contiguous_from
//! Lanes:    every_lane, lanes_of_mask or first_lanes
//! Scratch:  the group's shared memory: a warp_stage, or no_scratch
//! Diverged: what the lanes of a group do that does not store together: separate_lanes or compacting_lanes
template <class Element, class Group, class Locate, class Lanes, class Scratch, class Diverged>
class access {
public:
    using element_type = std::remove_const_t<Element>;
    using byte = std::conditional_t<std::is_const_v<Element>, std::byte const, std::byte>;
    static constexpr plan p = detail::plan_of<element_type, lane_count_v<Group>>;

    static constexpr access_kind kind = std::is_const_v<Element> ? access_kind::load : access_kind::store;

    //! Whether the active lanes of a group that does not cooperate may store together.
    static constexpr bool compacts = Diverged::template compact<element_type>;
    //! Whether the access can take a route.
    template <route Wanted>
    static constexpr bool is_possible = detail::is_possible(p, kind, Wanted, Scratch::has_memory, compacts);
    //! True if the lanes can move their elements together.
    static constexpr bool cooperates = kind == access_kind::load ? p.loads_together : p.cooperates;

    Group const group;
    Scratch const scratch;
    Lanes const valid;  //!< the lanes that have an element to move
    Diverged const diverged;
    bool const is_valid;         //!< whether the calling lane has an element to move
    Element* const pointer;      //!< the calling lane's element
    byte* const own;             //!< its address
    unsigned const valid_lanes;  //!< number of lanes that have an element to move; 0 unless the group is converged
    bool const has_scratch;      //!< whether the group has shared memory for its elements

    HEDDLE_INLINE access(Group const& in_group, bool converged, Element* element, Locate const& locate,
                         Lanes const& in_lanes, Scratch const& in_scratch, Diverged const& lanes_if_diverged)
        : group(in_group),
          scratch(in_scratch),
          valid(in_lanes),
          diverged(lanes_if_diverged),
          is_valid(in_lanes.lane(detail::lane_rank(in_group))),
          pointer(element),
          own(opaque(reinterpret_cast<byte*>(element))),
          valid_lanes(converged ? valid.count(p.lane_count) : 0),
          has_scratch(scratch.is_usable),
          locate_(locate)
    {
        require_movable<Element>();
        HEDDLE_EXPECTS(!converged || detail::is_whole(group), "a lane of the group is missing");
        HEDDLE_EXPECTS(!is_valid || pointer != nullptr, "the pointer to an element is null");
        HEDDLE_EXPECTS(!is_valid || detail::is_aligned(pointer), "an element is not aligned to alignof(T)");
        HEDDLE_EXPECTS(!is_valid || detail::is_global(pointer), "the elements must lie in global memory");
    }

    //! Returns whether the elements of all lanes (of a contiguous_from: of the valid lanes) are consecutive.
    HEDDLE_INLINE bool is_consecutive()
    {
        if constexpr (cooperates) {
            if (!is_located_) {
                is_located_ = true;
                if constexpr (p.lane_count == 32) detail::promise_convergence();
                places_ = locate_.find(group, own, valid);
            }
        }
        return places_.consecutive;
    }
    //! Returns whether loads per-thread, through the L1 cache, are as fast as rows, because the elements share lines.
    HEDDLE_INLINE bool is_cached()
    {
        if constexpr (cooperates && p.has_gaps) {
            if constexpr (p.lane_count == 32) detail::promise_convergence();
            return detail::are_near(group, own, valid, is_valid);
        } else {
            return is_consecutive();
        }
    }
    //! Returns whether all valid elements begin with whole words. True for unaligned sizes.
    HEDDLE_INLINE bool begins_with_words()
    {
        is_consecutive();
        if constexpr (cooperates && p.may_begin_in_word) {
            if (!is_voted_) {
                is_voted_ = true;
                begins_with_words_ = group.all(!is_valid || detail::begins_with_word<element_type>(places_.first));
            }
        }
        return begins_with_words_;
    }
    //! Returns whether all lanes have elements whose words are consecutive, so that each lane can compute the address of
    //! its word in a row from its own address. Always false for loads of sizes that are loaded through the cache if the
    //! elements are consecutive, and for stores with shared memory: such accesses take other routes than rows, which the
    //! compiler would not find out. (If a block has more warps than its shared memory, their stores shuffle addresses.)
    HEDDLE_INLINE bool words_are_consecutive()
    {
        if constexpr (std::is_const_v<Element> ? !p.loads_through_cache : !Scratch::has_memory) {
            if (!is_asked_) {
                is_asked_ = true;
                words_are_consecutive_ = is_consecutive() && begins_with_words() && valid_lanes == p.lane_count;
            }
        }
        return words_are_consecutive_;
    }

    HEDDLE_INLINE element_addresses<byte> const& places()
    {
        is_consecutive();
        return places_;
    }

    //! Returns the bytes that the calling lane may move: its element or, if all lanes have one and are known to have
    //! consecutive ones, all of them. Takes no vote.
    HEDDLE_INLINE byte_range<byte> range() const
    {
        return range_if(is_located_ && places_.consecutive && valid_lanes == p.lane_count);
    }
    //! Returns the bytes that the calling lane may move in rows.
    HEDDLE_INLINE byte_range<byte> range_in_rows() { return range_if(words_are_consecutive()); }

private:
    HEDDLE_INLINE byte_range<byte> range_if(bool of_group) const
    {
        return of_group ? detail::range_of<element_type>(places_.first, p.lane_count)
                        : detail::range_of<element_type>(own);
    }

    Locate const locate_;
    element_addresses<byte> places_ = {};
    bool is_located_ = false;
    bool is_voted_ = false;
    bool begins_with_words_ = cooperates && !p.may_begin_in_word;
    bool is_asked_ = false;
    bool words_are_consecutive_ = false;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
