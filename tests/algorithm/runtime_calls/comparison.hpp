// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the CUDA runtime calls of an algorithm of heddle with those of Thrust on raw pointers.
#pragma once

#include "fake_runtime.hpp"

#include <cstddef>

namespace heddle_test {

//! Expects no more calls of each kind by heddle than by Thrust, apart from the exceptions in comparison.cpp.
void expect_no_more(char const* algorithm, char const* way, std::size_t count, recorded_calls const& heddle,
                    recorded_calls const& thrust);

//! Expects that a call of Thrust launches the same kernels with heddle's policy as with coalesced_ptr: kernels of
//! heddle, or kernels of CUB that sort numbers for heddle.
void expect_same_kernels(char const* algorithm, std::size_t count, recorded_calls const& policy,
                         recorded_calls const& iterator);

//! How a call reports a failure: not at all, by an error, or by throwing std::bad_alloc.
enum class report { none, error, bad_alloc };
//! Expects that the failure of call `failed` was reported, and that all memory was freed. If `throws`, a failed
//! allocation must be reported by a std::bad_alloc, as Thrust does.
void expect_heard(char const* algorithm, std::size_t count, bool throws, report heard, recorded_calls const& calls,
                  std::size_t failed);

}  // namespace heddle_test
