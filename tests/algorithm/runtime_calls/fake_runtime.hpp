// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A CUDA runtime for machines without a GPU. Its queries return the properties of an H200. It allocates memory of the
// host, runs no kernels, and records its calls, except queries of the last error, which take only nanoseconds.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace heddle_test {

enum class runtime_call {
    launch,       // a kernel launch, a memset, or a copy within device memory
    copy,         // a copy between host and device
    allocation,   // an allocation of device memory
    release,      // a release of device memory
    synchronize,  // the host waits for the device or a stream
    query,        // a query of the device, a kernel's occupancy or attributes, or a stream's state
};

struct recorded_call {
    runtime_call kind;
    std::string name;
};
using recorded_calls = std::vector<recorded_call>;

//! Returns the runtime calls that run() makes, in order.
recorded_calls record_calls(std::function<void()> const& run);

//! Makes later copies of a std::ptrdiff_t to the host return `count`. No kernel runs that counts anything.
void answer_counts(std::ptrdiff_t count);

//! Sets a pending error, as if an earlier call had failed and nobody had called cudaGetLastError().
void leave_error();

//! Makes call `number` of the next recording fail with cudaErrorUnknown.
void fail_call(std::size_t number);

}  // namespace heddle_test
