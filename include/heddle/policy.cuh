// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 5: how the elements behind a coalesced_ptr are accessed: its second template argument.
#pragma once

#include "config.cuh"
#include "element_access.cuh"
#include "scratch.cuh"

#include <type_traits>
#include <utility>

namespace heddle {

//! As plan_of<T>() says, in registers: needs nothing. The default.
struct by_plan {
    template <class Element>
    HEDDLE_INLINE detail::by_shuffles way() const
    {
        return {};
    }
};

//! Each lane by itself, as plain code does: where warps are never converged, or to compare.
struct lane_by_lane {
    template <class Element>
    HEDDLE_INLINE detail::alone way() const
    {
        return {};
    }
};

//! Through shared memory that the pointer declares itself, once for each kernel and element type.
//! Requires: blocks of no more than BlockThreads threads, of any shape; larger ones go through registers, and a
//! checked build traps
template <unsigned BlockThreads>
struct in_block {
    template <class Element>
    HEDDLE_INLINE auto way() const
    {
#if defined(__CUDA_ARCH__)
        __shared__ block_scratch<Element, BlockThreads> scratch;
        return scratch.way();
#else
        static thread_local block_scratch<Element, BlockThreads> scratch;
        return scratch.way();
#endif
    }
};

//! Through the warp_scratch or block_scratch that was passed to make_coalesced.
template <class Scratch>
class with_scratch {
public:
    with_scratch() = default;
    HEDDLE_INLINE explicit with_scratch(Scratch& scratch) : way_(scratch.way()) {}

    template <class Element>
    HEDDLE_INLINE auto way() const
    {
        static_assert(
            std::is_same_v<typename Scratch::element_type, Element>,
            "heddle: the scratch must be for elements of the type that the pointer names");
        return way_;
    }

private:
    decltype(std::declval<Scratch&>().way()) way_;
};

}  // namespace heddle
