// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "batches.hpp"

#include "check.hpp"

#include <algorithm>

namespace heddle_bench {
namespace {

constexpr float batch_milliseconds = 3.5f;
constexpr int most_launches = 1000;

cudaEvent_t make_event()
{
    cudaEvent_t event = nullptr;
    HEDDLE_BENCH_CHECK(cudaEventCreate(&event));
    return event;
}

}  // namespace

float time_batch(std::function<void()> const& launch, int launches)
{
    static cudaEvent_t const start = make_event();
    static cudaEvent_t const stop = make_event();
    launch();
    HEDDLE_BENCH_CHECK(cudaEventRecord(start));
    for (int i = 0; i < launches; ++i) launch();
    HEDDLE_BENCH_CHECK(cudaEventRecord(stop));
    HEDDLE_BENCH_CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    HEDDLE_BENCH_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    return milliseconds;
}

int launches_of_batch(std::function<void()> const& launch)
{
    time_batch(launch, 1);
    float const once = std::max(time_batch(launch, 1), 1e-3f);
    int const launches =
        std::clamp(static_cast<int>(batch_milliseconds / once) + 1, 1, most_launches);
    time_batch(launch, launches);
    return launches;
}

}  // namespace heddle_bench
