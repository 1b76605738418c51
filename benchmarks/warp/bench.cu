// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Verification and timing of one form of an experiment.

#include "../common/batches.hpp"
#include "../permutation.cuh"
#include "bench.cuh"

#include <benchmark/benchmark.h>

#include <memory>
#include <utility>

namespace heddle_warp_bench {
namespace {

struct shared_measurement {
    measurement what;
    int launches = 0;  // of a batch; 0: not yet verified
    std::size_t wrong = 0;
};

void run(benchmark::State& state, shared_measurement& m)
{
    if (m.launches == 0) {
        m.wrong = m.what.count_wrong();
        m.launches = heddle_bench::launches_of_batch(m.what.launch);
    }
    if (m.wrong != 0 && !m.what.is_unsafe) {
        state.SkipWithError((std::to_string(m.wrong) + " results are wrong").c_str());
        return;
    }
    double seconds = 0;
    for (auto _ : state) {
        double const once = 1e-3 * heddle_bench::time_batch(m.what.launch, m.launches) / m.launches;
        state.SetIterationTime(once);
        seconds += once;
    }
    double const one_launch = seconds / static_cast<double>(state.iterations());
    for (auto const& [name, amount] : m.what.rates) state.counters[name] = amount / one_launch;
    for (auto const& [name, value] : m.what.facts) state.counters[name] = value;
    if (m.what.operations != 0) {
        state.counters["ns/op/SM"] = 1e9 * one_launch / m.what.operations;
    }
    if (m.what.is_unsafe) state.counters["wrong"] = static_cast<double>(m.wrong);
}

}  // namespace

void add(measurement m)
{
    auto shared = std::make_shared<shared_measurement>();
    shared->what = std::move(m);
    benchmark::RegisterBenchmark(shared->what.name.c_str(),
                                 [shared](benchmark::State& state) { run(state, *shared); })
        ->UseManualTime()
        ->Iterations(1)  // a whole batch of launches
        ->Unit(benchmark::kMicrosecond);
}

unsigned multiprocessors()
{
    static unsigned const count = [] {
        int value = 0;
        HEDDLE_BENCH_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
        return static_cast<unsigned>(value);
    }();
    return count;
}

void* allocate(std::size_t bytes)
{
    void* memory = nullptr;
    HEDDLE_BENCH_CHECK(cudaMalloc(&memory, bytes));
    return memory;
}

unsigned random_number(std::size_t i, unsigned bound)
{
    return heddle_bench::mixed(static_cast<std::uint32_t>(i) + 0x9e3779b9u) % bound;
}

}  // namespace heddle_warp_bench
