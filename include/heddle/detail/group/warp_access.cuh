// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One lane's load or store, done by its warp together where the warp is converged.
#pragma once

#include "../../config.cuh"
#include "../../plan/plan.hpp"
#include "../standard_library.hpp"
#include "active_store.cuh"
#include "element_access.cuh"
#include "emulated_group.hpp"
#include "group.cuh"

namespace heddle::detail {

// A warp cooperates as a whole when all its 32 lanes are active at the access. The mask may be asked in
// no other way: if it is full, all 32 lanes have the same answer, take the same branch, and every
// shuffle there names all of them. So it stays right also where the compiler has moved code between
// the question and the branch. Of fewer lanes each loads for itself; stores are active_store.cuh's.

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Group>
HEDDLE_INLINE carried_t<Element> load_in_group(Stage const& stage, Group const& group,
                                               bool together, Element const* pointer)
{
    return load_elements<Element>(stage, group, together, pointer, indexed_at<Element>{},
                                  every_lane{}, zeros{});
}

HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Stage, class Group>
HEDDLE_INLINE void store_in_group(Stage const& stage, Group const& group, bool together,
                                  Element* pointer, Element const& value)
{
    store_elements<Element>(stage, group, together, pointer, indexed_at<Element>{}, every_lane{},
                            value);
}

#if defined(__CUDA_ARCH__)

//! Whether the warp is converged, if that matters.
template <class Stage, bool Matters>
__device__ __forceinline__ bool warp_is_converged()
{
    // Asking costs an instruction that the compiler cannot drop.
    if constexpr (!Matters || std::is_same_v<Stage, per_thread>) return false;
    return __activemask() == full_warp::all_lanes;
}

template <class Element, class Stage>
__device__ __forceinline__ carried_t<Element> load_in_warp(Stage const& stage,
                                                           Element const* pointer)
{
    bool const converged = warp_is_converged<Stage, plan_of<Element, 32>().loads_together()>();
    return load_in_group(stage, full_warp{}, converged, pointer);
}

template <class Element, class Stage>
__device__ __forceinline__ void store_in_warp(Stage const& stage, Element* pointer,
                                              Element const& value)
{
    if constexpr (plan_of<Element, 32>().cooperates() && cooperates_by<Stage>) {
        store_by_active(stage, full_warp{}, __activemask(), pointer, every_lane{}, value);
    } else {
        store_in_group(stage, full_warp{}, false, pointer, value);
    }
}

#else

//! Which lanes of its emulated warp are at the same access as this one.
//! Inlined into the user's code with all that leads here, and no last call of a function: so its
//! return address is that access's own. The empty asm keeps compilers from merging two of them.
inline __attribute__((always_inline)) std::uint32_t lanes_at_access(emulated_lane& lane)
{
    std::uint32_t mask = lane.converge();
    asm volatile("" : "+r"(mask));
    return mask;
}

template <class Element, class Stage>
HEDDLE_ALWAYS_INLINE carried_t<Element> load_in_warp(Stage const& stage, Element const* pointer)
{
    if (emulated_lane* const lane = emulated_lane::current()) {
        std::uint32_t const mask = lanes_at_access(*lane);
        if (mask == 0xffffffffu)
            return load_in_group(stage, emulated_group<32>(*lane), true, pointer);
        return load_in_group(per_thread{}, single_lane{mask}, false, pointer);
    }
    return as_carried(*pointer);
}

template <class Element, class Stage>
HEDDLE_ALWAYS_INLINE void store_in_warp(Stage const& stage, Element* pointer, Element const& value)
{
    if (emulated_lane* const lane = emulated_lane::current()) {
        std::uint32_t const mask = lanes_at_access(*lane);
        emulated_group<32> const warp(*lane);
        if constexpr (plan_of<Element, 32>().cooperates() && cooperates_by<Stage>) {
            return store_by_active(stage, warp, mask, pointer, every_lane{}, value);
        } else if (mask == 0xffffffffu) {
            return store_in_group(stage, warp, true, pointer, value);
        } else {
            return store_in_group(per_thread{}, single_lane{mask}, false, pointer, value);
        }
    }
    store_plainly(pointer, value);
}

#endif

}  // namespace heddle::detail
