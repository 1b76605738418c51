// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A CUDA runtime without a GPU: it answers as the runtime of an H200, has its memory on the host, runs no kernel, and
// records its calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle_test {

enum class runtime_call {
    launch,       // of a kernel, or of what the device does as one: a memset, a copy within its memory
    copy,         // between host and device
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

//! Returns the runtime calls of run(), in their order.
template <class Run>
recorded_calls record_calls(Run const& run);

//! Sets the value of all following copies of a std::ptrdiff_t to the host, since no kernel counts anything.
void answer_counts(std::ptrdiff_t count);

void start_recording();
recorded_calls stop_recording();

//! Lets recorded call `number` do nothing and fail with cudaErrorUnknown.
void fail_call(std::size_t number);

template <class Run>
recorded_calls record_calls(Run const& run)
{
    start_recording();
    run();
    return stop_recording();
}

}  // namespace heddle_test
