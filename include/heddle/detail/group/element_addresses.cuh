// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Which lanes of a group want an element, and where their elements lie.
#pragma once

#include "../../config.cuh"
#include "../../plan/network.hpp"
#include "../../plan/plan.hpp"
#include "../../shuffle.cuh"
#include "../standard_library.hpp"
#include "group.cuh"
#include "word_access.cuh"

namespace heddle::detail {

// lane() answers for the lane that asks, any_lane() for every other one, too.

struct every_lane {
    HEDDLE_INLINE unsigned count(unsigned lane_count) const { return lane_count; }
    HEDDLE_INLINE bool lane(unsigned) const { return true; }
    HEDDLE_INLINE bool any_lane(unsigned) const { return true; }
    HEDDLE_INLINE unsigned first() const { return 0; }
};

struct lanes_of_mask {
    unsigned mask;
    bool own;  // whether the asking lane is one of them

    HEDDLE_INLINE unsigned count(unsigned) const
    {
#if defined(__CUDA_ARCH__)
        return static_cast<unsigned>(__popc(mask));
#else
        unsigned bits = 0;
        for (unsigned rest = mask; rest != 0; rest &= rest - 1) ++bits;
        return bits;
#endif
    }
    HEDDLE_INLINE bool lane(unsigned) const { return own; }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return (mask >> l & 1u) != 0; }
    HEDDLE_INLINE unsigned first() const
    {
#if defined(__CUDA_ARCH__)
        return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
#else
        return ceil_log2(mask & (0u - mask));
#endif
    }
};

struct first_lanes {
    unsigned end;

    HEDDLE_INLINE static first_lanes of(std::size_t count, unsigned lane_count)
    {
        return {count < lane_count ? static_cast<unsigned>(count) : lane_count};
    }
    HEDDLE_INLINE unsigned count(unsigned) const { return end; }
    HEDDLE_INLINE bool lane(unsigned l) const { return l < end; }
    HEDDLE_INLINE bool any_lane(unsigned l) const { return l < end; }
    HEDDLE_INLINE unsigned first() const { return 0; }
};

//! Where a group's elements lie: each lane's by `first`, where lane 0's would lie if all lay side by side
//! with that one. So word e of a group, wherever its element is, is e words after its owner's `first`, and
//! elements lie side by side where all lanes have the same.
template <class Byte>
struct element_addresses {
    Byte* first;
    bool consecutive;
    bool whole_words =
        true;  // unless elements straddle words: each may be moved at once, once asked
    bool same_first = false;  // consecutive or not; known when compiled

    //! Another lane's `first` and Step bytes for each lane before it: with sizeof(Element) its element. Both
    //! halves are shuffled: an offset of 32 bits is one shuffle less for each word, and takes more
    //! instructions to be found, to be widened, and for those that it does not reach.
    HEDDLE_EXEC_CHECK_DISABLE
    template <std::size_t Step = 0, class Group>
    HEDDLE_INLINE Byte* of_lane(Group const& group, unsigned lane) const
    {
        if (same_first) return HEDDLE_BYTES_AFTER(first, lane * Step);
        return pointer_to_global<Byte>(shuffle(
            group, reinterpret_cast<std::uintptr_t>(first) + lane_rank(group) * Step, lane));
    }
};

//! Whether consecutive elements begin with whole words, or need not.
template <class Element, class Byte>
HEDDLE_INLINE bool words_are_whole(Byte* first)
{
    constexpr element_words p = words_of<Element>();
    return p.straddles() || p.alignment >= p.word_bytes || offset_in_word(first, p.word_bytes) == 0;
}

//! Asks whether the wanted elements begin with whole words, and leaves `consecutive` only to those that do.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Byte, class Lanes>
HEDDLE_INLINE bool are_in_whole_words(Group const& group, element_addresses<Byte>& places,
                                      Lanes const& wanted)
{
    constexpr plan p = plan_of<Element, lane_count_v<Group>>();
    if constexpr (!p.straddles() && p.alignment < p.word_bytes) {
        // A vote of all, not of those that are consecutive: so the compiler knows that both are of one mind.
        bool const idle = !wanted.lane(lane_rank(group));
        places.whole_words = group.all(idle || words_are_whole<Element>(places.first));
    }
    places.consecutive = places.consecutive && places.whole_words;
    return places.consecutive;
}

//! Whether they may be moved as rows of whole words, with nothing to ask on the way.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Group, class Byte, class Lanes>
HEDDLE_INLINE bool are_in_whole_rows(Group const& group, element_addresses<Byte>& places,
                                     Lanes const& wanted)
{
    constexpr unsigned lane_count = lane_count_v<Group>;
    are_in_whole_words<Element>(group, places, wanted);
    places.consecutive = places.consecutive && wanted.count(lane_count) == lane_count;
    return places.consecutive;
}

//! Whether lanes can be asked if they have the same number without a shuffle.
template <class Group>
HEDDLE_HOST_DEVICE constexpr bool can_match()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    return has_consecutive_lanes<Group>::value;
#else
    return false;
#endif
}

//! Whether all lanes have the same number.
//! Requires: can_match<Group>()
HEDDLE_EXEC_CHECK_DISABLE
template <class Group>
HEDDLE_INLINE bool all_match([[maybe_unused]] Group const& group,
                             [[maybe_unused]] std::uintptr_t number)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    int same;
    __match_all_sync(mask_of_group<Group>(), std::uint64_t{number}, &same);
    // Of a vote the compiler knows that all lanes have the same answer.
    return group.all(same != 0);
#else
    return false;
#endif
}

//! Elements that lie anywhere.
template <class Element>
struct indexed_at {
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Group, class Byte, class Lanes>
    HEDDLE_INLINE element_addresses<Byte> find(Group const& group, Byte* own,
                                               Lanes const& wanted) const
    {
        std::uintptr_t const first =
            reinterpret_cast<std::uintptr_t>(own) - lane_rank(group) * sizeof(Element);
        bool consecutive = wanted.count(lane_count_v<Group>) == lane_count_v<Group>;
        if constexpr (can_match<Group>()) {
            consecutive = consecutive && all_match(group, first);
        } else {
            consecutive = consecutive && group.all(first == shuffle(group, first, 0));
        }
        return {pointer_to_global<Byte>(first), consecutive};
    }
};

//! Elements that lie side by side, lane 0's first.
template <class Element>
struct contiguous_from {
    Element* first;

    template <class Group, class Byte, class Lanes>
    HEDDLE_INLINE element_addresses<Byte> find(Group const&, Byte*, Lanes const&) const
    {
        return {opaque(reinterpret_cast<Byte*>(first)), true, true, true};
    }
};

}  // namespace heddle::detail
