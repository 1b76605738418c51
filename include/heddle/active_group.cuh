// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Groups of lanes that came to a place together, by rank: what divergent code cooperates with.
#pragma once

#include "config.cuh"
#include "detail/group.cuh"
#include "detail/lanes.cuh"
#include "detail/plan/network.hpp"
#include "detail/standard_library.hpp"
#include "emulation/emulated_group.hpp"

namespace heddle {

//! `LaneCount` lanes of a set of lanes, by rank: the group of ranks 0 … n - 1, of n … 2n - 1 and so on, where
//! lane l's rank is the number of the set's lanes before it. It takes part in load, store, shuffle, reduce and all
//! other collectives, under any divergence and for any set:
//!     if (radius > 0) {
//!         heddle::active_group<8> const group(__activemask());
//!         if (group.is_full()) sum = heddle::reduce_to_all(group, mass, heddle::plus{});
//!     }
//! The last group has fewer lanes where n does not divide the set's count. It is not full and takes part in
//! nothing.
//! Group:    all lanes of `lanes`, in one call; afterwards each group by itself: its lanes name their own mask
//!           in each instruction
//! Requires: `lanes` is what one instruction returned to all of them: __activemask(), or a vote. They need not be
//!           converged any more. They come to the constructor by one call site
//! Cost:     log2(32 / n) votes and 4 n instructions; nothing for n = 32. A shuffle takes two instructions more than
//!           that of a whole warp, four more for n = 16
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

    //! Whether the group has all its lanes; the same in all of them.
    HEDDLE_INLINE bool is_full() const { return is_full_; }
    //! A bit for each of the group's lanes.
    HEDDLE_INLINE std::uint32_t mask() const { return members_; }
    //! The lane of the warp that has a rank modulo n in the group.
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

    //! A bit for each rank of the group.
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
    //! Has one row access counted, as an emulated group does.
    void observe_access(bool stores, void const* address, unsigned bytes) const
    {
        detail::emulated_lane::current()->meet(
            partners_, stores ? detail::collective::store : detail::collective::load,
            reinterpret_cast<std::uintptr_t>(address), bytes);
    }
#endif

protected:
    std::uint32_t members_;
    std::uint32_t partners_;  // who takes part in each step: the members

private:
    static constexpr bool has_table = LaneCount < 32;  // of 32, rank and lane are the same
    static constexpr unsigned table_words = LaneCount < 4 ? 1 : LaneCount / 4;

    //! The lane of a rank modulo n in the lowest 5 bits, which are all that a shuffle reads. The bits above them
    //! have no meaning.
    HEDDLE_INLINE unsigned source_of(unsigned rank) const
    {
        unsigned const place = rank % LaneCount;
        if constexpr (!has_table) {
            return place;
        } else if constexpr (LaneCount == 16) {
            bool const upper = place >= 8;
            return detail::permute_bytes(upper ? table_[2] : table_[0],
                                         upper ? table_[3] : table_[1], place % 8);
        } else {
            return detail::permute_bytes(table_[0], table_[table_words - 1], place);
        }
    }

    //! Byte r mod 4 of word r div 4 becomes the lane of rank r, if the group is full. No reduction of the group's
    //! lanes: ptxas makes a loop of it that serves one group after the other.
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

//! All groups of a set at once: each step names the whole set, and lanes of the group that is not full take part, with
//! values that are of no use. ptxas sees one mask for all lanes, and asks once, not by a match, whether they are here.
//! Group:    all lanes of the set, until the last step
template <unsigned LaneCount>
struct active_groups : active_group<LaneCount> {
    HEDDLE_INLINE explicit active_groups(std::uint32_t lanes) : active_group<LaneCount>(lanes)
    {
        this->partners_ = lanes;
    }
};

}  // namespace detail

}  // namespace heddle
