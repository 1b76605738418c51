// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The facts by which a route is chosen, found when choose() asks for them.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../../plan/route.hpp"
#include "../standard_library.hpp"
#include "element_addresses.cuh"
#include "group.cuh"
#include "word_access.cuh"

namespace heddle::detail {

// What a group may use to move its elements: a warp_stage (staged_access.cuh), or
struct registers_only {};
struct whole_warps_only : registers_only {};  // and lanes of a diverged warp each their own element
struct per_thread {};                         // each lane its own element

template <class Stage>
inline constexpr bool cooperates_by = !std::is_same_v<Stage, per_thread>;
template <class Stage>
inline constexpr bool is_stage = cooperates_by<Stage> && !std::is_base_of_v<registers_only, Stage>;

//! The routes that need code where the group may use this.
template <class Stage>
HEDDLE_HOST_DEVICE constexpr route_set routes_of(plan const& p, access_kind kind)
{
    return heddle::routes_of(p, kind, cooperates_by<Stage>, is_stage<Stage>);
}

//! Has the functions of access_facts.
template <class Element, class Stage, class Group, class Byte, class Locate, class Lanes>
struct element_facts {
    Stage const& stage;
    Group const& group;
    bool converged;
    Byte* own;
    Locate const& locate;
    Lanes const& wanted;
    byte_range<Byte> range = range_of<Element>(own);  //!< what this lane may touch
    element_addresses<Byte> addresses{};  //!< known once it was asked if they are consecutive

    HEDDLE_INLINE unsigned wanting() const
    {
        if constexpr (!cooperates_by<Stage>) return 0;
        return converged ? wanted.count(lane_count_v<Group>) : 0;
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE bool consecutive()
    {
        if constexpr (cooperates_by<Stage>) {
            promise_convergence(group);
            addresses = locate.find(group, own, wanted);
            return addresses.consecutive;
        } else {
            return false;
        }
    }

    HEDDLE_INLINE bool in_shared_words()
    {
        constexpr plan p = plan_of<Element, lane_count_v<Group>>();
        bool const all = wanted.count(p.lane_count) == p.lane_count;
        if (all) range = range_of<Element>(addresses.first, p.lane_count);
        return all && range.is_whole(p.word_bytes);
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE bool staged()
    {
        if constexpr (is_stage<Stage>) {
            // Others count as elements that lie anywhere: that is one case less to compile.
            addresses.consecutive =
                are_in_whole_words<Element>(group, addresses, wanted) && stage.exists;
            return addresses.consecutive;
        } else {
            return false;
        }
    }

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE bool in_rows()
    {
        if constexpr (cooperates_by<Stage>) {
            return are_in_whole_rows<Element>(group, addresses, wanted);
        } else {
            return false;
        }
    }
};

}  // namespace heddle::detail
