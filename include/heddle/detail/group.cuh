// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface that collectives require of a group, and full_warp, the whole warp as a group.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! The number of lanes of a group, or 0 if the number is not known at compile time.
template <class Group, class = void>
inline constexpr unsigned static_lane_count = 0;
template <class Group>
inline constexpr unsigned static_lane_count<Group, std::enable_if_t<(Group::num_threads() > 0)>> =
    static_cast<unsigned>(Group::num_threads());

template <class Group>
struct checked_lanes {
    static constexpr unsigned count = static_lane_count<Group>;
    static_assert(is_power_of_two(count) && count <= 32,
                  "heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; "
                  "make one with cooperative_groups::tiled_partition<32>(block)");
};

//! Well-formed only if Group is a group of threads. Constrains functions, so that argument-dependent lookup does not
//! choose them for other arguments.
template <class Group>
using enable_if_group = decltype(static_cast<void>(std::declval<Group const&>().thread_rank()));

//! True if an emulated warp counts the group's accesses: those of the lanes accessing_lanes().
template <class Group, class = void>
struct counts_accesses : std::false_type {
};
template <class Group>
struct counts_accesses<Group, std::void_t<decltype(std::declval<Group const&>().accessing_lanes())>> : std::true_type {
};

//! Fails to compile, with one clear message, if other lanes cannot move the bytes of an Element.
template <class Element>
HEDDLE_HOST_DEVICE constexpr void require_movable()
{
    using bare = std::remove_cv_t<Element>;
    if constexpr (has_heddle_fields_before_first_use<bare>) {
        static_assert(!std::is_polymorphic_v<bare>,
                      "heddle: HEDDLE_FIELDS must not name the fields of a class with virtual "
                      "functions, because the bytes that name those would be moved; use a struct "
                      "without them");
        static_assert(has_valid_fields<bare>());
    }
    constexpr bool is_copied = is_bitwise_copyable_v<Element> || has_heddle_fields_before_first_use<bare>;
    static_assert(!is_copied || std::is_trivially_destructible_v<Element>,
                  "heddle: the destructor of T must do nothing, because copies of its bytes are "
                  "not destroyed: leave out ~T(), or write ~T() = default");
    static_assert(is_copied,
                  "heddle: T must be trivially copyable, because its bytes are moved by other lanes; if "
                  "copying its bytes copies it, specialize heddle::is_bitwise_copyable<T> for T itself, not "
                  "only for its members: template <> struct heddle::is_bitwise_copyable<T> : std::true_type "
                  "{};");
    static_assert(!std::is_volatile_v<Element>,
                  "heddle: T must not be volatile: other lanes move its bytes, as wider words");
}

//! True if the group's n lanes are consecutive lanes of the warp, and the number of the first lane is a multiple of n.
//! A lane can then compute the group's mask from its own lane number. Holds for full_warp and for groups with
//! meta_group_rank(). For other groups, the rank takes one or two instructions more.
template <class Group, class = void>
struct has_consecutive_lanes : std::false_type {
};
template <class Group>
struct has_consecutive_lanes<Group, std::void_t<decltype(std::declval<Group const&>().meta_group_rank())>>
    : std::bool_constant<(static_lane_count<Group> != 0)> {
};

//! n, the number of lanes of a group. A group is a cooperative group or any type with static constexpr num_threads(),
//! and with thread_rank(), sync(), ballot(), all(), and shfl(), shfl_up(), shfl_down() and shfl_xor() for 32-bit words.
//! A group may also have meta_group_rank().
template <class Group>
inline constexpr unsigned lane_count_v = checked_lanes<Group>::count;

//! The whole warp as a group, in a block of any shape.
//! Requires: all 32 lanes take part in every call, except to thread_rank() and accessing_lanes()
struct full_warp {
    static constexpr std::uint32_t all_lanes = 0xffffffffu;
    std::uint32_t active = all_lanes;  //!< the lanes that take part in the group's accesses

    HEDDLE_HOST_DEVICE static constexpr unsigned num_threads() { return 32; }

    HEDDLE_INLINE unsigned thread_rank() const { return detail::own_lane(); }
    HEDDLE_INLINE void sync() const { detail::sync_lanes(all_lanes); }
    HEDDLE_INLINE std::uint32_t shfl(std::uint32_t value, unsigned lane) const
    {
        return detail::shuffle_of_lanes(all_lanes, value, lane);
    }
    HEDDLE_INLINE unsigned ballot(bool condition) const { return detail::ballot_of_lanes(all_lanes, condition); }
    HEDDLE_INLINE bool all(bool condition) const { return detail::all_of_lanes(all_lanes, condition); }

    HEDDLE_INLINE std::uint32_t accessing_lanes() const { return active; }
};

template <>
struct has_consecutive_lanes<full_warp> : std::true_type {
};

//! Returns a mask of the group's lanes.
//! Requires: has_consecutive_lanes<Group>
template <class Group>
HEDDLE_INLINE std::uint32_t mask_of_group()
{
    constexpr unsigned count = lane_count_v<Group>;
    constexpr std::uint32_t lanes = 0xffffffffu >> (32 - count);
    return count == 32 ? lanes : lanes << (detail::own_lane() & ~(count - 1));
}

//! True if an instruction compares numbers of the group's lanes (see match_all_lanes), without a shuffle.
template <class Group>
inline constexpr bool can_match = device_architecture >= 700 && has_consecutive_lanes<Group>::value;

//! Returns group.thread_rank(), but does not compute it from the block's shape if the lane number suffices.
template <class Group>
HEDDLE_INLINE unsigned lane_rank([[maybe_unused]] Group const& group)
{
    if constexpr (device_architecture != 0 && has_consecutive_lanes<Group>::value) {
        constexpr unsigned count = lane_count_v<Group>;
        return count == 32 ? detail::own_lane() : detail::own_lane() & (count - 1);
    } else {
        return group.thread_rank();
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
