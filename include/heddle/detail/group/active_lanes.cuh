// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a warp that came to a call together, asked once for all that the call does.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "active_store.cuh"
#include "element_access.cuh"
#include "element_addresses.cuh"
#include "emulated_group.hpp"
#include "group.cuh"
#include "warp_access.cuh"

namespace heddle::detail {

// Why what was asked at the beginning of a call holds to its end, whatever user code runs between: each
// lane that one instruction gave a mask has the same mask, so it takes the same branches on it, and each
// barrier, vote and shuffle of the call names all of these lanes. None of them leaves the call before the
// last: user code can return only into the call. Lanes that another instruction gave a mask, or the same at
// another time, have another call. And lanes cannot wait for each other in a circle: what a lane still has
// to meet is a stack of calls, each of which began for all its lanes at one moment.

//! Element:  what the call loads and stores, by the way that the pointer's Policy says
template <class Element, class Policy>
class active_lanes {
    using stage = std::decay_t<decltype(std::declval<Policy const&>().template stage<Element>())>;

public:
    //! Asks who is here, unless no access has a whole warp cooperate.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE explicit active_lanes(Policy const& policy)
        : stage_(policy.template stage<Element>())
    {
#if defined(__CUDA_ARCH__)
        if constexpr (asks) mask_ = __activemask();
#else
        if (lane_ != nullptr) mask_ = lanes_at_access(*lane_);
#endif
    }

    //! The lanes that want their element.
    HEDDLE_INLINE every_lane wanting(std::true_type) const { return {}; }
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE lanes_of_mask wanting(bool wanted) const
    {
        return {converged() ? warp().ballot(wanted) : 0, wanted};
    }

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Lanes>
    HEDDLE_INLINE carried_t<Element> load(Element const* pointer, Lanes const& wanted) const
    {
#if !defined(__CUDA_ARCH__)
        if (lane_ == nullptr)
            return wanted.lane(0) ? as_carried(*pointer) : indeterminate{}.get<Element>();
        if (!converged()) return load_in(per_thread{}, single_lane{mask_}, false, pointer, wanted);
#endif
        return load_in(stage_, warp(), converged(), pointer, wanted);
    }

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Lanes>
    HEDDLE_INLINE void store(Element* pointer, Lanes const& wanted, Element const& value) const
    {
#if !defined(__CUDA_ARCH__)
        if (lane_ == nullptr) {
            if (wanted.lane(0)) store_plainly(pointer, value);
            return;
        }
#endif
        if constexpr (asks) {
            store_by_active(stage_, warp(), mask_, pointer, wanted, value);
        } else {
            store_alone(pointer, wanted, value);
        }
    }

    //! Waits for all of the lanes.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void meet() const
    {
#if defined(__CUDA_ARCH__)
        if constexpr (asks) __syncwarp(mask_);
#else
        if (lane_ != nullptr) lane_->meet(mask_, collective::sync, 0, 0);
#endif
    }

private:
    static constexpr bool asks =
        plan_of<Element, 32>().cooperates() && !std::is_same_v<stage, per_thread>;
    static constexpr std::uint32_t whole_warp = 0xffffffffu;

    HEDDLE_INLINE bool converged() const { return mask_ == whole_warp; }

#if defined(__CUDA_ARCH__)
    __device__ __forceinline__ static full_warp warp() { return {}; }
#else
    emulated_group<32> warp() const { return emulated_group<32>(*lane_); }
    emulated_lane* lane_ = emulated_lane::current();
#endif

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Stage, class Group, class Lanes>
    HEDDLE_INLINE static carried_t<Element> load_in(Stage const& stage, Group const& group,
                                                    bool together, Element const* pointer,
                                                    Lanes const& wanted)
    {
        return load_elements<Element>(stage, group, together, pointer, indexed_at<Element>{},
                                      wanted, indeterminate{});
    }
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Lanes>
    HEDDLE_INLINE void store_alone(Element* pointer, Lanes const& wanted,
                                   Element const& value) const
    {
#if defined(__CUDA_ARCH__)
        full_warp const group{};
#else
        single_lane const group{mask_};
#endif
        store_elements<Element>(per_thread{}, group, false, pointer, indexed_at<Element>{}, wanted,
                                value);
    }

    stage stage_;
    std::uint32_t mask_ = 0;
};

}  // namespace heddle::detail
