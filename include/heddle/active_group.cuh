// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// active_group: divides the active lanes of a warp into groups, so that divergent code can use collectives.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! A group of n = `LaneCount` lanes from a set of active lanes. Lanes are ranked by lane number: ranks 0 … n - 1 form
//! the first group, ranks n … 2n - 1 the second, and so on. A group can call every collective, even in a diverged
//! warp:
//!     if (radius > 0) {
//!         heddle::active_group<8> const group(__activemask());
//!         if (group.is_full()) sum = heddle::reduce_to_all(group, mass, heddle::plus{});
//!     }
//! If n does not divide the number of lanes, the last group has fewer than n lanes. This group is not full, and must
//! not call collectives.
//! Group:    all lanes of `lanes` call the constructor together; afterwards each group works on its own
//! Requires: all lanes of `lanes` got this mask from the same instruction: __activemask() or a vote. The lanes need not
//!           be converged any more, but must call the constructor at the same place in the code
//! Cost:     if n < 32, the constructor takes log2(32 / n) votes and 4 n instructions, and each shuffle takes two more
//!           instructions than in a whole warp (four more if n = 16)
template <unsigned LaneCount>
class active_group {
    static_assert(detail::is_power_of_two(LaneCount) && LaneCount >= 2 && LaneCount <= 32,
                  "heddle: an active_group has 2, 4, 8, 16 or 32 lanes");

public:
    //! Makes the group of the calling lane. `lanes` is the mask of the active lanes.
    HEDDLE_INLINE explicit active_group(std::uint32_t lanes) : members_(lanes)
    {
        HEDDLE_EXPECTS((lanes >> detail::own_lane() & 1u) != 0,
                       "active_group: the lane that makes it must be one of its lanes");
        unsigned const rank = detail::rank_in(lanes);
        unsigned const number = rank / LaneCount;
        rank_ = rank % LaneCount;
        HEDDLE_UNROLL
        for (unsigned bit = 1; bit < 32 / LaneCount; bit *= 2) {
            bool const is_set = (number & bit) != 0;
            std::uint32_t const those = detail::ballot_of_lanes(lanes, is_set);
            members_ &= is_set ? those : ~those;
        }
        is_full_ = (number + 1) * LaneCount <= detail::count_of_lanes(lanes);
        partners_ = members_;
        if constexpr (has_table) fill_table();
    }

    //! Returns n, the number of lanes of a full group.
    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return LaneCount; }
    //! Returns n, the number of lanes of a full group.
    HEDDLE_HOST_DEVICE static constexpr unsigned size() { return LaneCount; }
    //! Returns the rank of the calling lane in its group.
    HEDDLE_INLINE unsigned thread_rank() const { return rank_; }

    //! Returns whether the group has n lanes. All its lanes get the same answer.
    HEDDLE_INLINE bool is_full() const { return is_full_; }
    //! Returns a mask of the group's lanes in the warp.
    HEDDLE_INLINE std::uint32_t mask() const { return members_; }
    //! Returns the lane number, within the warp, of the group's lane `rank % n`.
    HEDDLE_INLINE unsigned lane_of(unsigned rank) const { return source_of(rank) % 32; }

    //! Synchronizes the lanes of the group, and orders their memory accesses, as __syncwarp does.
    HEDDLE_INLINE void sync() const { detail::sync_lanes(partners_); }

    //! Returns the value of the lane with rank `rank % n`.
    template <class Word>
    HEDDLE_INLINE Word shfl(Word value, unsigned rank) const
    {
        return detail::shuffle_of_lanes(partners_, value, source_of(rank));
    }
    //! Returns the value of the lane whose rank is smaller by delta, or the caller's own value if no such lane exists.
    template <class Word>
    HEDDLE_INLINE Word shfl_up(Word value, unsigned delta) const
    {
        return shfl(value, delta <= rank_ ? rank_ - delta : rank_);
    }
    //! Returns the value of the lane whose rank is greater by delta, or the caller's own value if no such lane exists.
    template <class Word>
    HEDDLE_INLINE Word shfl_down(Word value, unsigned delta) const
    {
        return shfl(value, delta < LaneCount - rank_ ? rank_ + delta : rank_);
    }
    //! Returns the value of the lane with rank `thread_rank() ^ mask`.
    template <class Word>
    HEDDLE_INLINE Word shfl_xor(Word value, unsigned mask) const
    {
        return shfl(value, rank_ ^ mask);
    }

    //! Returns a mask in which bit r is the condition of the lane with rank r.
    HEDDLE_INLINE unsigned ballot(bool condition) const
    {
        std::uint32_t const lanes = members_ & detail::ballot_of_lanes(partners_, condition);
        if constexpr (!has_table) return lanes;
        unsigned ranks = 0;
        HEDDLE_UNROLL
        for (unsigned rank = 0; rank < LaneCount; ++rank) {
            ranks |= (lanes >> lane_of(rank) & 1u) << rank;
        }
        return ranks;
    }
    //! Returns whether the condition holds in any lane of the group.
    HEDDLE_INLINE bool any(bool condition) const
    {
        return (members_ & detail::ballot_of_lanes(partners_, condition)) != 0;
    }
    //! Returns whether the condition holds in all lanes of the group.
    HEDDLE_INLINE bool all(bool condition) const { return !any(!condition); }

    //! Used by heddle: the lanes of the warp that take part in the group's accesses.
    HEDDLE_INLINE std::uint32_t accessing_lanes() const { return partners_; }

