// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "measurement.hpp"

#include "batches.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <utility>

namespace heddle_bench {
namespace {

//! A measurement, as all repetitions of its benchmark share it.
struct shared_measurement {
    measurement what;
    int launches = 0;  // of a batch; 0: not yet verified
    std::size_t wrong = 0;
};

void run(benchmark::State& state, shared_measurement& m)
{
    m.what.prepare();
    if (m.launches == 0) {
        m.wrong = m.what.count_wrong();
        m.launches = launches_of_batch(m.what.launch);
    }
    if (m.wrong != 0) {
        state.SkipWithError((std::to_string(m.wrong) + " bytes or sums are wrong").c_str());
        return;
    }
    double seconds = 0;
    for (auto _ : state) {
        double const once = 1e-3 * time_batch(m.what.launch, m.launches) / m.launches;
        state.SetIterationTime(once);
        seconds += once;
    }
    double const bytes = static_cast<double>(m.what.bytes_moved);
    state.counters["bytes"] = bytes;
    state.counters["GB/s"] = 1e-9 * bytes * static_cast<double>(state.iterations()) / seconds;
}

}  // namespace

void add_measurement(std::string const& name, measurement m)
{
    auto shared = std::make_shared<shared_measurement>();
    shared->what = std::move(m);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [shared](benchmark::State& state) { run(state, *shared); })
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace heddle_bench
