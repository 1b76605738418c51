// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How the elements behind a coalesced_ptr are accessed: its second template argument.
#pragma once

#include "config.cuh"
#include "detail/group/element_access.cuh"
#include "detail/standard_library.hpp"
#include "scratch.cuh"

namespace heddle {

//! As plan_of<T>() says, in registers: needs nothing. The default.
struct by_plan {
    template <class Element>
    HEDDLE_INLINE detail::registers_only stage() const
    {
        return {};
    }
};

//! As by_plan in accesses of all 32 lanes of a warp; in a diverged warp each lane accesses its own element. For kernels
//! that do not diverge around their stores: the code of by_plan for those takes up to 16 registers more. Copies of 72 to
//! 128 bytes within the L2 cache are up to 1.15 times as fast by whole_warps (benchmarks: l2_copy).
struct whole_warps {
    template <class Element>
    HEDDLE_INLINE detail::whole_warps_only stage() const
    {
        return {};
    }
};

//! Each lane by itself, as plain code does: where warps are never converged, or to compare.
struct lane_by_lane {
    template <class Element>
    HEDDLE_INLINE detail::per_thread stage() const
    {
        return {};
    }
};

//! Through shared memory that the pointer declares itself, once for each kernel and element type.
//! Requires: blocks of no more than BlockThreads threads, of any shape; larger ones go through registers, and a
//! checked build traps
template <unsigned BlockThreads>
struct in_block {
    static_assert(BlockThreads > 0 && BlockThreads <= 1024,
                  "heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in "
                  "coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>");

    template <class Element>
    HEDDLE_INLINE auto stage() const
    {
#if defined(__CUDA_ARCH__)
        __shared__ block_scratch<Element, BlockThreads> scratch;
        return scratch.stage();
#else
        static thread_local block_scratch<Element, BlockThreads> scratch;
        return scratch.stage();
#endif
    }
};

//! Through the warp_scratch or block_scratch that was passed to make_coalesced.
template <class Scratch>
class with_scratch {
    static_assert(detail::is_scratch<Scratch>::value,
                  "heddle: the Scratch of with_scratch<Scratch> is a warp_scratch or a "
                  "block_scratch; write make_coalesced(p, scratch), which names it");

public:
    with_scratch() = default;
    HEDDLE_INLINE explicit with_scratch(Scratch& scratch) : stage_(scratch.stage()) {}

    template <class Element>
    HEDDLE_INLINE auto stage() const
    {
        static_assert(
            std::is_same_v<typename Scratch::element_type, Element>,
            "heddle: the scratch must be for elements of the type that the pointer names");
        return stage_;
    }

private:
    decltype(std::declval<Scratch&>().stage()) stage_;
};

namespace detail {

template <class Policy>
inline constexpr bool is_policy = false;
template <>
inline constexpr bool is_policy<by_plan> = true;
template <>
inline constexpr bool is_policy<whole_warps> = true;
template <>
inline constexpr bool is_policy<lane_by_lane> = true;
template <unsigned BlockThreads>
inline constexpr bool is_policy<in_block<BlockThreads>> = true;
template <class Scratch>
inline constexpr bool is_policy<with_scratch<Scratch>> = true;

//! The Policy of a coalesced_ptr<T, Policy>, which derives from it: so this speaks before all that would
//! follow of a wrong argument. T may be incomplete.
template <class T, class Policy>
struct policy_of_pointer {
    static_assert(
        std::is_object_v<T> && !std::is_array_v<T>,
        "heddle: the T of coalesced_ptr<T> is a struct or a number: not a reference, not void, no "
        "function, and no array (put it into a struct, or point to its first number)");
    static_assert(
        is_policy<Policy>,
        "heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, "
        "whole_warps, lane_by_lane, or left out; for a warp_scratch or block_scratch write "
        "make_coalesced(p, scratch)");
    using type = Policy;
};

}  // namespace detail

}  // namespace heddle
