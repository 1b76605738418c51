// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Groups of active lanes, numbered by rank, with which divergent code cooperates.
#pragma once

#include "config.cuh"
#include "detail/group.cuh"
#include "detail/lanes.cuh"
#include "detail/plan/network.hpp"
#include "detail/standard_library.hpp"
#include "emulation/emulated_group.hpp"

namespace heddle {

//! A group of n = `LaneCount` lanes of a set of active lanes, numbered by rank in the set: the first group has ranks 0
//! … n - 1, the next n … 2n - 1, and so on. It takes part in all collectives, under any divergence and for any set:
//!     if (radius > 0) {
//!         heddle::active_group<8> const group(__activemask());
//!         if (group.is_full()) sum = heddle::reduce_to_all(group, mass, heddle::plus{});
//!     }
//! If n does not divide the number of lanes, the last group has fewer lanes. It is not full and can use no collective.
//! Group:    all lanes of `lanes`, in one call of the constructor; afterwards each group alone, naming its own lanes
//! Requires: `lanes` is the result of one instruction in all of these lanes, __activemask() or a vote. They need not be
//!           converged any more, but reach the constructor through one call site
//! Cost:     log2(32 / n) votes and 4 n instructions, none for n = 32. A shuffle takes two instructions more than in a
//!           whole warp, four more for n = 16
template <unsigned LaneCount>
class active_group {
    static_assert(detail::is_power_of_two(LaneCount) && LaneCount >= 2 && LaneCount <= 32,
                  "heddle: an active_group has 2, 4, 8, 16 or 32 lanes");

public:
#if !defined(__CUDA_ARCH__)
    using observes_accesses = void;
#endif

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

    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return LaneCount; }
    HEDDLE_HOST_DEVICE static constexpr unsigned size() { return LaneCount; }
    HEDDLE_INLINE unsigned thread_rank() const { return rank_; }

    //! Returns whether the group has all n lanes; the same in all of its lanes.
    HEDDLE_INLINE bool is_full() const { return is_full_; }
    //! Returns a mask of the group's lanes in the warp.
    HEDDLE_INLINE std::uint32_t mask() const { return members_; }
    //! Returns the lane of the warp with rank `rank` modulo n in the group.
    HEDDLE_INLINE unsigned lane_of(unsigned rank) const { return source_of(rank) % 32; }

    HEDDLE_INLINE void sync() const { detail::sync_lanes(partners_); }

    template <class Word>
    HEDDLE_INLINE Word shfl(Word value, unsigned rank) const
    {
        return detail::shuffle_of_lanes(partners_, value, source_of(rank));
    }
    template <class Word>
    HEDDLE_INLINE Word shfl_up(Word value, unsigned delta) const
    {
        return shfl(value, delta <= rank_ ? rank_ - delta : rank_);
    }
    template <class Word>
    HEDDLE_INLINE Word shfl_down(Word value, unsigned delta) const
    {
        return shfl(value, delta < LaneCount - rank_ ? rank_ + delta : rank_);
    }
    template <class Word>
    HEDDLE_INLINE Word shfl_xor(Word value, unsigned mask) const
    {
        return shfl(value, rank_ ^ mask);
    }

    //! Returns a bit for each rank: that lane's condition.
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
    HEDDLE_INLINE bool any(bool condition) const
    {
        return (members_ & detail::ballot_of_lanes(partners_, condition)) != 0;
    }
    HEDDLE_INLINE bool all(bool condition) const { return !any(!condition); }

#if !defined(__CUDA_ARCH__)
    void observe_access(bool stores, void const* address, unsigned bytes) const
    {
        detail::emulated_lane::current()->meet(partners_, stores ? detail::collective::store : detail::collective::load,
                                               reinterpret_cast<std::uintptr_t>(address), bytes);
    }
#endif

protected:
    std::uint32_t members_;
    std::uint32_t partners_;  // lanes that each instruction names

private:
    static constexpr bool has_table = LaneCount < 32;  // with 32 lanes, rank and lane are the same
    static constexpr unsigned table_words = LaneCount < 4 ? 1 : LaneCount / 4;

    //! Returns the lane with rank `rank` modulo n, in the lowest 5 bits: a shuffle reads no others.
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

    //! Sets byte r mod 4 of word r div 4 to the lane of rank r, if the group is full. Uses no reduction over the
    //! group's lanes, which ptxas would compile to a loop over the groups.
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

namespace detail {

//! All groups of a set together: each instruction names the whole set, so ptxas checks once, and without a match, that
//! all lanes are here. Lanes of the group that is not full get meaningless results.
//! Group:    all lanes of the set, up to the last instruction
template <unsigned LaneCount>
struct active_groups : active_group<LaneCount> {
    HEDDLE_INLINE explicit active_groups(std::uint32_t lanes) : active_group<LaneCount>(lanes)
    {
        this->partners_ = lanes;
    }
};

}  // namespace detail

}  // namespace heddle
