// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Access policies: the second template argument of a coalesced_ptr, a type without state.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

struct access_policy {
    bool cooperates;           //!< the lanes of a converged warp move their elements together
    bool cooperates_diverged;  //!< the active lanes of a diverged warp store their elements together
    unsigned scratch_threads;  //!< the BlockThreads of in_block, 0 for other policies
};

}  // namespace detail

namespace types {

//! The default: lanes cooperate as plan_of<T>() says, and transpose in registers.
struct by_plan {
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, true, 0};
};

//! As by_plan if all 32 lanes are active. In a diverged warp, each lane accesses its own element. Use this policy in
//! kernels that do not diverge around their stores. It leaves out the code for diverged stores, which takes up to 16
//! registers. Copies of elements of 72 to 128 bytes within the L2 cache are up to 1.15 times as fast as with by_plan
//! (benchmarks: l2_copy).
struct whole_warps {
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, false, 0};
};

//! Each lane accesses its own element, as plain code does. Use it in warps that never converge, or for comparison.
struct lane_by_lane {
    //! Used by heddle.
    static constexpr detail::access_policy value = {false, false, 0};
};

//! As by_plan, but transposes through shared memory, which the pointer declares once for each kernel and element type.
//! Requires: a block, of any shape, has at most BlockThreads threads. Larger blocks use registers; checked builds trap
template <unsigned BlockThreads>
struct in_block {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024,
                  "heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in "
                  "coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>");
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, true, BlockThreads};
};

}  // namespace types

using types::by_plan;
using types::in_block;
using types::lane_by_lane;
using types::whole_warps;

namespace detail {

//! True if a type is a policy. is_policy<in_block<N>> also checks N.
template <class Policy, class = access_policy const>
inline constexpr bool is_policy = false;
template <class Policy>
inline constexpr bool is_policy<Policy, decltype(Policy::value)> = true;

//! loads_together, stores_together: true if the lanes of a converged warp load, or store, their elements together.
template <class Policy, class Element>
inline constexpr bool loads_together = Policy::value.cooperates&& plan_of<Element, 32>().loads_together();
template <class Policy, class Element>
inline constexpr bool stores_together = Policy::value.cooperates&& plan_of<Element, 32>().cooperates();

//! True if heddle accesses an element as plain code does, although the policy lets lanes cooperate. False while Element
//! is incomplete. (For HEDDLE_WARN_PLAIN.)
template <class Policy, class Element, class = void>
inline constexpr bool is_plain = false;
template <class Policy, class Element>
inline constexpr bool is_plain<Policy, Element, std::void_t<decltype(sizeof(Element))>> =
    Policy::value.cooperates && (!plan_of<Element, 32>().moves_words() ||
                                 (plan_of<Element, 32>().word_count == 1 && sizeof(Element) == alignof(Element)));

//! Returns the stage of the calling lane's warp in shared memory, or no_scratch if the policy has none.
template <class Policy, class Element>
HEDDLE_INLINE auto scratch_of()
{
    constexpr unsigned threads = Policy::value.scratch_threads;
    if constexpr (threads == 0) {
        return no_scratch{};
    } else {
#if defined(__CUDA_ARCH__)
        __shared__ block_scratch<Element, threads> scratch;
#else
        static thread_local block_scratch<Element, threads> scratch;
#endif
        return scratch.stage();
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
