// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How the elements behind a coalesced_ptr are accessed: its second template argument, a type without state.
#pragma once

#include "config.cuh"
#include "detail/plan/plan.hpp"
#include "detail/standard_library.hpp"
#include "scratch.cuh"

namespace heddle {

namespace detail {

//! How the warp of a coalesced_ptr's lane accesses elements.
struct access_policy {
    bool cooperates;           //!< a converged warp moves its elements together
    bool cooperates_diverged;  //!< the active lanes of another one store together
    unsigned scratch_threads;  //!< threads of the block whose shared memory the warp uses; 0: none
};

}  // namespace detail

//! As plan_of<T>() says, in registers: needs nothing. The default.
struct by_plan {
    static constexpr detail::access_policy value = {true, true, 0};
};

//! As by_plan in accesses of all 32 lanes of a warp; in a diverged warp each lane accesses its own element. For kernels
//! that do not diverge around their stores: the code of by_plan for those takes up to 16 registers more. Copies of 72 to
//! 128 bytes within the L2 cache are up to 1.15 times as fast by whole_warps (benchmarks: l2_copy).
struct whole_warps {
    static constexpr detail::access_policy value = {true, false, 0};
};

//! Each lane by itself, as plain code does: where warps are never converged, or to compare.
struct lane_by_lane {
    static constexpr detail::access_policy value = {false, false, 0};
};

//! Through shared memory that the pointer declares itself, once for each kernel and element type.
//! Requires: blocks of no more than BlockThreads threads, of any shape; larger ones go through registers, and a
//! checked build traps
template <unsigned BlockThreads>
struct in_block {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024,
                  "heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in "
                  "coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>");
    static constexpr detail::access_policy value = {true, true, BlockThreads};
};

namespace detail {

//! Whether a type is a policy. Asking instantiates in_block, which checks its N.
template <class Policy, class = access_policy const>
inline constexpr bool is_policy = false;
template <class Policy>
inline constexpr bool is_policy<Policy, decltype(Policy::value)> = true;

//! Whether a converged warp loads, or stores, elements together.
template <class Policy, class Element>
inline constexpr bool loads_together =
    Policy::value.cooperates&& plan_of<Element, 32>().loads_together();
template <class Policy, class Element>
inline constexpr bool stores_together =
    Policy::value.cooperates&& plan_of<Element, 32>().cooperates();

//! Returns the shared memory of the calling lane's warp, or no_scratch.
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
