// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Launches are timed in batches, by CUDA events.
#pragma once

#include <functional>

namespace heddle_bench {

//! Milliseconds between two events around a batch of launches. One launch more before the first event
//! keeps the GPU busy until the batch is queued, so that no launch latency is measured.
float time_batch(std::function<void()> const& launch, int launches);

//! How many launches make a batch that is long against the events' resolution of half a microsecond
//! and the start of a batch, and short enough that a thousand measurements stay within minutes.
//! Launches a few, which warms up.
int launches_of_batch(std::function<void()> const& launch);

}  // namespace heddle_bench
