// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What an algorithm of heddle asks the CUDA runtime for, beside what Thrust's asks for with raw pointers.
#pragma once

#include "fake_runtime.hpp"

#include <cstddef>

namespace heddle_test {

//! Calls of each kind.
struct call_counts {
    std::size_t of[runtime_call_kinds] = {};
};
call_counts counts_of(recorded_calls const& calls);

//! Notes both for the table, and expects no more of heddle's than of Thrust's.
void expect_no_more(char const* algorithm, char const* way, std::size_t count,
                    recorded_calls const& heddle, recorded_calls const& thrust);

//! Whether what was allocated in some calls was freed, of which one may have failed.
bool is_balanced(recorded_calls const& calls, std::size_t failed);
//! Whether a call can fail so that its caller has to hear of it: to ask for errors, or to free, cannot.
bool can_fail(recorded_call const& call);
void expect_heard(char const* algorithm, std::size_t count, bool was_heard,
                  recorded_calls const& calls, std::size_t failed);

}  // namespace heddle_test