protected:
    //! Used by heddle: the lanes of the group.
    std::uint32_t members_;
    //! Used by heddle: the lanes in the mask operand of each shuffle, vote and barrier.
    std::uint32_t partners_;

private:
    static constexpr bool has_table = LaneCount < 32;  // with 32 lanes, rank and lane are the same
    static constexpr unsigned table_words = LaneCount < 4 ? 1 : LaneCount / 4;

    //! Returns, in the lowest 5 bits, the number of the lane with rank `rank % n`. A shuffle reads only these bits.
    HEDDLE_INLINE unsigned source_of(unsigned rank) const
    {
        unsigned const place = rank % LaneCount;
        if constexpr (!has_table) {
            return place;
        } else if constexpr (LaneCount == 16) {
            bool const upper = place >= 8;
            return detail::permute_bytes(upper ? table_[2] : table_[0], upper ? table_[3] : table_[1], place % 8);
        } else {
            return detail::permute_bytes(table_[0], table_[table_words - 1], place);
        }
    }

    //! If the group is full, stores the lane number of rank r in byte r % 4 of table_[r / 4]. Uses no reductions over
    //! the group's lanes, because ptxas 13.0 would compile them to a loop over the groups.
    HEDDLE_INLINE void fill_table()
    {
        std::uint32_t rest = members_;
        HEDDLE_UNROLL
        for (unsigned taken = 0; taken < LaneCount; ++taken) {
            unsigned const rank = LaneCount - 1 - taken;
            unsigned const lane = detail::highest_lane(rest);
            rest &= ~(1u << lane);
            table_[rank / 4] = table_[rank / 4] << 8 | lane;
        }
    }

    unsigned rank_;
    bool is_full_;
    std::uint32_t table_[table_words] = {};
};

}  // namespace types

using types::active_group;

namespace detail {

//! An active_group whose shuffles, votes and barriers name all lanes of the set, not only the lanes of one group. With
//! this mask, ptxas 13.0 tests only once, without a match instruction, whether all lanes are present. Lanes of a group
//! that is not full get meaningless results.
//! Group:    all lanes of the set take part in every call
template <unsigned LaneCount>
struct set_wide_group : active_group<LaneCount> {
    HEDDLE_INLINE explicit set_wide_group(std::uint32_t lanes) : active_group<LaneCount>(lanes)
    {
        this->partners_ = lanes;
    }
};

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
