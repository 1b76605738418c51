// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "measurement.hpp"

#include "batches.hpp"
#include "check.hpp"

#include <benchmark/benchmark.h>

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

namespace heddle_bench {
namespace {

//! A measurement, as all repetitions of its benchmark share it.
struct shared_measurement {
    std::string name;
    measurement what;
    int launches = 0;  // of a batch; 0: not yet verified
    std::size_t wrong = 0;
};

//! Whether nothing is timed, and a profiler is to see each launch.
bool launches_once()
{
    static bool const once = std::getenv("HEDDLE_BENCH_ONCE") != nullptr;
    return once;
}

//! Seconds of one launch, which a profiler finds: it alone is to be profiled, and lies in a range
//! of the measurement's name.
double profile_launch(shared_measurement const& m)
{
    using clock = std::chrono::steady_clock;
    clock::time_point const start = clock::now();
    HEDDLE_BENCH_CHECK(cudaProfilerStart());
    nvtxRangePushA(m.name.c_str());
    m.what.launch();
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    nvtxRangePop();
    HEDDLE_BENCH_CHECK(cudaProfilerStop());
    return std::chrono::duration<double>(clock::now() - start).count();
}

void run(benchmark::State& state, shared_measurement& m)
{
    current_measurement = m.name.c_str();
    m.what.prepare();
    if (m.launches == 0) {
        m.wrong = m.what.count_wrong();
        m.launches = launches_once() ? 1 : launches_of_batch(m.what.launch);
    }
    if (m.wrong != 0) {
        state.SkipWithError((std::to_string(m.wrong) + " bytes or sums are wrong").c_str());
        return;
    }
    double const bytes = static_cast<double>(m.what.bytes_moved);
    state.counters["bytes"] = bytes;
    if (launches_once()) {
        for (auto _ : state) state.SetIterationTime(profile_launch(m));
        return;
    }
    double seconds = 0;
    for (auto _ : state) {
        double const once = 1e-3 * time_batch(m.what.launch, m.launches) / m.launches;
        state.SetIterationTime(once);
        seconds += once;
    }
    state.counters["GB/s"] = 1e-9 * bytes * static_cast<double>(state.iterations()) / seconds;
}

}  // namespace

void add_measurement(std::string const& name, measurement m)
{
    auto shared = std::make_shared<shared_measurement>();
    shared->name = name;
    shared->what = std::move(m);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [shared](benchmark::State& state) { run(state, *shared); })
        ->UseManualTime()
        ->Iterations(1)  // a whole batch of launches
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace heddle_bench
