// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of measurement.hpp, and main() of every benchmark program. main() describes the GPU, and reports the
// median of several repetitions of each measurement.

#include "arrays.cuh"
#include "measurement.hpp"

#include <benchmark/benchmark.h>

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
#include <cuda/version>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <memory>
#include <string_view>
#include <utility>

namespace heddle_bench {
namespace {

//! A measurement. All repetitions of its benchmark share this object.
struct shared_measurement {
    std::string name;
    measurement what;
    int launches = 0;  // number of launches in a batch; 0 until the result has been verified
    std::size_t wrong = 0;
};

bool launches_once()
{
    static bool const once = std::getenv("HEDDLE_BENCH_ONCE") != nullptr;
    return once;
}

//! Returns the milliseconds between two events, one before and one after a batch of launches. A launch before the first
//! event keeps the GPU busy until the batch is queued, so that the launch latency is not measured.
float time_batch(std::function<void()> const& launch, int launches)
{
    static cudaEvent_t start = nullptr, stop = nullptr;
    if (stop == nullptr) {
        HEDDLE_BENCH_CHECK(cudaEventCreate(&start));
        HEDDLE_BENCH_CHECK(cudaEventCreate(&stop));
    }
    launch();
    HEDDLE_BENCH_CHECK(cudaEventRecord(start));
    for (int i = 0; i < launches; ++i) launch();
    HEDDLE_BENCH_CHECK(cudaEventRecord(stop));
    HEDDLE_BENCH_CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    HEDDLE_BENCH_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    return milliseconds;
}

//! Returns the number of launches in a batch. A batch takes long in comparison with the events' resolution of half a
//! microsecond, but is so short that a thousand measurements take only minutes. Makes a few launches, which warm up the
//! GPU.
int launches_of_batch(std::function<void()> const& launch)
{
    time_batch(launch, 1);
    float const once = std::max(time_batch(launch, 1), 1e-3f);
    int const launches = std::clamp(static_cast<int>(3.5f / once) + 1, 1, 1000);
    time_batch(launch, launches);
    return launches;
}

//! Makes the single launch that a profiler records, in a range with the name of the measurement.
void profile_launch(shared_measurement const& m)
{
    HEDDLE_BENCH_CHECK(cudaProfilerStart());
    nvtxRangePushA(m.name.c_str());
    m.what.launch();
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    nvtxRangePop();
    HEDDLE_BENCH_CHECK(cudaProfilerStop());
}

void run(benchmark::State& state, shared_measurement& m)
{
    current_measurement = m.name.c_str();
    m.what.prepare();
    if (m.launches == 0) {
        m.what.clear();
        m.what.launch();
        m.wrong = m.what.count_wrong();
        m.launches = launches_once() ? 1 : launches_of_batch(m.what.launch);
        if (m.wrong != 0 && !m.what.is_unsafe) ++failed_measurements;
    }
    if (m.wrong != 0 && !m.what.is_unsafe) {
        return state.SkipWithError((std::to_string(m.wrong) + " bytes or results are wrong").c_str());
    }
    if (m.what.bytes != 0) state.counters["bytes"] = m.what.bytes;
    for (auto const& [name, value] : m.what.facts) state.counters[name] = value;
    if (m.what.is_unsafe) state.counters["wrong"] = static_cast<double>(m.wrong);
    double seconds = 0;  // seconds per launch; there is only one iteration
    for (auto _ : state) {
        if (launches_once()) {
            profile_launch(m);
        } else {
            seconds = 1e-3 * time_batch(m.what.launch, m.launches) / m.launches;
        }
        state.SetIterationTime(seconds);
    }
    if (launches_once()) return;
    if (m.what.bytes != 0) state.counters["GB/s"] = 1e-9 * m.what.bytes / seconds;
    for (auto const& [unit, amount] : m.what.rates) state.counters[unit] = amount / seconds;
    if (m.what.operations != 0) state.counters["ns/op/SM"] = 1e9 * seconds / m.what.operations;
}

}  // namespace

void add_measurement(std::string const& name, measurement m)
{
    auto const shared = std::make_shared<shared_measurement>(shared_measurement{name, std::move(m)});
    benchmark::RegisterBenchmark(name.c_str(), [shared](benchmark::State& state) { run(state, *shared); })
        ->UseManualTime()
        ->Iterations(1)  // one iteration is a whole batch of launches
        ->Unit(benchmark::kMicrosecond);
}

void add_context(std::string const& key, std::string const& value) { benchmark::AddCustomContext(key, value); }

launcher made_when_needed(std::function<launcher()> const& make)
{
    return [make, made = std::make_shared<launcher>()] {
        if (!*made) *made = make();
        (*made)();
    };
}

namespace {

//! Returns the version of the kernel module. The CUDA runtime has no function for it.
std::string driver_version()
{
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string token; file >> token;) {
        bool const is_number = std::isdigit(static_cast<unsigned char>(token[0])) != 0;
        if (is_number && token.find('.') != std::string::npos) return token;
    }
    return "unknown";
}

void describe_machine()
{
    cudaDeviceProp gpu{};
    int runtime = 0, driver = 0;
    HEDDLE_BENCH_CHECK(cudaGetDeviceProperties(&gpu, 0));
    HEDDLE_BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    HEDDLE_BENCH_CHECK(cudaDriverGetVersion(&driver));
    auto const text = [](auto number) { return std::to_string(number); };
    auto const version_text = [=](int version) { return text(version / 1000) + '.' + text(version % 1000 / 10); };
    add_context("array_mib", text(array_bytes() >> 20));
    add_context("gpu", gpu.name);
    add_context("gpu_architecture", "sm_" + text(gpu.major) + text(gpu.minor));
    add_context("gpu_multiprocessors", text(gpu.multiProcessorCount));
    // The actual clocks may be lower, because a GPU at its power limit lowers its clocks.
    add_context("clocks", "at most " + text(attribute_of_gpu(cudaDevAttrClockRate) / 1000) + " MHz, memory " +
                              text(attribute_of_gpu(cudaDevAttrMemoryClockRate) / 1000) + " MHz");
    add_context("gpu_driver", driver_version());
    add_context("cuda_of_driver", version_text(driver));
    add_context("cuda_runtime", version_text(runtime));
    add_context("cccl", text(CCCL_MAJOR_VERSION) + '.' + text(CCCL_MINOR_VERSION) + '.' + text(CCCL_PATCH_VERSION));
    add_context("nvcc",
                text(__CUDACC_VER_MAJOR__) + '.' + text(__CUDACC_VER_MINOR__) + '.' + text(__CUDACC_VER_BUILD__));
}

//! Keeps the GPU busy until it runs at full clocks.
void wake_up()
{
    constexpr std::size_t bytes = std::size_t{256} << 20;
    auto* const memory = allocate<std::byte>(bytes);
    for (int i = 0; i < 2000; ++i) HEDDLE_BENCH_CHECK(cudaMemsetAsync(memory, i, bytes));
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    HEDDLE_BENCH_CHECK(cudaFree(memory));
}

int run_all(std::vector<char*> arguments)
{
    bool const lists_only = std::any_of(arguments.begin(), arguments.end(), [](std::string_view text) {
        return text.rfind("--benchmark_list_tests", 0) == 0;
    });
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
    // Hides the path of the program, because results get published.
    benchmark::BenchmarkReporter::Context::executable_name = HEDDLE_BENCH_PROGRAM;

    if (!lists_only) describe_machine();
    for (auto* const add : registration::functions) add();
    if (!lists_only) wake_up();
    std::size_t const measured = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    if (measured == 0) std::fprintf(stderr, "nothing was measured\n");
    return measured == 0 || failed_measurements != 0 ? 1 : 0;
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    // Default options, which the command line can override.
    static char repetitions[] = "--benchmark_repetitions=7";
    static char aggregates_only[] = "--benchmark_report_aggregates_only=true";
    // Benchmarks run in random order, because a GPU at its power limit lowers its clocks, which in a fixed order would
    // always slow down the same benchmarks.
    static char in_random_order[] = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> arguments{argv[0], repetitions, aggregates_only, in_random_order};
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    return heddle_bench::run_all(std::move(arguments));
}
