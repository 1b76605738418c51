// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selections that return the number of selected elements to the host.
#pragma once

#include <heddle/thrust/detail/two_phase.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail::in_thrust {

//! Runs a selection from `count` elements, and returns the number of selected elements. run(temporary, bytes, stream,
//! selected) must write this number to *selected.
template <class Policy, class Run>
std::ptrdiff_t selected_by(Policy& policy, char const* algorithm, std::ptrdiff_t count, Run const& run)
{
    if (count == 0) return 0;
    return detail::result_of_two_phase<std::ptrdiff_t>(
        policy, algorithm, [&](void* temporary, std::size_t& bytes, std::ptrdiff_t* selected) {
            return run(temporary, bytes, thrust::cuda_cub::stream(policy), selected);
        });
}

}  // namespace heddle::detail::in_thrust

#include <heddle/detail/restore_macros.hpp>
