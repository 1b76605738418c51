// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Access policies: the second template argument of a coalesced_ptr, a type without state.
#pragma once

#include <heddle/config.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! The threads for which an atomic operation is atomic: those of the device, or also those of the host and of other
//! devices.
enum class memory_scope { device, system };

struct access_policy {
    bool cooperates;                           //!< the lanes of a converged warp move their elements together
    bool cooperates_diverged;                  //!< the active lanes of a diverged warp store their elements together
    unsigned scratch_threads;                  //!< the BlockThreads of in_block, 0 for other policies
    memory_scope scope{memory_scope::device};  //!< of atomic operations
};

}  // namespace detail

namespace types {

//! The default: lanes cooperate as plan_of<T>() says, and transpose in registers.
struct by_plan {
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, true, 0};
};

//! Lanes cooperate as with by_plan if all 32 are active. In a diverged warp, each lane accesses its own element. Use
//! this policy in kernels that do not diverge around their stores, because it leaves out the code for diverged stores,
//! which takes up to 16 registers. Copies of elements of 72 to 128 bytes within the L2 cache are up to 1.15 times as
//! fast as with by_plan (benchmarks: l2_copy).
struct whole_warps {
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, false, 0};
};

//! Lanes cooperate as with by_plan. Atomic operations through the pointer are atomic for the threads of the host and of
//! other devices, too.
struct system_scope {
    //! Used by heddle.
    static constexpr detail::access_policy value = {true, true, 0, detail::memory_scope::system};
};

//! Each lane accesses its own element, as plain code does. Use it in warps that never converge, or for comparison.
struct lane_by_lane {
    //! Used by heddle.
    static constexpr detail::access_policy value = {false, false, 0};
};

//! Lanes cooperate as with by_plan, and transpose through shared memory, which the pointer declares once for each
//! kernel and element type.
//! Requires: a block, of any shape, has at most BlockThreads threads. Larger blocks use registers, and trap in checked
//!           builds
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
using types::system_scope;
using types::whole_warps;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
