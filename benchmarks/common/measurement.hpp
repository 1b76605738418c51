// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A Google Benchmark of something that moves bytes: it runs once on cleared memory and its result
// is checked; then it is timed in batches by CUDA events.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace heddle_bench {

struct measurement {
    std::size_t bytes_moved;        //!< by one launch
    std::function<void()> prepare;  //!< what must be so before any launch; cheap if it is
    std::function<void()> launch;   //!< what is timed
    std::function<std::size_t()> count_wrong;  //!< runs it on cleared memory and checks the result
};

//! Registers a measurement. It fails where count_wrong() is not 0. With HEDDLE_BENCH_ONCE in the
//! environment nothing is timed: one launch follows the check, marked for a profiler.
void add_measurement(std::string const& name, measurement m);

}  // namespace heddle_bench
