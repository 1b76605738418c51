// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Traits of a policy and an element type: whether lanes load and store together, and the shared memory they use.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/policy.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! True if a type is a policy. is_policy<in_block<N>> also checks N.
template <class Policy, class = access_policy const>
inline constexpr bool is_policy = false;
template <class Policy>
inline constexpr bool is_policy<Policy, decltype(Policy::value)> = true;

//! loads_together, stores_together: true if the lanes of a converged warp load, or store, their elements together.
template <class Policy, class Element>
inline constexpr bool loads_together = Policy::value.cooperates&& detail::plan_of<Element, 32>.loads_together;
template <class Policy, class Element>
inline constexpr bool stores_together = Policy::value.cooperates&& detail::plan_of<Element, 32>.cooperates;

//! True if heddle accesses an element as plain code does, although the policy lets lanes cooperate. False while Element
//! is incomplete. (For HEDDLE_WARN_PLAIN.)
template <class Policy, class Element, class = void>
inline constexpr bool is_plain = false;
template <class Policy, class Element>
inline constexpr bool is_plain<Policy, Element, std::void_t<decltype(sizeof(Element))>> =
    Policy::value.cooperates && (!detail::plan_of<Element, 32>.moves_words ||
                                 (detail::plan_of<Element, 32>.word_count == 1 && sizeof(Element) == alignof(Element)));

//! Returns the stage of the calling lane's warp in shared memory, or no_scratch if the policy has none. (Atomic
//! operations are as fast without one.)
template <class Policy, class Element>
HEDDLE_INLINE auto scratch_of()
{
    constexpr unsigned threads = Policy::value.scratch_threads;
    if constexpr (threads == 0 || is_atomic_record<Element>) {
        return no_scratch{};
    } else {
        HEDDLE_SHARED block_scratch<Element, threads> scratch;
        return scratch.stage();
    }
}

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
