// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface that collectives require of a group, and the full warp as a group.
#pragma once

#include "../bitwise_copyable.cuh"
#include "../config.cuh"
#include "plan/network.hpp"
#include "standard_library.hpp"

namespace heddle {

namespace detail {

//! The number of lanes of a group if it is known at compile time, else 0.
template <class Group, class = void>
inline constexpr unsigned static_lane_count = 0;
template <class Group>
inline constexpr unsigned static_lane_count<Group, std::enable_if_t<(Group::num_threads() > 0)>> =
    static_cast<unsigned>(Group::num_threads());

template <class Group>
HEDDLE_HOST_DEVICE constexpr unsigned checked_lane_count()
{
    constexpr unsigned count = static_lane_count<Group>;
    static_assert(is_power_of_two(count) && count <= 32,
                  "heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; "
                  "make one with cooperative_groups::tiled_partition<32>(block)");
    return count;
}

//! Accepts groups of threads only. Constrains functions whose names argument-dependent lookup also finds elsewhere.
template <class Group>
using enable_if_group = decltype(static_cast<void>(std::declval<Group const&>().thread_rank()));

//! True if a group is told of each row access before it happens, as the emulated group is.
template <class Group, class = void>
struct observes_accesses : std::false_type {
};
template <class Group>
struct observes_accesses<Group, std::void_t<typename Group::observes_accesses>> : std::true_type {
};

//! Refuses a T that other lanes cannot move, by one message instead of pages.
template <class Element>
HEDDLE_HOST_DEVICE constexpr void require_movable()
{
    using bare = std::remove_cv_t<Element>;
    if constexpr (has_named_fields<bare>) {
        static_assert(!std::is_polymorphic_v<bare>,
                      "heddle: HEDDLE_FIELDS must not name the fields of a class with virtual "
                      "functions, because the bytes that name those would be moved; use a struct "
                      "without them");
        static_assert(has_valid_fields<bare>());
    }
    constexpr bool is_copied = is_bitwise_copyable_v<Element> || has_named_fields<bare>;
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

//! True if the lanes are n consecutive ones of the warp, the first a multiple of n, so that their mask follows from the
//! lane's number: the full warp, and groups with meta_group_rank(). Other groups take an instruction or two more.
template <class Group, class = void>
struct has_consecutive_lanes : std::false_type {
};
template <class Group>
struct has_consecutive_lanes<Group, std::void_t<decltype(std::declval<Group const&>().meta_group_rank())>>
    : std::bool_constant<(static_lane_count<Group> != 0)> {
};

//! n, the number of lanes of a cooperative group, or of any type with static constexpr num_threads(), thread_rank(),
//! sync(), ballot, all, and shfl, shfl_up, shfl_down and shfl_xor of 32-bit words; optionally meta_group_rank().
template <class Group>
inline constexpr unsigned lane_count_v = checked_lane_count<Group>();

#if defined(__CUDACC__)

__device__ __forceinline__ unsigned lane_in_warp()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

//! The whole warp as a group, whatever the block's shape.
//! Requires: all 32 lanes take part.
struct full_warp {
    static constexpr unsigned all_lanes = 0xffffffffu;

    __host__ __device__ static constexpr unsigned num_threads() { return 32; }

    __device__ __forceinline__ unsigned thread_rank() const { return lane_in_warp(); }
    __device__ __forceinline__ void sync() const { __syncwarp(); }
    __device__ __forceinline__ std::uint32_t shfl(std::uint32_t value, unsigned lane) const
    {
        return __shfl_sync(all_lanes, value, static_cast<int>(lane));
    }
    __device__ __forceinline__ unsigned ballot(bool condition) const { return __ballot_sync(all_lanes, condition); }
    __device__ __forceinline__ bool all(bool condition) const { return __all_sync(all_lanes, condition); }
};

template <>
struct has_consecutive_lanes<full_warp> : std::true_type {
};

//! Requires: has_consecutive_lanes<Group>
template <class Group>
__device__ __forceinline__ unsigned mask_of_group()
{
    constexpr unsigned count = lane_count_v<Group>;
    constexpr unsigned lanes = 0xffffffffu >> (32 - count);
    return count == 32 ? lanes : lanes << (lane_in_warp() & ~(count - 1));
}

#endif

//! Promises ptxas that all lanes of the warp are here, if the group is the whole warp: an `.aligned` instruction says
//! so, and ptxas drops it because nothing uses its result. In code that only some lanes may reach, ptxas otherwise
//! emits every shuffle and vote twice, the second time after a barrier for diverged warps.
//! Group:    all lanes of the group, converged
template <class Group>
HEDDLE_INLINE void promise_convergence([[maybe_unused]] Group const& group)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
    if constexpr (lane_count_v<Group> == 32) {
        asm volatile("{ .reg .b32 x; movmatrix.sync.aligned.m8n8.trans.b16 x, %0; }" ::"r"(0));
    }
#endif
}

//! Returns thread_rank(), without computing the block's shape where it does not matter.
template <class Group>
HEDDLE_INLINE unsigned lane_rank(Group const& group)
{
#if defined(__CUDA_ARCH__)
    if constexpr (has_consecutive_lanes<Group>::value) {
        constexpr unsigned count = lane_count_v<Group>;
        return count == 32 ? lane_in_warp() : lane_in_warp() & (count - 1);
    }
#endif
    return group.thread_rank();
}

//! Returns the position of a mask's highest bit; unspecified if the mask is 0.
HEDDLE_INLINE unsigned highest_lane(unsigned mask)
{
#if defined(__CUDA_ARCH__)
    return 31 - static_cast<unsigned>(__clz(static_cast<int>(mask)));
#else
    return 31 - static_cast<unsigned>(__builtin_clz(mask | 1));
#endif
}

}  // namespace detail

}  // namespace heddle
