// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A group on the host with the interface of a cooperative group. This header needs no library. emulation.hpp runs the
// lanes, and needs Boost.Context.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>

#if !defined(__CUDACC_RTC__)

#    include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

enum class collective { sync, shuffle, ballot };

//! One lane's view of its emulated warp of up to 32 lanes.
class emulated_lane {
public:
    //! Returns the lane's rank in its warp, 0 … 31.
    virtual unsigned rank() const = 0;

    //! Waits until all lanes of the mask `lanes` take part in the same collective, and returns this lane's result: for
    //! a shuffle, the value passed by lane `argument`; for a ballot, a mask of the lanes whose value is not 0.
    //! Throws: emulation_error if the lanes take part in different collectives
    virtual std::uint64_t meet(std::uint32_t lanes, collective what, std::uint64_t value, unsigned argument) = 0;

    //! Returns the mask of the lanes that have reached this call through the same function calls. This is the active
    //! mask of a GPU that runs the two sides of a branch one after the other.
    virtual std::uint32_t converge() = 0;

    //! Counts an access of this lane to `bytes` bytes, without waiting for other lanes. Accesses of the lanes of the mask
    //! `lanes` are one instruction if each is the lane's n-th of this kind and width since the last collective. If the
    //! lane accesses no memory in the instruction, the address is null.
    virtual void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) = 0;

    //! Returns the lane that is running on this thread; null outside an emulated warp.
    static emulated_lane*& current()
    {
        static thread_local emulated_lane* lane = nullptr;
        return lane;
    }

protected:
    ~emulated_lane() = default;
};

}  // namespace detail

namespace types {

//! A group of `LaneCount` consecutive lanes of an emulated warp.
template <unsigned LaneCount>
class emulated_group {
public:
    //! The mask of all lanes of a group.
    static constexpr std::uint32_t all_lanes = 0xffffffffu >> (32 - LaneCount);

    //! active: the mask of the lanes that take part in the group's accesses
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_HOST_DEVICE explicit emulated_group(detail::emulated_lane& lane, std::uint32_t active = all_lanes)
        : lane_(&lane), first_(lane.rank() / LaneCount * LaneCount), active_(active)
    {
    }

    //! Returns the number of lanes of the group.
    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return LaneCount; }
    //! Returns the number of lanes of the group.
    HEDDLE_HOST_DEVICE static constexpr unsigned size() { return LaneCount; }
    //! Returns the rank of the calling lane in its group.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_HOST_DEVICE unsigned thread_rank() const { return lane_->rank() - first_; }
    //! Returns the number of the group in its warp.
    HEDDLE_HOST_DEVICE unsigned meta_group_rank() const { return first_ / LaneCount; }
    //! Returns the number of groups in a warp.
    HEDDLE_HOST_DEVICE unsigned meta_group_size() const { return 32 / LaneCount; }

    //! Waits until all lanes of the group call sync().
    HEDDLE_HOST_DEVICE void sync() const { meet(all_lanes, detail::collective::sync, 0, 0); }

    //! Returns the value of the lane with rank `lane % LaneCount`.
    template <class Word>
    HEDDLE_HOST_DEVICE Word shfl(Word value, unsigned lane) const
    {
        static_assert(sizeof(Word) <= sizeof(std::uint64_t));
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(Word));
        bits = meet(all_lanes, detail::collective::shuffle, bits, first_ + lane % LaneCount);
        std::memcpy(&value, &bits, sizeof(Word));
        return value;
    }
    //! Returns the value of the lane whose rank is smaller by delta, or the caller's own value if no such lane exists.
    template <class Word>
    HEDDLE_HOST_DEVICE Word shfl_up(Word value, unsigned delta) const
    {
        return shfl(value, delta <= thread_rank() ? thread_rank() - delta : thread_rank());
    }
    //! Returns the value of the lane whose rank is greater by delta, or the caller's own value if no such lane exists.
    template <class Word>
    HEDDLE_HOST_DEVICE Word shfl_down(Word value, unsigned delta) const
    {
        bool const exists = delta < LaneCount - thread_rank();
        return shfl(value, exists ? thread_rank() + delta : thread_rank());
    }
    //! Returns the value of the lane with rank `thread_rank() ^ mask`.
    template <class Word>
    HEDDLE_HOST_DEVICE Word shfl_xor(Word value, unsigned mask) const
    {
        return shfl(value, thread_rank() ^ mask);
    }

    //! Returns a mask in which bit r is the condition of the lane with rank r.
    HEDDLE_HOST_DEVICE unsigned ballot(bool condition) const
    {
        return static_cast<unsigned>(meet(all_lanes, detail::collective::ballot, condition, 0) >> first_);
    }
    //! Returns whether the condition holds in any lane.
    HEDDLE_HOST_DEVICE bool any(bool condition) const { return ballot(condition) != 0; }
    //! Returns whether the condition holds in all lanes.
    HEDDLE_HOST_DEVICE bool all(bool condition) const { return ballot(!condition) == 0; }

    //! Used by heddle: the lanes of the warp that take part in the group's accesses.
    HEDDLE_HOST_DEVICE std::uint32_t accessing_lanes() const { return active_ << first_; }

private:
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_HOST_DEVICE std::uint64_t meet(std::uint32_t lanes, detail::collective what, std::uint64_t value,
                                          unsigned argument) const
    {
        return lane_->meet(lanes << first_, what, value, argument);
    }

    detail::emulated_lane* lane_;
    unsigned first_;
    std::uint32_t active_;
};

}  // namespace types

using types::emulated_group;

}  // namespace heddle

#    include <heddle/detail/restore_macros.hpp>

#endif
