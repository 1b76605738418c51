// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the calls of the CUDA runtime by an algorithm of heddle and by Thrust's with raw pointers.
#pragma once

#include "fake_runtime.hpp"

#include <cstddef>

namespace heddle_test {

//! The number of calls of each kind.
struct call_counts {
    std::size_t of[runtime_call_kinds] = {};
};
call_counts counts_of(recorded_calls const& calls);

//! Adds both to the table, and expects no more calls by heddle than by Thrust.
void expect_no_more(char const* algorithm, char const* way, std::size_t count, recorded_calls const& heddle,
                    recorded_calls const& thrust);

//! Returns whether all allocated memory was freed in calls of which one may have failed.
bool is_balanced(recorded_calls const& calls, std::size_t failed);
//! Returns whether the failure of a call must be reported: queries of errors and releases need not.
bool can_fail(recorded_call const& call);
void expect_heard(char const* algorithm, std::size_t count, bool was_heard, recorded_calls const& calls,
                  std::size_t failed);

}  // namespace heddle_test
