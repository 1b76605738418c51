// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmark program: finds the GPU, says which one it is, and reports the median of several
// repetitions of every measurement.

#include "arrays.cuh"
#include "harness.cuh"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle_bench {
namespace {

using run_result = benchmark::BenchmarkReporter::Run;

// Google Benchmark 1.8 renamed error_message to skip_message and error_occurred to skipped.
template <class Run>
auto failure_of(Run const& run, int) -> decltype(run.skip_message)
{
    return run.skipped ? run.skip_message + ' ' : std::string();
}
template <class Run>
auto failure_of(Run const& run, long) -> decltype(run.error_message)
{
    return run.error_occurred ? run.error_message + ' ' : std::string();
}

//! Why a measurement failed; empty if it did not.
std::string failure_of(run_result const& run) { return failure_of(run, 0); }

bool is_median(run_result const& run)
{
    bool const only_one = run.run_type == run_result::RT_Iteration && run.repetitions <= 1;
    return only_one || run.aggregate_name == "median";
}

double counter_of(run_result const& run, char const* name)
{
    auto const found = run.counters.find(name);
    return found == run.counters.end() ? 0 : found->second.value;
}

//! One line for each measurement: its name, the median and the spread.
class line_reporter : public benchmark::BenchmarkReporter {
public:
    unsigned failures = 0;

    bool ReportContext(Context const&) override
    {
        std::printf("%-26s %10s %12s %9s\n", "kind/access/bytes", "GB/s", "us", "spread");
        return true;
    }
    void ReportRuns(std::vector<Run> const& runs) override
    {
        double spread = 0;
        for (Run const& run : runs) {
            if (run.aggregate_name == "cv") spread = counter_of(run, "GB/s");
        }
        for (Run const& run : runs) {
            char const* const name = run.run_name.function_name.c_str();
            if (std::string const failure = failure_of(run); !failure.empty()) {
                ++failures;
                std::printf("%-26s FAILED: %s\n", name, failure.c_str());
                break;
            }
            if (is_median(run)) {
                std::printf("%-26s %10.1f %12.2f %8.2f%%\n", name, counter_of(run, "GB/s"),
                            run.GetAdjustedRealTime(), 100 * spread);
            }
        }
        std::fflush(stdout);
    }
};

//! Medians and coefficients of variation, not means and standard deviations: half the file.
class file_reporter : public benchmark::JSONReporter {
public:
    void ReportRuns(std::vector<Run> const& runs) override
    {
        std::vector<Run> kept;
        for (Run const& run : runs) {
            bool const failed = !failure_of(run).empty();
            if (failed || is_median(run) || run.aggregate_name == "cv") kept.push_back(run);
            if (failed) break;
        }
        JSONReporter::ReportRuns(kept);
    }
};

std::string version_text(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

//! The version of the kernel module, which no function of the runtime tells.
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
    int runtime = 0;
    int driver = 0;
    HEDDLE_BENCH_CHECK(cudaGetDeviceProperties(&gpu, 0));
    HEDDLE_BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    HEDDLE_BENCH_CHECK(cudaDriverGetVersion(&driver));
    using benchmark::AddCustomContext;
    AddCustomContext("gpu", gpu.name);
    AddCustomContext("gpu_architecture",
                     "sm_" + std::to_string(gpu.major) + std::to_string(gpu.minor));
    AddCustomContext("gpu_multiprocessors", std::to_string(gpu.multiProcessorCount));
    AddCustomContext("gpu_driver", driver_version());
    AddCustomContext("cuda_of_driver", version_text(driver));
    AddCustomContext("cuda_runtime", version_text(runtime));
    AddCustomContext("nvcc", std::to_string(__CUDACC_VER_MAJOR__) + '.' +
                                 std::to_string(__CUDACC_VER_MINOR__) + '.' +
                                 std::to_string(__CUDACC_VER_BUILD__));
    AddCustomContext("array_mib", std::to_string(array_bytes() >> 20));
#if defined(HEDDLE_COMMIT)
    AddCustomContext("heddle_commit", HEDDLE_COMMIT);
#endif
    std::printf("%s, driver %s, CUDA %s, arrays of %zu MiB\n", gpu.name, driver_version().c_str(),
                version_text(runtime).c_str(), array_bytes() >> 20);
}

bool find_device()
{
    int count = 0;
    cudaError_t const error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0) return true;
    std::fprintf(stderr, "no CUDA device: benchmarks need a GPU\n");
    return false;
}

//! An idle GPU takes a while to raise its clocks.
void wake_up()
{
    for (int i = 0; i < 1000; ++i) {
        HEDDLE_BENCH_CHECK(
            cudaMemcpyAsync(arrays().out, arrays().in, array_bytes(), cudaMemcpyDeviceToDevice));
    }
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
}

bool has_argument(std::vector<char*> const& arguments, std::string_view prefix)
{
    for (char const* const argument : arguments) {
        if (std::string_view(argument).substr(0, prefix.size()) == prefix) return true;
    }
    return false;
}

//! Kind by kind, the structs from small to large.
void add_benchmarks()
{
    auto& parts = benchmark_parts();
    std::sort(parts.begin(), parts.end(), [](benchmark_part const& a, benchmark_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (auto const kind : {benchmark_kind::load, benchmark_kind::store, benchmark_kind::copy,
                            benchmark_kind::gather, benchmark_kind::scatter}) {
        for (benchmark_part const& part : parts) part.add(kind);
    }
}

int run(std::vector<char*> arguments)
{
    bool const lists_only = has_argument(arguments, "--benchmark_list_tests");
    bool const writes_file = has_argument(arguments, "--benchmark_out=");

    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
    // The results are published; where this program lies is nobody's business.
    benchmark::BenchmarkReporter::Context::executable_name = "heddle_benchmarks";

    add_benchmarks();
    if (!lists_only) {
        if (!find_device()) return 1;
        describe_machine();
        allocate_arrays();
        wake_up();
    }

    line_reporter lines;
    file_reporter file;
    std::size_t const measured =
        benchmark::RunSpecifiedBenchmarks(&lines, writes_file ? &file : nullptr);
    benchmark::Shutdown();
    if (measured == 0) std::fprintf(stderr, "nothing was measured\n");
    return measured == 0 || lines.failures != 0 ? 1 : 0;
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    // Defaults, which the command line overrides. An iteration is a whole batch of launches: one is
    // enough for a repetition.
    static char min_time[] = "--benchmark_min_time=0.000001";
    static char repetitions[] = "--benchmark_repetitions=7";
    static char aggregates_only[] = "--benchmark_report_aggregates_only=true";
    std::vector<char*> arguments{argv[0], min_time, repetitions, aggregates_only};
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    return heddle_bench::run(std::move(arguments));
}
