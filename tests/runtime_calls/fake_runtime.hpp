// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A CUDA runtime without a GPU: it answers as the runtime of an H200 would, keeps its memory on the
// host, runs no kernel, and records what it is asked for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle_test {

enum class runtime_call {
    launch,  // of a kernel, or of what the device does as one: a memset, a copy within its memory
    copy,    // between host and device
    allocation,   // of memory
    release,      // of memory
    synchronize,  // the host waits
    query,        // of the device, a kernel's occupancy and attributes, a stream's state
    error,        // the last error is asked for
};
inline constexpr std::size_t runtime_call_kinds = 7;

struct recorded_call {
    runtime_call kind;
    std::string name;
};
using recorded_calls = std::vector<recorded_call>;

//! What run() asks the runtime for, in this order.
template <class Run>
recorded_calls record_calls(Run const& run);

//! Until the next call of this, a copy of a std::ptrdiff_t to the host has this value: what no kernel has counted.
void answer_counts(std::ptrdiff_t count);

void start_recording();
recorded_calls stop_recording();

//! The recorded call of that number will do nothing and fail, with cudaErrorUnknown.
void fail_call(std::size_t number);

template <class Run>
recorded_calls record_calls(Run const& run)
{
    start_recording();
    run();
    return stop_recording();
}

}  // namespace heddle_test
