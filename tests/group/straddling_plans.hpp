// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Iterates over the plans of unaligned sizes whose stores do not write a sector twice.
#pragma once

#include <heddle/detail/plan/plan.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heddle_test {

//! Calls check(plan) for every such size, alignment and group until a check fails. `check` returns the number of its
//! checks. Returns the sum of these numbers.
template <class Check>
unsigned for_every_straddling_plan(Check const& check)
{
    unsigned checked = 0;
    for (std::size_t alignment : {1, 2}) {
        for (std::size_t bytes = alignment; bytes <= 1024; bytes += alignment) {
            for (unsigned lanes = 1; lanes <= 32; lanes *= 2) {
                heddle::plan const p = heddle::detail::make_plan(bytes, alignment, lanes);
                if (!p.stores_sectors()) continue;
                checked += check(p);
                if (testing::Test::HasFailure()) {
                    ADD_FAILURE() << bytes << " bytes aligned to " << alignment << ", " << lanes << " lanes";
                    return checked;
                }
            }
        }
    }
    return checked;
}

}  // namespace heddle_test
